// What the system prompt says of tools beside the built-in ones, and of what asks first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createFetchPage } from '../../src/tools/fetch-page/fetch-page.ts';
import { tools } from '../../src/tools/index.ts';
import { askingBlock } from '../../src/tools/places.ts';
import { parsePolicy } from '../../src/tools/policy/file.ts';
import type { AnyTool } from '../../src/tools/runner.ts';

const page = createFetchPage() as unknown as AnyTool;
const delegate = { ...page, name: 'delegate', outside: false } as AnyTool;
const rules = (text: string) => parsePolicy(`rules:\n${text}`, 'policy.yaml').rules;

describe('what the prompt says of tools that ask', () => {
  it('is nothing where only built-in tools have a place and no rule asks', () => {
    assert.equal(askingBlock(tools), '');
    assert.equal(askingBlock(tools, rules('  - { tool: remember, do: deny }')), '');
  });

  it('names built-in tools that a rule lets ask, for whomever it is', () => {
    const block = askingBlock(tools, rules('  - { tool: "re*", person: admins, do: ask }'));
    assert.match(
      block,
      /^# More tools\n`remember`, `recall` may have to ask a person first\. "Asked, not done" means/,
    );
    assert.match(
      askingBlock(tools, rules('  - { do: ask }')),
      /`set_reminder`, .*`update_tasks` may have to ask/,
    );
  });

  it('says when to use fetch_page and delegate where they have a place', () => {
    const block = askingBlock(
      [...tools.slice(0, 6), page, delegate],
      rules('  - { tool: remember, do: ask }'),
    );
    assert.match(block, /^# Outside\n- A web page is named.*`fetch_page`\.\n- Much to read.*`delegate`/);
    assert.match(
      block,
      /\n`fetch_page` reaches outside and may have to ask a person first\. `remember` may .*, too\./,
    );
    assert.match(block, /Call it only when the person you speak with wants it/);
    assert.ok(countTokens(block) <= 160, `${countTokens(block)} tokens`);
  });
});
