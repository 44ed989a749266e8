// npm run trouble: what was set aside because it could not be stored, read or sent, and what an operator can do about it.
// The list shows no person's words; "-- show ID" does. On PGlite the bot must be stopped.
import { parseArgs } from 'node:util';
import { rowIdOf, type TroubleId } from '../database/ids.ts';
import { PeacrabError } from '../errors.ts';
import { runOnDatabase } from './run.ts';
import { dropTrouble, listTrouble, retryTrouble, showTrouble } from './trouble/list.ts';

const help = `npm run trouble                 what is set aside, oldest first, without anybody's words
npm run trouble -- show ID      all of one, with the error and the words that it concerns
npm run trouble -- retry ID     tries it again; a running bot takes it up within a second
npm run trouble -- drop ID      takes it off the list for good
On PGlite stop the bot first; on PostgreSQL it may run.`;

await runOnDatabase(async (database) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [verb, said, ...more] = positionals;
  if (values.help || verb === 'help') return help;
  if (verb === undefined) return listTrouble(database);
  const act = { show: showTrouble, retry: retryTrouble, drop: dropTrouble }[
    verb as 'show' | 'retry' | 'drop'
  ];
  if (!act) throw new PeacrabError('CONFIG', `There is no "${verb}" here. What there is:\n${help}`);
  const id = rowIdOf<TroubleId>((said ?? '').replace(/^#/, ''));
  if (id === null || more.length > 0)
    throw new PeacrabError('CONFIG', `Say which one by its number: "npm run trouble -- ${verb} 3".`);
  return act(database, id);
});
