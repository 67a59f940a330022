// `node --import ./test/bench/built.mjs`: what a bench imports from `src` is the built program. It
// measures what runs, not what a loader makes of the sources.
import { register } from 'node:module'

const hooks = `
  export function resolve(specifier, context, next) {
    if (!/^(\\.\\.\\/)+src\\/.*\\.ts$/.test(specifier)) return next(specifier, context)
    const built = specifier.replace('/src/', '/dist/').replace(/ts$/, 'js')
    return { url: new URL(built, context.parentURL).href, format: 'module', shortCircuit: true }
  }`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
