/**
 * Raised whenever old scripts no longer work with the runtime; a script with another
 * number is not run.
 */
export const scriptVersion = 4
