// Which statements have the papers of a year beside them.
import { marketDay } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { coveredYear } from './covered-year.ts'

test.each([
  ['2025-01-01', '2025-12-31', '2024-03-01', 2025],
  ['2025-12-01', '2025-12-31', '2025-12-01', 2025],
  ['2025-01-01', '2025-12-31', '2025-12-01', 2025],
  ['2025-12-02', '2025-12-31', '2025-12-01', undefined],
  ['2025-01-02', '2025-12-31', '2024-03-01', undefined],
  ['2025-01-01', '2025-12-30', '2024-03-01', undefined],
  ['2024-01-01', '2025-12-31', '2024-01-01', undefined],
  ['2025-10-01', '2025-12-31', '2024-03-01', undefined],
] as const)('%s to %s of a fund opened on %s', (from, to, opening, year) => {
  expect(coveredYear({ from, to }, marketDay(opening))).toBe(year)
})
