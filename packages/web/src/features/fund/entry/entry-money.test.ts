import type { ParticipationEntry } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { expect, it } from 'vitest'
import { formatMoney } from '../../../ui/format/money.ts'
import { describeDeletedEntry, moneyChoices, describeInactiveEntry } from './entry-money.ts'

const money = { state: 'ARRIVED', amount: 7_500n as Cents, day: '2026-03-10', canReturn: true } as const
const entry = {
  id: 'e1',
  date: '2026-03-09',
  amount: 7_500n as Cents,
  type: 'contribution',
  isActive: true,
  description: 'By mistake',
  state: 'dealt',
  units: null,
  unitValue: null,
  bankAccount: null,
  isBackDated: false,
  money,
} satisfies ParticipationEntry

it('says before a deletion where the money is', () => {
  expect(describeDeletedEntry(entry, formatMoney)).toContain(
    'Its deposit of $75.00 has been in the account since 2026-03-10.',
  )
  expect(
    describeDeletedEntry({ ...entry, type: 'retribution', money: { ...money, amount: -7_500n as Cents } }, formatMoney),
  ).toContain('Its withdrawal of $75.00 left the account on 2026-03-10.')
  expect(describeDeletedEntry({ ...entry, money: { ...money, state: 'WAITING' } }, formatMoney)).toContain(
    'is still on its way',
  )
})

it('offers only what is possible', () => {
  expect(moneyChoices(entry, formatMoney).map(({ value, isOff }) => [value, isOff])).toEqual([
    ['keep', false],
    ['return', false],
    ['match', false],
  ])
  expect(
    moneyChoices({ ...entry, money: { ...money, canReturn: false } }, formatMoney).find(
      ({ value }) => value === 'return',
    ),
  ).toMatchObject({ isOff: true, description: expect.stringContaining('Only possible') })
})

it('asks before an entry is switched off only when money came with it', () => {
  expect(describeInactiveEntry({ ...entry, money: null }, formatMoney)).toBeUndefined()
  expect(describeInactiveEntry(entry, formatMoney)).toContain(
    'counts as Unallocated until the entry is activated again',
  )
})
