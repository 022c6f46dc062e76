import { expect, test } from 'vitest'
import { maskAccounts } from './mask-accounts.ts'

const columns = [{ field: 'day' }, { field: 'accountNumber' }]

test('shows the last four digits, and tells accounts apart that end alike', () => {
  const rows = [
    ['2026-03-04', '10004821'],
    ['2026-03-04', '20004821'],
    ['2026-03-05', '10004821'],
    ['2026-03-05', '10000007'],
    ['2026-03-05', null],
  ]
  expect(maskAccounts(columns, rows).map(([, account]) => account)).toEqual([
    '•••• 4821 (1)',
    '•••• 4821 (2)',
    '•••• 4821 (1)',
    '•••• 0007',
    null,
  ])
})

test('leaves rows without an account as they are', () => {
  const rows = [['10004821']]
  expect(maskAccounts([{ field: 'orderId' }], rows)).toBe(rows)
})
