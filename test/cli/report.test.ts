// `fourcorner report`: what it prints.
import { expect, it } from 'vitest'
import { describeMonth, reportCommand } from '../../src/cli/report.ts'
import type { ReportingMonth } from '../../src/core/operations/reports.ts'

const shown: ReportingMonth = {
  ...{ month: '2026-10', isOver: true, reporter: 'POP000306' },
  exchanges: { incoming: 12, outgoing: 30, uncounted: 0 },
  endUsers: { sending: 3, receiving: 2, sendingOrReceiving: 4 },
  serviceLevels: {
    'MLS-1': { withinMinutes: 20, target: 0.995, measured: 8, inTime: 7, share: 0.875 },
    'MLS-2': { withinMinutes: 25, target: 0.995, measured: 0, inTime: 0 },
  },
  submitted: [],
}

it('says in words what a month was, and what was done', () => {
  const submittedAt = '2026-11-02T06:00:00.000Z'
  const submitted = [
    { report: 'TSR' as const, id: 'id-1', status: 'accepted' as const, submittedAt },
  ]
  expect(describeMonth({ ...shown, submitted }, ['out/tsr-2026-10.xml'])).toBe(`\
2026-10, of POP000306
  exchanges     12 incoming, 30 outgoing
  end users     3 sending, 2 receiving, 4 in all
  MLS-1         87.5 % within 20 minutes (7 of 8; 99.5 % is the target)
  MLS-2         nothing to measure
  TSR           accepted, submitted ${submittedAt} as id-1
  written       out/tsr-2026-10.xml
`)
})

it('says that a month is not over', () => {
  expect(describeMonth({ ...shown, isOver: false }, [])).toMatch(/^2026-10, which is not over, of /)
})

it.each(['2026-13', '2026', 'October'])('refuses %s, which is no month', (month) => {
  const command = reportCommand()
    .exitOverride()
    .configureOutput({ writeErr() {} })
  expect(() => command.parse([month], { from: 'user' })).toThrow(/not a month/)
})
