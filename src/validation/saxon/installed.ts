// Checks for saxon-js: an optional dependency under a licence of its own, left out of the image,
// and never loaded unless chosen.
import { createRequire } from 'node:module'

const { resolve: resolveHere } = createRequire(import.meta.url)

/** Throws an Error that says what to install. */
export function checkSaxonInstalled(resolve: (name: string) => string = resolveHere): void {
  try {
    resolve('saxon-js')
  } catch (cause) {
    throw new Error(
      'VALIDATION_ENGINE=saxon needs the package saxon-js, which is not installed: ' +
        'npm install saxon-js',
      { cause },
    )
  }
}
