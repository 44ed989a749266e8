// "context": what the model saw last in this conversation, part by part. Sizes and handles only, so that everybody in the
// room may look: no text of anybody's rows.
import { breakdown } from '../../../context/budget/breakdown.ts';
import { type Calibration, errorOf } from '../../../context/budget/calibrate.ts';
import { WHY } from '../../../context/budget/watchdog.ts';
import { latestSummary } from '../../../context/compile.ts';
import { earlierHandle } from '../../../context/elide/offload.ts';
import { grouped } from '../../../context/text.ts';
import type { Row } from '../../../database/tables.ts';
import { storedCalibration } from '../../turn/request/calibrator.ts';
import { lastRequest, type Rebuilt, rebuild, whyNot } from '../../turn/request/rebuild.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';

export const contextCommand: Command = {
  name: 'context',
  usage: 'context',
  help: (say) => say('help.context'),
  run: show,
};

const handlesAtMost = 12;

async function show({ tx, conversation, room, rebuilding }: CommandContext): Promise<CommandReply> {
  const row = await lastRequest(tx, conversation);
  if (!row) {
    const thread = room.platform === 'slack' ? ', in a Slack thread as "!context"' : '';
    return {
      text: `The model has not been asked anything in this conversation yet. Say something to me, then use this command again${thread}.`,
    };
  }
  const rebuilt = await rebuild(tx, rebuilding, row);
  if (!rebuilt)
    return {
      text: `The last request here cannot be taken apart any more: ${await whyNot(tx, row)}. Say something to me, then use this command again.`,
    };
  const calibration = await storedCalibration(tx, row.model);
  return {
    text: [
      `What the model (${row.model}) saw last here, request ${row.id}, in tokens:`,
      ...partLines(rebuilt),
      ...leftOutLines(rebuilt),
      ...serverLines(row),
      estimateLine(row, calibration),
      windowLine(rebuilt),
      ...(rebuilt.exact ? [] : ['Tools, settings or entries have changed since, so the parts may be off.']),
    ].join('\n'),
  };
}

function partLines({ input, compiled }: Rebuilt): readonly string[] {
  const parts = breakdown(input, compiled);
  const turns = `${parts.turns} ${parts.turns === 1 ? 'turn' : 'turns'}`;
  return [
    `- system prompt ${grouped(parts.system)}, tools ${grouped(parts.tools)}`,
    ...(parts.log > 0 ? [`- log of earlier turns ${grouped(parts.log)}`] : []),
    `- history ${grouped(parts.history)} (${turns})`,
    `- newest message ${grouped(parts.newest)}, head block ${grouped(parts.head)}`,
    ...(parts.turn > 0 ? [`- calls and results of its turn ${grouped(parts.turn)}`] : []),
  ];
}

const MOVED: Readonly<Record<string, string>> = {
  cold: 'it moved for this turn because the cache had gone cold',
  pays: 'it moved for this turn because that pays',
  budget: 'it moved for this turn because the budget was used up',
  compaction: 'older turns were compacted for this turn',
};

/** What the model does not see, and the handles that read it again. */
function leftOutLines({ input, compiled, opening }: Rebuilt): readonly string[] {
  const { elided, offloaded } = breakdown(input, compiled);
  const { firstKept, elisionBefore } = compiled;
  const summary = latestSummary(input.path, firstKept);
  const how = summary === null ? 'left out' : `compacted (log by ${summary.by})`;
  const moved = MOVED[opening.move ?? ''];
  return [
    ...(firstKept === null
      ? []
      : [`Earlier turns are ${how}: recall ${earlierHandle(firstKept)} reads them.`]),
    elided.length === 0 ? 'No result is elided.' : `Elided: ${counted(elided)}.`,
    ...(offloaded.length === 0 ? [] : [`Shortened when they arrived: ${counted(offloaded)}.`]),
    ...(compiled.shrunk === 0 ? [] : [`Shrunk within its turn: ${results(compiled.shrunk)}.`]),
    elisionBefore === null
      ? 'The boundary of old results has not moved yet.'
      : `The boundary of old results stands at entry ${elisionBefore}${moved === undefined ? '' : `; ${moved}`}.`,
  ];
}

const results = (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`;

function counted(handles: readonly string[]): string {
  const more = handles.length - handlesAtMost;
  const named = handles.slice(-handlesAtMost).join(', ');
  return `${results(handles.length)} (${more > 0 ? `${more} more, ` : ''}${named})`;
}

/** What the server told, and what the watchdog saw. */
function serverLines(row: Row<'request'>): readonly string[] {
  const { input_tokens: input, cached_tokens: cached, output_tokens: output } = row;
  const share = input ? ` (${Math.round((100 * (cached ?? 0)) / input)}%)` : '';
  const where = row.break_index === null ? 'from the tools on' : `from message ${row.break_index} on`;
  const why = WHY[row.break_reason as keyof typeof WHY] ?? 'for an unknown reason';
  const first = row.waited_ms === null ? '' : `${seconds(row.waited_ms)} to the first token, `;
  return [
    input === null
      ? 'The server did not say how many tokens it counted.'
      : `The server counted ${grouped(input)}, ${grouped(cached ?? 0)} of them cached${share}, and ${grouped(output ?? 0)} for the answer.`,
    row.break_reason === 'first'
      ? 'Nothing is known to repeat: this process had sent no request here before it.'
      : `It repeats about ${grouped(row.repeated_tokens)} of the request before, ${grouped(row.fresh_tokens)} are new, ${where}: ${why}.`,
    `It took ${first}${seconds(row.milliseconds)} in all, and cost ${row.cost === 0 ? 'nothing by the prices that are set' : row.cost.toPrecision(3)}.`,
  ];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function estimateLine(row: Row<'request'>, calibration: Calibration): string {
  const error = errorOf(calibration);
  const factor = `Estimates are multiplied by ${row.factor.toFixed(2)}`;
  return error === null
    ? `${factor}: not calibrated yet for this model (${calibration.samples} of 3 answers counted), so they err high.`
    : `${factor}; on average they are ${Math.round(100 * error)}% high.`;
}

function windowLine({ input, compiled, row }: Rebuilt): string {
  const { window, maxOutput } = input.limits;
  const used = row.estimated_tokens;
  return (
    `Window ${grouped(window)}: about ${grouped(used)} used, ${grouped(maxOutput)} kept for the answer, ` +
    `${grouped(Math.max(0, compiled.budget.request - used))} free.`
  );
}
