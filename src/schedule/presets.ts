// The times offered for "Remind me about this", the same in every channel.

interface Preset {
  readonly key: 'button.in-hour' | 'button.tomorrow' | 'button.next-monday';
  /** In English, for menus that are the same for everybody. */
  readonly label: string;
  /** Words that resolveWhen understands. */
  readonly when: string;
}

export const remindAboutPresets: readonly Preset[] = [
  { key: 'button.in-hour', label: 'In 1 hour', when: 'in 1 hour' },
  { key: 'button.tomorrow', label: 'Tomorrow 9:00', when: 'tomorrow at 09:00' },
  { key: 'button.next-monday', label: 'Next Monday 9:00', when: 'next monday at 09:00' },
];
