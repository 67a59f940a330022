/**
 * Raised whenever the runtime and old scripts no longer fit together; a script of another number is
 * not run.
 */
export const scriptVersion = 3
