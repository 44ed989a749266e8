// What the Slack channel is told: its two tokens, another address if there is one, and its timings.
export interface SlackSettings {
  /** xoxb-... */
  readonly botToken: string;
  /** xapp-..., with connections:write */
  readonly appToken: string;
  /** Another base address of the Web API, apps.connections.open included; null for Slack's own. */
  readonly apiUrl: string | null;
}

/** All in milliseconds. A look and a send together stay below the outbox's lease of 30 s. */
export interface SlackTimings {
  /** How long a post may take. */
  readonly sendMs: number;
  /** How long a page of history may take. */
  readonly lookMs: number;
  /** How long people, rooms, status and reactions may take: an event waits for them. */
  readonly quickMs: number;
  /** Between the two looks for a message of ours: Slack's history may lag behind. */
  readonly lookAgainMs: number;
  /** A look that pages longer than this gives up. */
  readonly lookAtMostMs: number;
  /** The first wait before a new socket after a failure; doubles up to `reconnectMaxMs`. */
  readonly reconnectMs: number;
  readonly reconnectMaxMs: number;
  /** A socket that ends sooner counts as a failure. */
  readonly steadyMs: number;
  /** How long Slack may take to say hello on a new socket. */
  readonly helloMs: number;
  /** How long the other side may take to close before we do. */
  readonly closeMs: number;
  /** How long a pong may take. */
  readonly pongMs: number;
  /** How often it is looked whether something was heard. */
  readonly beatMs: number;
  /** After so long a silence Slack is asked whether it is there; if it is, the socket is deaf. */
  readonly quietMs: number;
  /** After so long a silence the socket is replaced, whether Slack answers or not. */
  readonly deafMs: number;
  /** How long a live message of a room waits for what was said there in the gap. */
  readonly waitMs: number;
  /** How often a rationed history may be read. */
  readonly rationMs: number;
  /** The first wait after a catch-up that failed; doubles. */
  readonly retryMs: number;
  /** How long a new watermark may wait to be written. */
  readonly markEveryMs: number;
}

export const slackTimings: SlackTimings = {
  sendMs: 10_000,
  lookMs: 4000,
  quickMs: 2000,
  lookAgainMs: 3000,
  lookAtMostMs: 12_000,
  reconnectMs: 1000,
  reconnectMaxMs: 30_000,
  steadyMs: 5000,
  helloMs: 15_000,
  closeMs: 1000,
  pongMs: 5000,
  beatMs: 5000,
  quietMs: 20_000,
  deafMs: 50_000,
  waitMs: 20_000,
  rationMs: 60_000,
  retryMs: 1000,
  markEveryMs: 1000,
};
