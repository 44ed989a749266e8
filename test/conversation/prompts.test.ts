// Which system prompt a conversation runs on when the file has changed: the old one while the server may still hold it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ToolSchema } from '../../src/context/message.ts';
import { Prompts } from '../../src/conversation/turn/request/prompts.ts';
import { onEveryEngine } from '../fakes/databases.ts';

const tool = (name: string): ToolSchema => ({
  type: 'function',
  function: { name, description: 'Does it.', parameters: { type: 'object', properties: {} } },
});

onEveryEngine('the prompt of a conversation', (open) => {
  it('changes where the cache breaks anyway: when it is cold, when the tools changed, or when it is not known', async () => {
    const { database } = await open();
    const tools = [tool('recall')];
    const old = await new Prompts(database, () => 'You are terse.').current(tools);
    const changed = new Prompts(database, () => 'You are kind.');
    const going = async (had: string | null, isCold: boolean, now = tools) =>
      (await changed.goingOn(had, now, isCold)).system;
    assert.equal(await going(old.hash, false), 'You are terse.');
    assert.equal(await going(old.hash, true), 'You are kind.');
    assert.equal(await going(null, false), 'You are kind.');
    assert.equal(await going('gone', false), 'You are kind.');
    assert.equal(await going(old.hash, false, [tool('recall'), tool('remember')]), 'You are kind.');
    assert.notEqual((await changed.current(tools)).hash, old.hash);
  });
});
