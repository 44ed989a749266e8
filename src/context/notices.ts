// How the bracketed lines begin by which the harness tells the model what happened. Whoever writes such a line takes its
// beginning from here, and so does the code that recognises a copy of one in an answer. Pure.

/** The beginnings that hold no names. Each notice says what happened and, where something is to be done, what. */
export const NOTICE = {
  /** What was done from the person's words, because the reply only said so. */
  kept: 'Kept for you:',
  takenBack: 'Taken back:',
  wentBack: 'The conversation went back',
  readAgain: 'Left out here: the same was read again later.',
  persona: 'Persona changed to ',
  claimed: 'Your reply says: ',
  sameReply: 'Your reply is word for word what you said before,',
  inProgress: 'Your reply ends, and of the task list this is in progress:',
  onlyAnnounced: 'You said what you would do, but ',
  brokenCall: 'Your message held ',
  unclearCall: 'It is not clear whether your message',
  byRule: 'By a rule, ',
  allOfIt: 'All of it: recall ',
  noReply: 'No reply: the turn broke off',
  noResult: 'No result: the turn broke off',
  noWords: 'No words.',
  meanwhile: 'More was said meanwhile',
  opening: 'The conversation starts here',
  empty: 'An empty message',
  notRead: 'Attached, not read: ',
  saidBefore: 'Said here before, by others',
  saidBeforeGone: 'What others had said here',
} as const;

/** How notices began that earlier versions have stored in the history. */
export const NOTICES_BEFORE: readonly string[] = [
  "set from the person's own words:",
  'taken back, because ',
  'A branch was left',
];
