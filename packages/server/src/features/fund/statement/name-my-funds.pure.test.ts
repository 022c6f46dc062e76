import { expect, test } from 'vitest'
import { nameMyFunds } from './name-my-funds.ts'

const place = (account: string, fields: { club?: string; name?: string } = {}) => ({
  account_id: account,
  number: `6000${account}`,
  manager: 'Maria Keller',
  club: fields.club ?? null,
  name: fields.name ?? 'Ann Lund',
})

test('a fund has the name of its club, else that of its manager', () => {
  expect(nameMyFunds([place('4821', { club: 'Harbour Club' }), place('0077')])).toEqual([
    'Harbour Club',
    'Fund of Maria Keller',
  ])
})

test('funds of one name are told apart by their account, and two parts in one fund by the member', () => {
  expect(nameMyFunds([place('4821'), place('0077'), place('0077', { name: 'Bo Lund' })])).toEqual([
    'Fund of Maria Keller · •••• 4821',
    'Fund of Maria Keller · •••• 0077 · Ann Lund',
    'Fund of Maria Keller · •••• 0077 · Bo Lund',
  ])
})
