// Where the pages of participants are, and what they require.

export const path = '/console/participants'
export const config = { scope: 'admin', testToken: 'nothing' } as const

/** A participant such as 0208:0123456749. */
export function pathOf(participant: string): string {
  return `${path}/${encodeURIComponent(participant)}`
}
