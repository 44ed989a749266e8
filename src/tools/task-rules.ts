// What a scheduled task may not do by itself. Pure.

/** Words that ask for a reminder or a schedule, in the languages people write here. */
const asks =
  /remind|reminder|schedul|ping me|nudge|follow[- ]?up|erinner|rappel|recu[eé]rd|recordator|lembr|lembret|promemoria|ricord|herinner|напомн|提醒|リマインド|याद दिला|ذكّ?ر/iu;

/** Whether a task's text asks for reminders to be set. */
export const asksForReminder = (text: string): boolean => asks.test(text);
