// The system prompt names the personas there are, where the model may switch between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptText } from '../../src/bot/prompt-text.ts';
import { personaNames } from '../../src/context/personas.ts';
import { loadPersonas } from '../../src/personas/load.ts';
import { loadSkills } from '../../src/skills/load.ts';
import { tools } from '../../src/tools/index.ts';

const skills = loadSkills(new URL('../../skills', import.meta.url).pathname);
const personas = loadPersonas(new URL('../../personas', import.meta.url).pathname);

test('the shipped ones are named', () => {
  const line = 'For `switch_persona`: assistant, cfo, consultant, engineer, teaching-assistant.';
  assert.ok(promptText('Be brief.', tools, [], skills, personas).includes(line));
});

test('none is named where the tool has no place, or there is none', () => {
  const without = tools.filter(({ name }) => name !== 'switch_persona');
  assert.doesNotMatch(promptText('Be brief.', without, [], skills, personas), /# Personas/);
  assert.equal(personaNames([]), '');
});

test('many stay within their room', () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ slug: `persona-${at}` }));
  assert.ok(personaNames(many).length < 500);
});
