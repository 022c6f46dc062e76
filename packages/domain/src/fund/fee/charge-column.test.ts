// Which charges have columns, and which have to be dealt line by line.
import { expect, test } from 'vitest'
import { toCents } from '../../kind.ts'
import type { FeeCharge, FeeChargeLine, FeeKind } from '../record.ts'
import { day } from '../testing/fee-fixture.ts'
import { chargeColumnsOf } from './charge-column.ts'

const line = (holderId: string, kind: FeeKind, cents: bigint, receiverId = 'office'): FeeChargeLine => ({
  holderId,
  kind,
  receiverId,
  amountCents: toCents(cents),
  settledAtto: kind === 'management' ? 3n * 2n ** 64n + cents : 0n,
})

const charge = (...lines: readonly FeeChargeLine[]): FeeCharge => ({
  id: 'f',
  endDay: day('2026-01-30'),
  rate: { numerator: 1000n, denominator: 100_000_000n },
  isWaived: false,
  isPart: false,
  lines,
})

const both = charge(line('a', 'management', 5n), line('a', 'performance', 7n), line('b', 'performance', 2n))

test('a charge has a column for each fee that somebody pays, with the cents of each holder and their sum', () => {
  const { holders, columns, lineAt, isSettled, settled } = chargeColumnsOf(both, undefined)!
  expect(holders.ids).toEqual(['a', 'b'])
  expect(columns.map(({ kind, amounts, sumCents }) => [kind, [...amounts], sumCents])).toEqual([
    ['management', [5, 0], 5],
    ['performance', [7, 2], 9],
  ])
  expect([...lineAt.subarray(0, 3)]).toEqual([0, 2, 3])
  expect([...isSettled.subarray(0, 2)]).toEqual([1, 0])
  expect([...settled.subarray(0, 2)]).toEqual([5n, 3n])
})

test('charges of the same holders share one list, and another holder makes another list', () => {
  const { holders } = chargeColumnsOf(both, undefined)!
  const same = charge(line('a', 'management', 1n), line('b', 'management', 1n))
  const longer = charge(...same.lines, line('c', 'management', 1n))
  expect(chargeColumnsOf(same, holders)!.holders).toBe(holders)
  expect(chargeColumnsOf(longer, holders)!.holders.ids).toEqual(['a', 'b', 'c'])
})

test.each([
  ['holders that are not in order', [line('b', 'management', 1n), line('a', 'management', 1n)]],
  ['a new holder before one of the last charge', [line('c', 'management', 1n), line('b', 'management', 1n)]],
  ['a holder twice', [line('a', 'management', 1n), line('b', 'management', 1n), line('a', 'performance', 1n)]],
  ['two lines of a fee for one holder', [line('a', 'management', 1n), line('a', 'management', 1n)]],
  ['the performance fee before the management fee', [line('a', 'performance', 1n), line('a', 'management', 1n)]],
  ['two receivers of a fee', [line('a', 'management', 1n), line('b', 'management', 1n, 'other')]],
  ['a line of unallocated', [line('a', 'management', 1n), line('unallocated', 'management', 0n)]],
  ['an amount below zero', [line('a', 'management', -1n)]],
  ['an amount of 2^31 cents', [line('a', 'management', 2n ** 31n)]],
])('a charge with %s has no columns, also after one that has', (_, lines) => {
  const { holders } = chargeColumnsOf(both, undefined)!
  expect(chargeColumnsOf(charge(...lines), undefined)).toBeUndefined()
  expect(chargeColumnsOf(charge(...lines), holders)).toBeUndefined()
})
