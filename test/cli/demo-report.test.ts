// What people read of the demo.
import { expect, it, vi } from 'vitest'
import { type DemoEvent, jsonReport, wordReport } from '../../src/cli/demo-report.ts'

function said(event: DemoEvent, report = wordReport()): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  report.write(event)
  const [[text] = []] = write.mock.calls
  write.mockRestore()
  return String(text)
}

const delivered = { event: 'delivered', id: '1', millis: 5, files: { sbd: 'a.sbd' } } as const

it('says whether the bytes arrived as they were sent', () => {
  const same = said({ ...delivered, identical: true })
  expect(same).toContain('the receiver holds the same bytes (5 ms in all)')
  expect(same).toMatch(/in its envelope \(SBD\) +a\.sbd\n$/)
  expect(said({ ...delivered, identical: false })).toContain('THE RECEIVER HOLDS OTHER BYTES')
})

it('says what the rules found', () => {
  const validated = { event: 'validated', id: '1', mode: 'true', errors: 0, warnings: 0 } as const
  const ruleSets = [{ id: 'en16931', version: '1.3.16', pack: 'own' as const }]
  const valid = said({ ...validated, verdict: 'valid', ruleSets })
  expect(valid).toBe('  validated            valid by en16931 1.3.16\n')
  const invalid = said({ ...validated, verdict: 'invalid', errors: 2, ruleSets })
  expect(invalid).toContain('invalid by en16931 1.3.16 (2 errors, 0 warnings)')
})

it('says what the tax authority made of both reports', () => {
  const told = { event: 'reported-to-tax', role: 'sender', id: '1', millis: 5 } as const
  expect(said({ ...told, status: 'accepted', code: 'AP' })).toBe(
    '  tax report           of the sender: accepted (AP) (5 ms in all)\n',
  )
  expect(said({ ...told, role: 'receiver', status: 'not-applicable' })).toBe(
    '  tax report           of the receiver: not-applicable (5 ms in all)\n',
  )
})

it('says where everything is', () => {
  expect(said({ event: 'kept', folder: '/demo' })).toBe('\nEverything is kept in /demo\n')
})

const foreign = 'a\u001b[2J\u009b31m\u202eb'

it.each<[string, DemoEvent]>([
  ['a name', { event: 'submitted', id: '1', document: foreign, millis: 1 }],
  ['a file', { event: 'sent-to-us', document: foreign, messageId: '1', millis: 1 }],
  ['a number', { event: 'received', id: '1', number: foreign, sender: foreign }],
  ['a refusal', { event: 'not-delivered', id: '1', status: 'failed', detail: foreign }],
  [
    'a code',
    { event: 'reported-to-tax', role: 'sender', status: 'sent', code: foreign, millis: 1 },
  ],
  ['an answer', { event: 'not-received', detail: foreign }],
  ['a warning', { event: 'warning', message: foreign, facts: { foreign } }],
  ['an endpoint', { event: 'step', step: 'sent', messageId: foreign, millis: 1 }],
])('shows nothing of strangers that moves the cursor: %s', (_, event) => {
  expect(said(event)).toContain('a[U+001B][2J[U+009B]31m[U+202E]b')
  expect(JSON.parse(said(event, jsonReport()))).toEqual(event)
  for (const text of [said(event), said(event, jsonReport())])
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})
