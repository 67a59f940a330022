// The days that a business document may name.

/** The earliest date taken; anything older is a typing error. Days compare as strings. */
export const firstDay = '1900-01-01'
