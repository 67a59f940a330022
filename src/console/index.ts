// Pages for operators under /console: rendered here over `core`, without a script.
export { consolePages } from './console-pages.ts'
