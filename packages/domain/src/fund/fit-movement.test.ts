import { describe, expect, test } from 'vitest'
import { openFund } from './record.ts'
import { fitMovement, type ExpectedAmount } from './fit-movement.ts'
import { contribution, dollars, march, retribution } from './testing/fund-fixture.ts'

const candidates = [
  { holderId: 'a', firstName: 'Ann', lastName: 'Keller' },
  { holderId: 'b', firstName: 'Ben', lastName: 'Okafor' },
  { holderId: 'c', firstName: 'Cleo', lastName: 'Li' },
]
const opened = openFund({ day: march(2), valueCents: dollars('0.00'), openProfitCents: dollars('0.00') })
const fit = (
  amount: string,
  text: string,
  {
    entries = opened.entries,
    expected = [],
    requested = [],
  }: {
    entries?: typeof opened.entries
    expected?: ExpectedAmount[]
    requested?: { holderId: string; amountCents: bigint }[]
  } = {},
) =>
  fitMovement({ ...opened, entries }, { amountCents: dollars(amount), text }, { candidates, expected, requested }).map(
    ({ holderId, reasons }) => [holderId, ...reasons.map(({ kind }) => kind)],
  )

describe('a movement fits', () => {
  test('the member whose last name is in its text, whatever its case and accents', () => {
    expect(fit('500.00', 'WIRE FROM KÉLLER A')).toEqual([['a', 'named']])
  })

  test('nobody whose name is only a part of a word', () => {
    expect(fit('500.00', 'Lindqvist & Sons')).toEqual([])
  })

  test('the members who paid in exactly this amount before, with how often', () => {
    const entries = [
      contribution('b', march(3), '500.00'),
      contribution('b', march(4), '500.00'),
      contribution('a', march(4), '500.01'),
      contribution('c', march(4), '500.00', { isActive: false }),
    ]
    const [only, ...others] = fitMovement(
      { ...opened, entries },
      { amountCents: dollars('500.00'), text: 'ACH' },
      { candidates, expected: [], requested: [] },
    )
    expect(only).toEqual({ holderId: 'b', reasons: [{ kind: 'usual', times: 2 }] })
    expect(others).toEqual([])
  })

  test('by what was taken out before, when money left', () => {
    const entries = [contribution('a', march(3), '500.00'), retribution('b', march(4), '500.00')]
    expect(fit('-500.00', 'ACH', { entries })).toEqual([['b', 'usual']])
  })

  test('first the member who owes this amount, with the oldest day', () => {
    const entries = [contribution('a', march(3), '500.00')]
    const due = (holderId: string, date: number): ExpectedAmount => ({
      holderId,
      day: march(date),
      amountCents: dollars('500.00'),
    })
    const expected = [due('b', 5), due('b', 4)]
    expect(fit('500.00', 'Keller March', { entries, expected })).toEqual([
      ['b', 'due'],
      ['a', 'named', 'usual'],
    ])
    const [first] = fitMovement(
      { ...opened, entries },
      { amountCents: dollars('500.00'), text: '' },
      { candidates, expected, requested: [] },
    )
    expect(first?.reasons).toEqual([{ kind: 'due', day: march(4) }])
  })

  test('before all others the member who asked for this payment, in its direction', () => {
    const expected = [{ holderId: 'b', day: march(4), amountCents: dollars('500.00') }]
    const requested = [{ holderId: 'c', amountCents: dollars('500.00') }]
    expect(fit('500.00', '', { expected, requested })).toEqual([
      ['c', 'requested'],
      ['b', 'due'],
    ])
    expect(fit('-500.00', '', { expected, requested })).toEqual([])
  })

  test('nobody by a due when money left', () => {
    const expected = [{ holderId: 'b', day: march(4), amountCents: dollars('500.00') }]
    expect(fit('-500.00', 'ACH', { expected })).toEqual([])
  })
})
