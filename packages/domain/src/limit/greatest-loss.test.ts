import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { contractTerms } from '../order/option-code.ts'
import { type ContractLeg, greatestLoss } from './greatest-loss.ts'

/** `leg('C', 100, 1, 5)` is one call 100 bought at 5.00. */
function leg(right: 'C' | 'P', strike: number, quantity: number, price: number, day = '261218'): ContractLeg {
  const terms = contractTerms(`ACME  ${day}${right}${String(strike * 1000).padStart(8, '0')}`)!
  return {
    terms,
    quantity: new Decimal(quantity),
    multiplier: 100,
    cost: new Decimal(price).times(quantity).times(100),
  }
}

const lossOf = (legs: readonly ContractLeg[], shares = 0) => {
  const { bounded, unbounded } = greatestLoss(legs, new Decimal(shares))
  return [bounded.toNumber(), unbounded.toNumber()]
}

describe('the greatest loss', () => {
  test('of what is bought is its price', () => {
    expect(lossOf([leg('C', 100, 2, 5)])).toEqual([1_000, 0])
    expect(lossOf([leg('C', 100, 1, 5), leg('P', 100, 1, 4)])).toEqual([900, 0])
  })

  test('of a written put is its strike less what was received', () => {
    expect(lossOf([leg('P', 50, -1, 2)])).toEqual([4_800, 0])
  })

  test('of a written call has no bound, so it counts at its strike', () => {
    expect(lossOf([leg('C', 110, -1, 2)])).toEqual([0, 11_000])
  })

  test('of verticals is their debit, or the distance of the strikes less the credit', () => {
    expect(lossOf([leg('C', 100, 1, 5), leg('C', 110, -1, 2)])).toEqual([300, 0])
    expect(lossOf([leg('C', 100, -1, 5), leg('C', 110, 1, 2)])).toEqual([700, 0])
    expect(lossOf([leg('P', 100, -3, 4), leg('P', 95, 3, 2.5)])).toEqual([1_050, 0])
  })

  test('of an iron condor is that of its wider side alone', () => {
    const condor = [leg('P', 90, 1, 0.5), leg('P', 95, -1, 1.2), leg('C', 105, -1, 1.3), leg('C', 112, 1, 0.4)]
    expect(lossOf(condor)).toEqual([540, 0])
  })

  test('of a written straddle is bounded below and not above', () => {
    expect(lossOf([leg('P', 50, -1, 2), leg('C', 50, -1, 3)])).toEqual([4_500, 5_000])
  })

  test('of a ratio counts the calls that have no cover', () => {
    expect(lossOf([leg('C', 100, 1, 5), leg('C', 110, -2, 2)])).toEqual([100, 11_000])
  })

  test('of calendars is their debit; the other way round the written one has no cover after the bought one ends', () => {
    expect(lossOf([leg('C', 100, -1, 2, '261218'), leg('C', 100, 1, 5, '270115')])).toEqual([300, 0])
    expect(lossOf([leg('C', 100, 1, 2, '261218'), leg('C', 100, -1, 5, '270115')])).toEqual([0, 10_000])
  })

  test('of contracts that shares cover is none', () => {
    expect(lossOf([leg('C', 110, -1, 2)], 100)).toEqual([0, 0])
    expect(lossOf([leg('C', 110, -2, 2)], 199)).toEqual([0, 11_000])
    expect(lossOf([leg('P', 50, -1, 2)], -100)).toEqual([0, 0])
    expect(lossOf([leg('P', 50, -1, 2)], 100)).toEqual([4_800, 0])
  })

  test('of a vertical stays when shares could cover it, because its own leg does', () => {
    expect(lossOf([leg('C', 100, -1, 5), leg('C', 110, 1, 2)], 100)).toEqual([700, 0])
  })
})
