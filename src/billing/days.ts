// The days that a business document may name.

/**
 * Before it no document was made that is an invoice today; a year such as 0000 is a slip. Days
 * compare as texts.
 */
export const firstDay = '1900-01-01'
