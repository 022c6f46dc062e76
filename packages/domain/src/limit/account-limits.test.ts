import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { type AccountLimits, isAllowedSymbol, loosenedLimits, noLimits } from './account-limits.ts'

const decimal = (value: Decimal.Value) => new Decimal(value)
const loosened = (before: Partial<AccountLimits>, after: Partial<AccountLimits>) =>
  loosenedLimits({ ...noLimits, ...before }, { ...noLimits, ...after })

describe('a limit is loosened', () => {
  test.each(['dailyLoss', 'openHeat', 'largestPosition', 'largestOrder', 'priceDistance'] as const)(
    'by a higher %s and by none, and not by a lower one or the first one',
    (field) => {
      expect(loosened({ [field]: decimal(500) }, { [field]: decimal('500.01') })).toEqual([field])
      expect(loosened({ [field]: decimal(500) }, { [field]: null })).toEqual([field])
      expect(loosened({ [field]: decimal(500) }, { [field]: decimal(500) })).toEqual([])
      expect(loosened({ [field]: decimal(500) }, { [field]: decimal('499.99') })).toEqual([])
      expect(loosened({ [field]: null }, { [field]: decimal(500) })).toEqual([])
    },
  )

  test('by more positions and by higher percentages', () => {
    expect(loosened({ openPositions: 5 }, { openPositions: 6 })).toEqual(['openPositions'])
    expect(loosened({ openHeatPercent: decimal(5) }, { openHeatPercent: null })).toEqual(['openHeat'])
    expect(loosened({ largestPositionPercent: decimal(5) }, { largestPositionPercent: decimal(6) })).toEqual([
      'largestPosition',
    ])
  })

  test('by less heat without a stop, where heat is limited', () => {
    const less = { heatWithoutStop: decimal(20) }
    expect(loosened({ openHeat: decimal(500) }, { openHeat: decimal(500), ...less })).toEqual(['openHeat'])
    expect(loosened({}, less)).toEqual([])
  })

  test('by keeping entries that the daily loss would cancel', () => {
    const before = { dailyLoss: decimal(500), cancelsEntries: true }
    expect(loosened(before, { dailyLoss: decimal(500) })).toEqual(['dailyLoss'])
  })

  test('by every symbol more', () => {
    const allow = (...symbols: string[]) => ({ symbolRule: 'ALLOW' as const, symbols })
    const block = (...symbols: string[]) => ({ symbolRule: 'BLOCK' as const, symbols })
    expect(loosened(allow('SPY'), allow('SPY', 'QQQ'))).toEqual(['symbols'])
    expect(loosened(allow('SPY', 'QQQ'), allow('SPY'))).toEqual([])
    expect(loosened(allow('SPY'), block('QQQ'))).toEqual(['symbols'])
    expect(loosened(allow('SPY'), {})).toEqual(['symbols'])
    expect(loosened(block('GME'), block('GME', 'AMC'))).toEqual([])
    expect(loosened(block('GME', 'AMC'), block('GME'))).toEqual(['symbols'])
    expect(loosened(block('GME'), allow('SPY'))).toEqual([])
    expect(loosened(block('GME'), allow('GME'))).toEqual(['symbols'])
    expect(loosened({}, allow('SPY'))).toEqual([])
  })
})

test('a contract is allowed or blocked with its underlying', () => {
  const call = 'ACME  261218C00100000'
  expect(isAllowedSymbol({ symbolRule: 'ALLOW', symbols: ['ACME'] }, call)).toBe(true)
  expect(isAllowedSymbol({ symbolRule: 'BLOCK', symbols: ['ACME'] }, call)).toBe(false)
  expect(isAllowedSymbol({ symbolRule: null, symbols: ['ACME'] }, call)).toBe(true)
})
