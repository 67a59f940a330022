// Pages for operators under /console: rendered here over `core`; they work without a script.
export { consolePages } from './console-pages.ts'
