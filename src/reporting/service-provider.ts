// Identifiers of service providers (Peppol Policy for use of Identifiers, scheme 0242), to which
// status messages are addressed.

/** The scheme of these identifiers among those of participants. */
export const serviceProviderScheme = '0242'

// The main identifier, then a sub-identifier that the provider chose; letters of either case.
const form = /^[0-9]{6}(?:-[0-9A-Z_]{3,12}(?:\.[0-9A-Z._~-]{3,24})?)?$/i

/** Whether the text is one, without its scheme: `000306`, `000306-TEST.unit1`. */
export function isServiceProviderId(text: string): boolean {
  return form.test(text)
}

/** The main identifier of the provider with that seat: `000306` for `POP000306`. */
export function serviceProviderId(seatId: string): string {
  const digits = /^P[A-Z]{2}([0-9]{6})$/.exec(seatId)?.[1]
  if (digits === undefined) throw new Error(`'${seatId}' is not a seat id`)
  return digits
}
