import { toEpochMs } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { nextStatementDue, statementPeriodAt } from './statement-due.ts'

const at = (text: string) => toEpochMs(Date.parse(text))

test.each([
  ['MONTHLY', '2026-03-04T15:00:00Z', '2026-03-05T13:00:00.000Z'],
  ['MONTHLY', '2026-03-05T13:00:00Z', '2026-04-05T12:00:00.000Z'],
  ['QUARTERLY', '2026-03-04T15:00:00Z', '2026-04-05T12:00:00.000Z'],
  ['QUARTERLY', '2026-04-05T12:00:00Z', '2026-07-05T12:00:00.000Z'],
  ['QUARTERLY', '2026-10-05T12:00:00Z', '2027-01-05T13:00:00.000Z'],
  ['YEARLY', '2026-01-04T13:00:00Z', '2026-01-05T13:00:00.000Z'],
  ['YEARLY', '2026-01-05T13:00:00Z', '2027-01-05T13:00:00.000Z'],
] as const)('%s on day 5 at 8 in New York, after %s, is due at %s', (frequency, after, due) => {
  const found = nextStatementDue({ frequency, monthDay: 5, hour: 8 }, at(after))
  expect(new Date(found).toISOString()).toBe(due)
})

test.each([
  ['MONTHLY', '2026-03-05T13:00:00Z', '2026-02-01', '2026-02-28'],
  ['MONTHLY', '2026-01-28T13:00:00Z', '2025-12-01', '2025-12-31'],
  ['QUARTERLY', '2026-04-01T04:00:00Z', '2026-01-01', '2026-03-31'],
  ['QUARTERLY', '2026-01-01T05:00:00Z', '2025-10-01', '2025-12-31'],
  ['YEARLY', '2026-01-01T05:00:00Z', '2025-01-01', '2025-12-31'],
  ['YEARLY', '2026-01-28T12:00:00Z', '2025-01-01', '2025-12-31'],
] as const)('%s statements due at %s are those for %s to %s', (frequency, due, from, to) => {
  expect(statementPeriodAt(frequency, at(due))).toEqual({ from, to })
})
