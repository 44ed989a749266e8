// The home of a person as data: who I am to them, their reminders, notes and usage, with what can be done about each; and
// the same as text. Built from facts of that person alone; each platform renders it in its own way. Pure.

import type { PersonId, ScheduleId } from '../../database/ids.ts';
import type { Panel, PanelItem, PanelSection } from '../../delivery/outgoing.ts';
import { english, type Say } from '../../language/say.ts';

export interface HomeFacts {
  /** English if absent. */
  readonly say?: Say;
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
  /** What can be done here and what cannot, a line each. */
  readonly abilities: readonly string[];
  /** For how long what is kept. */
  readonly kept: string;
}

const shownAtMost = 10;
const textAtMost = 150;

export function homePanel(facts: HomeFacts): Panel {
  const { person, notice, personas, persona, usage, say = english } = facts;
  const zone = person.zone === null ? say('home.no-zone') : say('home.zone', { zone: person.zone });
  const title = personas.find(({ slug }) => slug === persona)?.title ?? persona;
  return {
    person: person.id,
    sections: [
      ...(notice === null ? [] : [{ type: 'text', text: notice } as const]),
      {
        type: 'text',
        text: say('home.head', { name: cut(person.name, 40), persona: title, zone }),
      },
      {
        type: 'choice',
        label: say('home.who'),
        options: personas.map((each) => ({
          label: each.title,
          note: each.description,
          action: `home:persona:${each.slug}`,
        })),
        chosen: `home:persona:${persona}`,
      },
      listOf(say, 'home.reminders', 'home.no-reminders', facts.reminders, reminderItem),
      listOf(say, 'home.notes', 'home.no-notes', facts.notes, noteItem),
      { type: 'text', text: `**${say('home.usage')}**\n${usage}` },
      { type: 'text', text: [...facts.abilities, `${facts.kept} ${say('home.more')}`].join('\n') },
    ],
  };
}

function listOf<T>(
  say: Say,
  titleKey: 'home.reminders' | 'home.notes',
  none: 'home.no-reminders' | 'home.no-notes',
  all: readonly T[],
  item: (one: T, say: Say) => PanelItem,
): PanelSection {
  const title = say(titleKey);
  return {
    type: 'list',
    title: all.length > shownAtMost ? say('home.of', { title, n: shownAtMost, all: all.length }) : title,
    none: say(none),
    items: all.slice(0, shownAtMost).map((one) => item(one, say)),
  };
}

const reminderItem = ({ id, text, line }: HomeFacts['reminders'][number], say: Say): PanelItem => ({
  text: `${cut(text, textAtMost)}: ${line}`,
  buttons: [
    { label: say('button.snooze-hour'), action: `home:snooze:${id}` },
    { label: say('button.done'), action: `home:done:${id}` },
    { label: say('button.cancel'), action: `home:cancel:${id}`, style: 'danger' },
  ],
});

const noteItem = ({ handle, text, date }: HomeFacts['notes'][number], say: Say): PanelItem => ({
  text: `${cut(text, textAtMost)} (${handle}, ${date})`,
  buttons: [{ label: say('button.forget'), action: `home:forget:${handle}` }],
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
