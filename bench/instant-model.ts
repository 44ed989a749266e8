// A model that answers at once, in a process of its own, so that it does not take the bot's time.
import { ScriptedModel } from '../test/fakes/model/scripted-model.ts';

const model = await ScriptedModel.start({ instant: true });
model.rules(() => 'ok');
process.send?.(model.url);
