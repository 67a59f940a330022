/** Files of the reference in the built program, each compressed by brotli. */
export const packedReference = new URL('../../reference/', import.meta.url)
