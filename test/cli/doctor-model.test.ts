// The doctor and the model's server: each fault is named, with what to do.
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { ScriptedModel, type ScriptedModelOptions, type Step } from '../fakes/model/scripted-model.ts';
import { Patient } from './patient.ts';

const patient = new Patient();
after(() => patient.remove());
const call: Step = { calls: [{ name: 'list_reminders', args: {} }] };
const well: readonly Step[] = [call, 'You have none.'];
const vllm = { models: [{ id: 'scripted', object: 'model', max_model_len: 32_768 }] };

describe('the doctor and the model', () => {
  let model: ScriptedModel;
  afterEach(() => model.stop());

  async function looked(
    steps: readonly Step[],
    options: ScriptedModelOptions = vllm,
    env: Readonly<Record<string, string>> = {},
  ) {
    model = await ScriptedModel.start(options);
    model.script(steps);
    return patient.looked({ OPENAI_BASE_URL: model.url, MODEL: 'scripted', ...env });
  }

  it('all is well: it streams, calls a tool, and takes the call back', async () => {
    const report = await looked(well);
    assert.deepEqual(report.wrong, [], report.text);
    assert.deepEqual(report.says('Model', 'answers'), [
      'as a stream.',
      'with a tool call in the protocol’s own form.',
      'also after a tool’s result.',
    ]);
    assert.deepEqual(report.says('Model', 'window'), ['32768 tokens, 24000 of them in use.']);
    assert.match(
      report.says('Model', 'work')[0] ?? '',
      /npm run eval:model -- --quick.*85% of turns right, at most 2% with a false statement/,
    );
    assert.equal(model.requests.length, 2);
    assert.equal(model.requests[0]?.tools.length, 8);
  });

  it('calls that come as text are fine', async () => {
    const text = '<tool_call>{"name": "list_reminders", "arguments": {}}</tool_call>';
    const report = await looked([text, 'You have none.']);
    assert.deepEqual(report.wrong, [], report.text);
    assert.equal(report.says('Model', 'answers')[1], 'with a tool call as text, which Peacrab reads.');
  });

  it('a server that cannot be reached', async () => {
    const report = await looked([], vllm, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    report.onlyWrong(
      'Model/server fault',
      /model server at 127\.0\.0\.1:9 cannot be reached/,
      /^Check that it runs and OPENAI_BASE_URL/,
    );
  });

  it('a key that is refused, by the list or only by the request, is named and not shown', async () => {
    const report = await looked([], { ...vllm, apiKey: 'right' }, { OPENAI_API_KEY: 'sk-of-yesterday-1234' });
    report.onlyWrong('Model/server fault', /refused the request \(401\)/, /^Check OPENAI_API_KEY\.$/);
    await model.stop();
    const refusal: Step = { status: 401, body: { error: { message: 'No such key: sk-of-yesterday-1234.' } } };
    const later = await looked([refusal], vllm, { OPENAI_API_KEY: 'sk-of-yesterday-1234' });
    later.onlyWrong('Model/answers fault', /\(401\): No such key: \[key\]/, /^Check OPENAI_API_KEY\.$/);
    for (const { text } of [report, later]) assert.doesNotMatch(text, /yesterday/);
  });

  it('a model that the server does not know; those that it serves are named', async () => {
    const report = await looked([], { models: [{ id: 'gemma-4-e4b' }, { id: 'qwen3' }] });
    report.onlyWrong(
      'Model/answers fault',
      /does not know the model scripted/,
      /^Set MODEL to one that it serves: gemma-4-e4b, qwen3\.$/,
    );
  });

  it('a server that does not stream', async () => {
    const report = await looked(['You have none.'], { ...vllm, plain: true });
    report.onlyWrong('Model/answers fault', /does not stream/, /Switch streaming on/);
  });

  it('a model that answers twice without the call it was told to make', async () => {
    const report = await looked(['I cannot see that.', 'You have none, I guess.']);
    report.onlyWrong(
      'Model/answers fault',
      /did not call a tool in 2 tries/,
      /--jinja.*MODEL_PROFILE=gemma3/,
    );
    await model.stop();
    assert.deepEqual((await looked(['Let me think.', ...well])).wrong, []);
  });

  it('a server that refuses tools, or the call in the history', async () => {
    const refusal: Step = { status: 400, body: { error: { message: 'tools are not supported' } } };
    const report = await looked([refusal, refusal]);
    report.onlyWrong('Model/answers fault', /tools are not supported/, /Check MODEL and MODEL_PROFILE/);
    await model.stop();
    const strict: Step = { status: 400, body: { error: { message: 'roles must alternate' } } };
    const history = await looked([call, strict]);
    history.onlyWrong(
      'Model/answers fault',
      /refuses a well-formed history with a tool call and its result: .*roles must alternate/,
      /MODEL_PROFILE \(docs\/models\.md\)/,
    );
  });

  it('a window that is smaller than CONTEXT_WINDOW, wherever the server tells it', async () => {
    const told: readonly ScriptedModelOptions[] = [
      { models: [{ id: 'scripted', max_model_len: 8192 }] },
      { models: [{ id: 'scripted', context_length: 8192 }] },
      { pages: { '/props': { default_generation_settings: { n_ctx: 8192 }, total_slots: 2 } } },
      { pages: { '/api/ps': { models: [{ name: 'scripted:latest', context_length: 8192 }] } } },
    ];
    for (const options of told) {
      const report = await looked(well, options);
      report.onlyWrong(
        'Model/window fault',
        /takes 8192 tokens, CONTEXT_WINDOW is 24000/,
        /CONTEXT_WINDOW=8192/,
      );
      await model.stop();
    }
    model = await ScriptedModel.start();
  });

  it('a window that the server does not tell is a warning that says how to check', async () => {
    const report = await looked(well, {});
    report.onlyWrong('Model/window warning', /does not tell/, /Look it up with whoever serves the model/);
  });

  it('with a faulty address nothing is sent: the key is for the server that was meant', async () => {
    model = await ScriptedModel.start();
    const report = await patient.looked({
      OPENAI_BASE_URI: model.url,
      OPENAI_API_KEY: 'sk-secret-1',
      MODEL: 'x',
    });
    assert.deepEqual(report.wrong, ['Settings/settings fault', 'Model/not checked warning']);
    assert.match(report.text, /OPENAI_BASE_URI is not a setting \(did you mean OPENAI_BASE_URL\?\)/);
    assert.equal(model.requests.length, 0);
  });
});
