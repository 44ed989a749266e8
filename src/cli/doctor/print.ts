// The findings as a short list, and the line under it. Nothing that was given as a secret is ever printed.
import { settingNames } from '../../config.ts';
import type { Finding } from './finding.ts';

export interface Room {
  /** "Slack" */
  readonly name: string;
  readonly findings: readonly Finding[];
}

const marks = { ok: '✓', warning: '!', fault: '✗' } as const;
const secretSettings = settingNames.filter((name) => /_(TOKEN|KEY)$/.test(name));
/** What is shorter is a placeholder such as "none". */
const shortestSecret = 6;

/** The whole report. */
export function printed(rooms: readonly Room[], env: Readonly<Record<string, string | undefined>>): string {
  const lines = rooms.flatMap(({ name, findings }) => ['', name, ...findings.flatMap(linesOf)]);
  return withoutSecrets(['Peacrab, looked over:', ...lines, '', summary(rooms)].join('\n'), env);
}

function linesOf(finding: Finding): readonly string[] {
  const line = `  ${marks[finding.outcome]} ${finding.check}: ${finding.says}`;
  return finding.outcome === 'ok' ? [line] : [line, `    → ${finding.mend}`];
}

/** Whether Peacrab should not be started like this. */
export const hasFault = (rooms: readonly Room[]): boolean => counted(rooms, 'fault') > 0;

function summary(rooms: readonly Room[]): string {
  const [faults, warnings, good] = [counted(rooms, 'fault'), counted(rooms, 'warning'), counted(rooms, 'ok')];
  const number = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const counts = `${number(faults, 'fault')}, ${number(warnings, 'warning')}, ${good} in order.`;
  if (faults > 0) return `${counts} Mend what is marked ✗, then run "npm run doctor" again.`;
  return `${counts} Start it with "npm start".`;
}

const counted = (rooms: readonly Room[], outcome: Finding['outcome']): number =>
  rooms.flatMap(({ findings }) => findings).filter((each) => each.outcome === outcome).length;

/** Servers may repeat in their answers what they were sent. */
function withoutSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const url = URL.parse(env.DATABASE_URL ?? '');
  return [...secretSettings.map((name) => env[name] ?? ''), url?.password ?? '']
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
}
