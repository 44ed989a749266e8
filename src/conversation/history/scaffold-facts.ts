// What is put back after a compaction, taken from the rows: persona, brief, tasks, what is coming up, skills in use, the last
// results.
import type { CompactionPlan } from '../../context/compact/compact.ts';
import type { ScaffoldFacts } from '../../context/compact/scaffold.ts';
import type { Entry, SkillInUse } from '../../context/entry.ts';
import { skillsInUse } from '../../context/skills.ts';
import { oneLine } from '../../context/text.ts';
import { personaFor } from '../turn/facts/head-facts.ts';
import type { TurnFacts } from '../turn/facts/load-facts.ts';
import type { TurnServices } from '../turn/turn.ts';

const resultsAtMost = 6;

/** The scaffold's lines, from what was gathered for the turn. Pure but for the personas' files. */
export function scaffoldFacts(
  parts: TurnServices,
  facts: TurnFacts,
  { going }: CompactionPlan,
): ScaffoldFacts {
  const results = going.flatMap((entry) =>
    entry.type === 'tool_result' && entry.payload.ok
      ? [{ handle: entry.payload.handle, gist: `${entry.payload.name}: ${shortOf(entry)}` }]
      : [],
  );
  return {
    persona: personaFor(parts, facts)?.title ?? 'Assistant',
    brief: facts.room.brief === null ? [] : [facts.room.brief],
    tasks: facts.tasks,
    schedules: facts.standing,
    skills: inUse(parts, facts).map(({ name }) => `${name} (use_skill reads it again)`),
    results: results.slice(-resultsAtMost).toReversed(),
  };
}

/** What came from outside says so in its gist. */
const shortOf = ({ tainted, payload }: Entry & { readonly type: 'tool_result' }): string =>
  oneLine((tainted ? payload.gist : undefined) ?? payload.text, 20);

/** The skills in use as the turn begins. */
export function inUse(parts: Pick<TurnServices, 'clock'>, facts: TurnFacts): readonly SkillInUse[] {
  return skillsInUse(facts.path, { now: parts.clock.now(), listDoneAt: facts.listDoneAt });
}
