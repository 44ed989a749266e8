// "context": what the model saw last in this conversation, part by part. Sizes and handles only, so that all in the
// room may look: no text of any person's rows.
import { breakdown } from '../../../context/budget/breakdown.ts';
import { type Calibration, errorOf } from '../../../context/budget/calibrate.ts';
import { latestSummary } from '../../../context/compile.ts';
import { earlierHandle } from '../../../context/elide/offload.ts';
import type { EntryId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import { numberIn } from '../../../language/dates.ts';
import type { PlainKey, Say } from '../../../language/say.ts';
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

async function show({ tx, conversation, room, rebuilding, say }: CommandContext): Promise<CommandReply> {
  const row = await lastRequest(tx, conversation);
  if (!row) return { text: say(room.platform === 'slack' ? 'context.nothing-slack' : 'context.nothing') };
  const rebuilt = await rebuild(tx, rebuilding, row);
  if (!rebuilt) return { text: say('context.gone', { why: (await whyNot(tx, row))(say) }) };
  const calibration = await storedCalibration(tx, row.model);
  return {
    text: [
      say('context.title', { model: row.model, id: row.id }),
      ...partLines(rebuilt, say).map((line) => `- ${line}`),
      ...leftOutLines(rebuilt, say),
      ...serverLines(row, say),
      estimateLine(row, calibration, say),
      windowLine(rebuilt, say),
      ...(rebuilt.exact ? [] : [say('context.changed')]),
    ].join('\n'),
  };
}

function partLines({ input, compiled }: Rebuilt, say: Say): readonly string[] {
  const { system, tools, log, history, turns, newest, head, turn } = breakdown(input, compiled);
  const n = (count: number) => numberIn(say, count);
  return [
    say('context.prompt', { system: n(system), tools: n(tools) }),
    ...(log > 0 ? [say('context.log', { tokens: n(log) })] : []),
    say('context.history', { tokens: n(history), turns }),
    say('context.newest', { newest: n(newest), head: n(head) }),
    ...(turn > 0 ? [say('context.turn', { tokens: n(turn) })] : []),
  ];
}

const MOVED: Readonly<Record<string, PlainKey>> = {
  cold: 'context.moved-cold',
  pays: 'context.moved-pays',
  budget: 'context.moved-budget',
  compaction: 'context.moved-compaction',
};

/** What the model does not see, and the handles that read it again. */
function leftOutLines({ input, compiled, opening }: Rebuilt, say: Say): readonly string[] {
  const { elided, offloaded } = breakdown(input, compiled);
  const { firstKept, elisionBefore: entry, shrunk } = compiled;
  const moved = MOVED[opening.move ?? ''];
  return [
    ...(firstKept === null ? [] : [earlierLine(firstKept, latestSummary(input.path, firstKept), say)]),
    elided.length === 0
      ? say('context.none-elided')
      : say('context.elided', { results: counted(elided, say) }),
    ...(offloaded.length === 0 ? [] : [say('context.shortened', { results: counted(offloaded, say) })]),
    ...(shrunk === 0 ? [] : [say('context.shrunk', { n: shrunk })]),
    entry === null
      ? say('context.boundary-none')
      : moved === undefined
        ? say('context.boundary', { entry })
        : say('context.boundary-moved', { entry, moved: say(moved) }),
  ];
}

function earlierLine(firstKept: EntryId, summary: ReturnType<typeof latestSummary>, say: Say): string {
  const handle = earlierHandle(firstKept);
  return summary === null
    ? say('context.left-out', { handle })
    : say('context.compacted', { by: summary.by, handle });
}

function counted(handles: readonly string[], say: Say): string {
  const more = handles.length - handlesAtMost;
  const named = handles.slice(-handlesAtMost).join(', ');
  return say('why.results', {
    n: handles.length,
    handles: more > 0 ? say('context.more', { n: more, handles: named }) : named,
  });
}

/** What the server told, and what the watchdog saw. */
function serverLines(row: Row<'request'>, say: Say): readonly string[] {
  const n = (count: number | null) => numberIn(say, count ?? 0);
  const { input_tokens: input, cached_tokens: cached, output_tokens: output } = row;
  const time = seconds(row.milliseconds);
  const cost = row.cost === 0 ? say('usage.no-cost') : say('usage.cost', { cost: row.cost.toPrecision(3) });
  return [
    input === null
      ? say('context.not-counted')
      : say('context.counted', {
          input: n(input),
          cached: n(cached),
          percent: Math.round((100 * (cached ?? 0)) / Math.max(1, input)),
          output: n(output),
        }),
    row.break_reason === 'first'
      ? say('context.first')
      : say('context.repeats', {
          repeated: n(row.repeated_tokens),
          fresh: n(row.fresh_tokens),
          where:
            row.break_index === null
              ? say('context.from-tools')
              : say('context.from-message', { n: row.break_index }),
          why: say(BREAKS[row.break_reason as keyof typeof BREAKS] ?? 'why.unknown'),
        }),
    row.waited_ms === null
      ? say('context.took', { time, cost })
      : say('context.took-first', { first: seconds(row.waited_ms), time, cost }),
  ];
}

const BREAKS = {
  none: 'context.break-none',
  tools: 'context.break-tools',
  system: 'context.break-system',
  cut: 'context.break-cut',
  elision: 'context.break-elision',
  head: 'context.break-head',
  turn: 'context.break-turn',
  history: 'context.break-history',
} as const satisfies Readonly<Record<string, PlainKey>>;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function estimateLine(row: Row<'request'>, calibration: Calibration, say: Say): string {
  const error = errorOf(calibration);
  const factor = row.factor.toFixed(2);
  return error === null
    ? say('context.estimates-new', { factor, n: calibration.samples })
    : say('context.estimates', { factor, percent: Math.round(100 * error) });
}

function windowLine({ input, compiled, row }: Rebuilt, say: Say): string {
  const { window, maxOutput } = input.limits;
  const used = row.estimated_tokens;
  return say('context.window', {
    window: numberIn(say, window),
    used: numberIn(say, used),
    kept: numberIn(say, maxOutput),
    free: numberIn(say, Math.max(0, compiled.budget.request - used)),
  });
}
