// What people read of the demo.
import { expect, it, vi } from 'vitest'
import { wordReport } from '../../src/cli/demo-report.ts'

function said(event: Parameters<ReturnType<typeof wordReport>['say']>[0]): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  wordReport().say(event)
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

it('says where everything is', () => {
  expect(said({ event: 'kept', folder: '/demo' })).toBe('\nEverything is kept in /demo\n')
})
