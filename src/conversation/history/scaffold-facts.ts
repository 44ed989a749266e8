// What is put back after a compaction, taken from the rows: persona, brief, tasks, what is coming up, skills in use, the last
// results.
import type { CompactionPlan } from '../../context/compact/compact.ts';
import type { ScaffoldFacts } from '../../context/compact/scaffold.ts';
import type { Entry, SkillInUse } from '../../context/entry.ts';
import { skillsInUse } from '../../context/skills.ts';
import { oneLine } from '../../context/text.ts';
import type { TurnFacts } from '../turn/facts/turn-facts.ts';

const resultsAtMost = 6;

/** The scaffold's lines, from what was gathered for the turn. Pure. */
export function scaffoldFacts(facts: TurnFacts, { going }: CompactionPlan, now: Date): ScaffoldFacts {
  const results = going.flatMap((entry) =>
    entry.type === 'tool_result' && entry.payload.ok
      ? [{ handle: entry.payload.handle, gist: `${entry.payload.name}: ${shortOf(entry)}` }]
      : [],
  );
  return {
    persona: facts.persona?.title ?? 'Assistant',
    brief: facts.room.brief === null ? [] : [facts.room.brief],
    tasks: facts.tasks,
    schedules: facts.standing,
    skills: inUse(facts, now).map(({ name }) => `${name} (use_skill reads it again)`),
    results: results.slice(-resultsAtMost).toReversed(),
  };
}

/** What came from outside says so in its gist. */
const shortOf = ({ tainted, payload }: Entry & { readonly type: 'tool_result' }): string =>
  oneLine((tainted ? payload.gist : undefined) ?? payload.text, 20);

/** The skills in use as the turn begins. */
export function inUse({ path, listDoneAt }: TurnFacts, now: Date): readonly SkillInUse[] {
  return skillsInUse(path, { now, listDoneAt });
}
