// The times offered for "Remind me about this", the same in every channel.

interface Preset {
  readonly label: string;
  /** Words that resolveWhen understands. */
  readonly when: string;
}

export const remindAboutPresets: readonly Preset[] = [
  { label: 'In 1 hour', when: 'in 1 hour' },
  { label: 'Tomorrow 9:00', when: 'tomorrow at 09:00' },
  { label: 'Next Monday 9:00', when: 'next monday at 09:00' },
];
