// How long a test waits for an event before it counts as one that never comes. Tests wait for events and never for time: this
// only ends what would hang, so it is long enough for a machine that is busy with other things.

/** Milliseconds. */
export const patienceMs = 180_000;
