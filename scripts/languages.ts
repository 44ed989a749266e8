// "npm run languages": what is missing or wrong in each language's file; with --write it brings the types of the messages
// (src/language/messages.ts) up to languages/en.yaml. Ends with 1 if anything is wrong.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../src/errors.ts';
import { faultsOf, typesOf } from '../src/language/complete.ts';
import { fileOf, tags } from '../src/language/languages.ts';

const typesFile = join(import.meta.dirname, '../src/language/messages.ts');

/** The faults of all languages, a line each. */
export function faults(): readonly string[] {
  const english = fileOf('en').messages();
  const types = readFileSync(typesFile, 'utf8') === typesOf(english);
  return [
    ...(types
      ? []
      : ['src/language/messages.ts is not as languages/en.yaml: "npm run languages -- --write"']),
    ...tags.flatMap((tag) => {
      try {
        fileOf(tag).head();
        return faultsOf(fileOf(tag).messages(), english).map((fault) => `${tag}: ${fault}`);
      } catch (error) {
        return [`${tag}: ${messageOf(error)}`];
      }
    }),
  ];
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(typesFile, typesOf(fileOf('en').messages()));
  const found = faults();
  for (const line of found) console.log(line);
  if (found.length === 0)
    console.log(`${tags.length} languages, ${Object.keys(fileOf('en').messages()).length} messages each.`);
  else process.exitCode = 1;
}
