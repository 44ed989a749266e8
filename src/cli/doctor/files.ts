// The folders and files that an operator keeps: where we write, the personas, the skills and the policy. Further files of
// settings have their place here.
import { accessSync, constants, statSync } from 'node:fs';
import { type LoadedTools, loadTools } from '../../bot/load-tools.ts';
import type { Config } from '../../config.ts';
import { silentLog } from '../../log.ts';
import { loadPersonas } from '../../personas/load.ts';
import { exposedIn, isShared } from '../../process/private-files.ts';
import { loadSkills } from '../../skills/load.ts';
import { matches } from '../../tools/policy/glob.ts';
import { examine, type Finding, type Found, fault, ok, warning } from './finding.ts';
import { nearest } from './machine.ts';

interface FilesParts {
  readonly config: Config;
  readonly limitMs: number;
}

export async function filesRoom({ config, limitMs }: FilesParts): Promise<readonly Finding[]> {
  const findings = await Promise.all([
    examine('DATA_DIR', limitMs, async () => folder(config.dataDir, 'DATA_DIR')),
    examine('MEMORY_DIR', limitMs, async () => folder(config.memoryDir, 'MEMORY_DIR')),
    examine('personas', limitMs, async () => personas(config)),
    examine('skills', limitMs, async () => skills(config)),
    examine('tools', 2 * limitMs, () => tools(config)),
  ]);
  return findings.flat();
}

const folder = (path: string, setting: string): readonly Found[] => [
  writable(path, setting),
  ...openToOthers(path, setting),
];

/** What other users of this machine could read or change: conversations, notes, backups. */
function openToOthers(path: string, setting: string): readonly Found[] {
  const { loose, foreign } = exposedIn(path);
  const count = (all: readonly string[]) =>
    all.length === 1 ? `${all[0]}` : `${all[0]} and ${all.length - 1} more`;
  return [
    ...(loose.length === 0
      ? []
      : [
          warning(
            `other users of this machine may read or change ${count(loose)}.`,
            isShared(path)
              ? `Set ${setting} to a folder of its own: in ${path} there is more than Peacrab's files.`
              : `Start Peacrab, which closes them, or run: chmod -R go= ${path}`,
          ),
        ]),
    ...(foreign.length === 0
      ? []
      : [
          warning(
            `${count(foreign)} belongs to another user than the one that runs this.`,
            `Run the doctor as the user that runs Peacrab; if it still says so: chown -R that user ${path}`,
          ),
        ]),
  ];
}

function writable(folder: string, setting: string): Found {
  const there = nearest(folder);
  try {
    if (!statSync(there).isDirectory()) throw new Error(`${there} is a file`);
    accessSync(there, constants.W_OK);
    return ok(`${folder} can be written.`);
  } catch (error) {
    return fault(
      `${folder} cannot be written (${error instanceof Error ? error.message : String(error)}).`,
      `Give the user that runs Peacrab the right to write there, or set ${setting} to another folder.`,
    );
  }
}

function personas({ personasDir, defaultPersona }: Config): readonly Found[] {
  const loaded = loadPersonas(personasDir);
  const faults = loaded.faults().map(fileFault);
  const known = loaded.list();
  if (faults.length > 0 && known.length === 0) return faults;
  const titles = known.map(({ title }) => title).join(', ');
  if (loaded.find(defaultPersona) === null)
    faults.push(
      fault(`DEFAULT_PERSONA names none of them: ${defaultPersona}.`, `Set it to one of these: ${titles}.`),
    );
  return [...faults, ok(`${titles}.`)];
}

function skills({ skillsDir }: Config): readonly Found[] {
  const loaded = loadSkills(skillsDir);
  const faults = loaded.faults().map(fileFault);
  const names = loaded.list().map(({ name }) => name);
  return [...faults, ...(names.length > 0 ? [ok(`${names.join(', ')}.`)] : [])];
}

/** "cfo.md line 3: ...": a folder that cannot be read is a fault, a file that is not offered a warning. */
function fileFault(sentence: string): Found {
  const setting = / Set ([A-Z_]+) to it\.$/.exec(sentence);
  if (setting) return fault(sentence.slice(0, setting.index), setting[0].trim());
  return warning(sentence, 'Mend that line; the other files in the folder show the form.');
}

/** The policy, the MCP servers and the delegates, put together as at a start, and ended again. */
async function tools(config: Config): Promise<readonly Found[]> {
  const box = await loadTools(config, {}, silentLog);
  const away = box
    .unreachable()
    .map((sentence) =>
      fault(
        `${sentence}.`,
        'Start it, or mend the MCP file; until then its tools say that it cannot be reached.',
      ),
    );
  await box.stop();
  return [...away, ...rulesOf(config.policyFile, box)];
}

function rulesOf(path: string, { policy: { rules }, tools: inPlace }: LoadedTools): readonly Found[] {
  const idle = [...new Set(rules.flatMap(({ tool = [] }) => tool))].filter(
    (glob) => !inPlace.some(({ name }) => matches(glob, name)),
  );
  if (idle.length > 0)
    return [
      warning(
        `${path} has rules for tools without a place: ${idle.join(', ')}.`,
        `Give them a place (places: [...]), or mend the name. There are: ${inPlace.map(({ name }) => name).join(', ')}.`,
      ),
    ];
  const count = `${rules.length} rule${rules.length === 1 ? '' : 's'}`;
  return [ok(`${count}; tools: ${inPlace.map(({ name }) => name).join(', ')}.`)];
}
