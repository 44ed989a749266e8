// How well a model has to do in `npm run eval:model` to be called supported, and the sentence that says where that is told.

/** The least share of right turns, and the largest share of turns with a false statement, from 0 to 1. */
export const FLOOR = { right: 0.85, false: 0.02 } as const;

/** What the doctor says: it makes three small requests, and they show nothing of how well a model works. */
export const floorLine = `not measured here: "npm run eval:model -- --quick" tells whether it is supported (${FLOOR.right * 100}% of turns right, at most ${FLOOR.false * 100}% with a false statement; docs/models.md).`;
