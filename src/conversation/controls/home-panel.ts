// The home of a person as data: who I am to them, their reminders, notes and usage, with what can be done about each; and
// the same as text. Built from facts of that person alone; each platform renders it in its own way. Pure.

import type { PersonId, ScheduleId } from '../../database/ids.ts';
import type { Panel, PanelItem, PanelSection } from '../../delivery/outgoing.ts';

export interface HomeFacts {
  readonly person: { readonly id: PersonId; readonly name: string; readonly zone: string | null };
  /** What has just been done here, or why it was not. */
  readonly notice: string | null;
  readonly personas: readonly {
    readonly slug: string;
    readonly title: string;
    readonly description: string;
  }[];
  /** The slug of the one that speaks. */
  readonly persona: string;
  /** Soonest first. */
  readonly reminders: readonly { readonly id: ScheduleId; readonly text: string; readonly line: string }[];
  /** Newest first. */
  readonly notes: readonly { readonly handle: string; readonly text: string; readonly date: string }[];
  /** Lines of Markdown. */
  readonly usage: string;
  /** For how long what is kept. */
  readonly kept: string;
}

const shownAtMost = 10;
const textAtMost = 150;

export function homePanel(facts: HomeFacts): Panel {
  const { person, notice, personas, persona, usage } = facts;
  const zone =
    person.zone === null
      ? 'I do not know your time zone yet: "timezone Europe/Berlin" sets it.'
      : `Your time zone is ${person.zone}.`;
  const title = personas.find(({ slug }) => slug === persona)?.title ?? persona;
  return {
    person: person.id,
    sections: [
      ...(notice === null ? [] : [{ type: 'text', text: notice } as const]),
      {
        type: 'text',
        text: `**Peacrab**, at home with ${cut(person.name, 40)}. I speak to you as **${title}**. ${zone}`,
      },
      {
        type: 'choice',
        label: 'Who speaks with you',
        options: personas.map((each) => ({
          label: each.title,
          note: each.description,
          action: `home:persona:${each.slug}`,
        })),
        chosen: `home:persona:${persona}`,
      },
      listOf(
        'Coming up',
        'No reminders are set. Say "remind me tomorrow at 9 to stretch".',
        facts.reminders,
        reminderItem,
      ),
      listOf(
        'Notes',
        'I remember nothing yet. Say "remember that I like short answers".',
        facts.notes,
        noteItem,
      ),
      { type: 'text', text: `**Usage**\n${usage}` },
      {
        type: 'text',
        text: `${facts.kept} Say "help" for all that I can do, "export" for a copy of what is yours. How it works: docs/ beside my source.`,
      },
    ],
  };
}

function listOf<T>(
  title: string,
  none: string,
  all: readonly T[],
  item: (one: T) => PanelItem,
): PanelSection {
  const more = all.length - shownAtMost;
  return {
    type: 'list',
    title: more > 0 ? `${title} (${shownAtMost} of ${all.length})` : title,
    none,
    items: all.slice(0, shownAtMost).map(item),
  };
}

const reminderItem = ({ id, text, line }: HomeFacts['reminders'][number]): PanelItem => ({
  text: `${cut(text, textAtMost)}: ${line}`,
  buttons: [
    { label: 'Snooze 1 h', action: `home:snooze:${id}` },
    { label: 'Done', action: `home:done:${id}` },
    { label: 'Cancel', action: `home:cancel:${id}`, style: 'danger' },
  ],
});

const noteItem = ({ handle, text, date }: HomeFacts['notes'][number]): PanelItem => ({
  text: `${cut(text, textAtMost)} (${handle}, ${date})`,
  buttons: [{ label: 'Forget', action: `home:forget:${handle}` }],
});

function cut(text: string, most: number): string {
  const line = [...text.replace(/\s+/gu, ' ').trim()];
  return line.length <= most ? line.join('') : `${line.slice(0, most - 1).join('')}…`;
}

/** The panel where there is nothing to press. */
export function panelText({ sections }: Panel): string {
  return sections
    .map((section) => {
      if (section.type === 'text') return section.text;
      if (section.type === 'choice')
        return `${section.label}: ${section.options
          .map(({ label, action }) => (action === section.chosen ? `**${label}**` : label))
          .join(', ')}`;
      const lines = section.items.map(({ text }) => `- ${text}`);
      return [`**${section.title}**`, ...(lines.length === 0 ? [section.none] : lines)].join('\n');
    })
    .join('\n\n');
}
