// Texts of limited length.

/** At most `lengthMax` UTF-16 units; a text that was longer ends with `…`. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // Half of a surrogate pair is no character.
  return `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
