// The guides as a gateway serves them: their links lead somewhere.
import { expect, it } from 'vitest'
import { readGuides } from '../../../src/http/reference/guides.ts'

const guides = await readGuides()
const links = [...guides.values()].flatMap((guide) =>
  [...guide.toString().matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!.split('#')[0]!),
)

it('they link each other, the reference and the web, and nothing that is not served', () => {
  const served = ['/openapi.json', ...[...guides.keys()].map((name) => `/guides/${name}`)]
  expect(links).toContain('/guides/api.md')
  expect(links).toContain('/openapi.json')
  const dead = links.filter(
    (link) => link !== '' && !link.startsWith('https://') && !served.includes(link),
  )
  expect(dead).toEqual([])
})
