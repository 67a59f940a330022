// Text written by strangers, on its way to a terminal: it must not move the cursor, change colours,
// or look like a line of ours.

/**
 * C0 and C1 controls, DEL, Unicode's line separators, and characters that change the
 * direction of text.
 */
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line, with each control character as its code, such as [U+009B]. */
export function foreignText(text: string): string {
  return text.replace(controls, (character) => `[U+${codeOf(character).toUpperCase()}]`)
}

/** A value as one line of JSON that is safe to show in a terminal. */
export function jsonLine(value: unknown): string {
  return escaped(JSON.stringify(value))
}

/** The same for people to read: with each member on a line of its own. */
export function indentedJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split('\n').map(escaped).join('\n')
}

function escaped(json: string): string {
  return json.replace(controls, (character) => `\\u${codeOf(character)}`)
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0')
}
