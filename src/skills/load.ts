// The skills of a folder: each of its folders is one, by its SKILL.md. Further files beside it are not read.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ReadFiles } from '../process/read-files.ts';
import { findSkill } from './find.ts';
import { parseSkill } from './parse.ts';
import type { Skill, Skills } from './skills.ts';

/**
 * The skills in `folder`. Nothing is read before the first call; nothing throws. A folder that cannot be read is a fault, and
 * what was known stays in use.
 *
 * @param onFault told of each fault when it appears, a sentence
 */
export function loadSkills(folder: string, onFault?: (sentence: string) => void): Skills {
  const files = new ReadFiles<Skill>({
    names: () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => `${name}/SKILL.md`)
        .sort(),
    pathOf: (name) => join(folder, name),
    parse: (name, text) => parseSkill(name.replace(/\/SKILL\.md$/, ''), text),
    noFolder: (why) => `The skills' folder ${folder} cannot be read: ${why}. Set SKILLS_DIR to it.`,
    ...(onFault ? { onFault } : {}),
  });
  return {
    list: () => files.values(),
    find(words) {
      const skills = files.values();
      const name = findSkill(
        skills.map((skill) => skill.name),
        words,
      );
      return skills.find((skill) => skill.name === name) ?? null;
    },
    faults: () => files.faults(),
  };
}
