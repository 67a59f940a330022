// The unique identifier that some countries want of a document.
import { text } from './field.ts'

export function uuid(term: string) {
  return text({
    term,
    about:
      'Unique identifier; by default a UUID of version 5, always the same for a seller, type ' +
      'code, number and day',
    example: '4b6000ca-0128-4bdc-99a6-406f2909247f',
  }).regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, {
    error: `is no UUID: leave it out, or write one (${term})`,
  })
}
