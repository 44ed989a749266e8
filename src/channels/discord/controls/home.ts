// A panel as one message: its words within Discord's 2,000 characters, and menus, since a message has five rows: one for the
// choice, one for each thing that can be done with an item. Pure.
import { ComponentType } from 'discord.js';
import type { Panel, PanelItem } from '../../../delivery/outgoing.ts';
import { type MessageBody, textAtMost } from '../outgoing/message.ts';

/** All that is pressed in a panel begins so; the menus' own ids too. */
const mark = 'home:';
const rowsAtMost = 5;
const optionsAtMost = 25;
const labelAtMost = 100;

export const isOfPanel = (action: string): boolean => action.startsWith(mark);

interface Menu {
  readonly label: string;
  readonly options: readonly {
    readonly label: string;
    readonly value: string;
    readonly description?: string;
    readonly default?: boolean;
  }[];
}

export function panelRows({ sections }: Panel): MessageBody['components'] {
  const menus = sections.flatMap((section): Menu[] => {
    if (section.type === 'text') return [];
    if (section.type === 'list') return menusOf(section.items);
    const options = section.options.map(({ label, note, action }) => ({
      label: cut(label, labelAtMost),
      value: action,
      ...(note === '' ? {} : { description: cut(note, labelAtMost) }),
      default: action === section.chosen,
    }));
    return [{ label: section.label, options }];
  });
  return menus.slice(0, rowsAtMost).map(({ label, options }, index) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: `${mark}${index}`,
        placeholder: label,
        options: options.slice(0, optionsAtMost),
      },
    ],
  }));
}

/** One menu for each kind of button, with the items that have it. */
function menusOf(items: readonly PanelItem[]): Menu[] {
  const labels = [...new Set(items.flatMap(({ buttons }) => buttons.map(({ label }) => label)))];
  return labels.map((label) => ({
    label: `${label} ...`,
    options: items.flatMap(({ text, buttons }) => {
      const button = buttons.find((each) => each.label === label);
      return button ? [{ label: cut(`${label}: ${text}`, labelAtMost), value: button.action }] : [];
    }),
  }));
}

/** Lines of items are shortened, all alike, until the whole fits. */
export function panelContent(panel: Panel): string {
  for (const most of [160, 120, 90, 70, 50]) {
    const text = contentOf(panel, most);
    if (text.length <= textAtMost) return text;
  }
  return cut(contentOf(panel, 50), textAtMost);
}

function contentOf({ sections }: Panel, lineAtMost: number): string {
  return sections
    .flatMap((section) => {
      if (section.type === 'choice') return [];
      if (section.type === 'text') return [section.text];
      const lines = section.items.map(({ text }) => `- ${cut(harmless(text), lineAtMost)}`);
      return [[`**${section.title}**`, ...(lines.length === 0 ? [section.none] : lines)].join('\n')];
    })
    .join('\n\n');
}

/** Words of people are no markup. */
const harmless = (text: string): string => text.replace(/[*_`~|\\<>[\]]/g, '\\$&');

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff\\]$/, '')}…`;
