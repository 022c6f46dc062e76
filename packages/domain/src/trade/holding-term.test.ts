import { expect, test } from 'vitest'
import { holdingTerm } from './holding-term.ts'

const termOf = (openedDay: string | null, closedDay: string) => holdingTerm({ side: 'LONG', openedDay, closedDay })

test.each([
  ['2025-03-04', '2025-03-04', 'SHORT_TERM'],
  ['2025-03-04', '2026-03-03', 'SHORT_TERM'],
  ['2025-03-04', '2026-03-04', 'SHORT_TERM'],
  ['2025-03-04', '2026-03-05', 'LONG_TERM'],
  ['2025-12-31', '2026-12-31', 'SHORT_TERM'],
  ['2025-12-31', '2027-01-01', 'LONG_TERM'],
  ['2024-02-28', '2025-02-28', 'SHORT_TERM'],
  ['2024-02-28', '2025-03-01', 'LONG_TERM'],
  ['2024-02-29', '2025-02-28', 'SHORT_TERM'],
  ['2024-02-29', '2025-03-01', 'LONG_TERM'],
  ['2023-02-28', '2024-02-29', 'SHORT_TERM'],
  ['2023-02-28', '2024-03-01', 'LONG_TERM'],
])('bought on %s and sold on %s it is %s', (openedDay, closedDay, term) =>
  expect(termOf(openedDay, closedDay)).toBe(term),
)

test('a short sale is short term, however long it was open', () => {
  expect(holdingTerm({ side: 'SHORT', openedDay: '2020-01-02', closedDay: '2026-01-05' })).toBe('SHORT_TERM')
})

test('a lot whose purchase is not known has no term', () => {
  expect(termOf(null, '2026-01-05')).toBeUndefined()
})
