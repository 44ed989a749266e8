// The times offered for "Remind me about this", the same in every channel.

interface Preset {
  readonly key: 'button.in-hour' | 'button.tomorrow' | 'button.next-monday';
  /** Words that resolveWhen understands. */
  readonly when: string;
}

export const remindAboutPresets: readonly Preset[] = [
  { key: 'button.in-hour', when: 'in 1 hour' },
  { key: 'button.tomorrow', when: 'tomorrow at 09:00' },
  { key: 'button.next-monday', when: 'next monday at 09:00' },
];
