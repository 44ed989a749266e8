// For how long what is kept, as people are told. Pure.

/** @param days null: for ever */
export function keptFor(days: number | null): string {
  const rows = 'Notes, reminders, tasks and what was changed stay until you take them away';
  return days === null
    ? `What we say is kept until you say "forget me". ${rows}.`
    : `What we say is kept for ${days} ${days === 1 ? 'day' : 'days'}, and as long as a conversation goes on, what it goes on from. ${rows}. "forget me" erases all.`;
}
