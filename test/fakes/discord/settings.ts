// Timings and switches of the fake, with Discord's own values as defaults. Tests run them faster or ask for less.

export interface Settings {
  /** Sent in Hello; a client silent for twice as long is closed with 4009. */
  heartbeatIntervalMs: number;
  /** How long a gateway session outlives its socket. */
  sessionMs: number;
  /** How long `enforce_nonce` remembers: Discord says "the past few minutes". */
  nonceMs: number;
  /** An interaction's callback must come within this time, else 10062. */
  interactionDeadlineMs: number;
  /** How long an interaction's token serves for edits and follow-ups. */
  interactionTokenMs: number;
  /** Privileged intents switched on in the developer portal. */
  messageContent: boolean;
  memberIntent: boolean;
  presenceIntent: boolean;
  /** What the invite gave our bot on the server, as the sum of permission bits. */
  botPermissions: bigint;
  /** How many sessions may still be started today. */
  sessionsLeft: number;
  /** Where interactions are posted instead of coming through the gateway. */
  interactionsUrl: string | null;
  /** So many servers that nobody but our bot is on come before the one with people. */
  otherServers: number;
  /** Whether pages of history come in another order than newest first. */
  shuffledHistory: boolean;
  /** Real per-bucket limits; null advertises headers but never refuses. */
  bucket: { readonly limit: number; readonly windowMs: number } | null;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  heartbeatIntervalMs: 41_250,
  sessionMs: 180_000,
  nonceMs: 180_000,
  interactionDeadlineMs: 3_000,
  interactionTokenMs: 900_000,
  messageContent: true,
  memberIntent: true,
  presenceIntent: false,
  botPermissions: 309_237_746_752n,
  sessionsLeft: 1000,
  interactionsUrl: null,
  otherServers: 0,
  shuffledHistory: false,
  bucket: null,
};
