/** What a colour says: only `care` and `bad` ask for action. */
export const tones = ['info', 'good', 'care', 'bad', 'quiet'] as const
export type Tone = (typeof tones)[number]
