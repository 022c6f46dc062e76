import { describe, expect, it } from 'vitest'
import type { OrderLeg } from './order-leg.ts'
import { SPREAD_SHAPES, isShape, shapeOf } from './spread-shape.ts'

/** Parses a leg: `+1 C55` buys a March call, `-2 later P45` writes two April puts, `+100` buys shares. */
function leg(text: string): OrderLeg {
  const [, sign = '', ratio = '', later = '', right, strike = ''] =
    /^([+-])(\d+)(?: (later )?([CP])([\d.]+))?$/.exec(text) ?? []
  const isBuy = sign === '+'
  const common = { cusip: null, description: text, ratio: BigInt(ratio) }
  if (right === undefined)
    return { ...common, symbol: 'ACME', assetType: 'EQUITY', multiplier: 1n, instruction: isBuy ? 'BUY' : 'SELL' }
  const symbol = `ACME  ${later === undefined || later === '' ? '260320' : '260417'}${right}${String(Number(strike) * 1_000).padStart(8, '0')}`
  return {
    ...common,
    symbol,
    assetType: 'OPTION',
    multiplier: 100n,
    instruction: isBuy ? 'BUY_TO_OPEN' : 'SELL_TO_OPEN',
  }
}

describe('the shape of legs', () => {
  it.each<[string, readonly string[]]>([
    ['VERTICAL', ['+1 C55', '-1 C60']],
    ['VERTICAL', ['-1 P45', '+1 P40']],
    ['BACK_RATIO', ['-1 C55', '+2 C60']],
    ['CALENDAR', ['-1 C55', '+1 later C55']],
    ['DIAGONAL', ['-1 C55', '+1 later C60']],
    ['STRADDLE', ['+1 C50', '+1 P50']],
    ['STRANGLE', ['-1 C55', '-1 P45']],
    ['BUTTERFLY', ['+1 C50', '-2 C55', '+1 C60']],
    ['UNBALANCED_BUTTERFLY', ['+1 C50', '-2 C55', '+1 C65']],
    ['CONDOR', ['+1 C45', '-1 C50', '-1 C55', '+1 C60']],
    ['IRON_CONDOR', ['+1 P40', '-1 P45', '-1 C55', '+1 C60']],
    ['IRON_CONDOR', ['+1 P45', '-1 P50', '-1 C50', '+1 C55']],
    ['UNBALANCED_IRON_CONDOR', ['+2 P40', '-2 P45', '-1 C55', '+1 C60']],
    ['COVERED', ['+100', '-1 C55']],
    ['COLLAR_WITH_STOCK', ['+100', '-1 C55', '+1 P45']],
    ['CUSTOM', ['+100', '+1 C55']],
    ['CUSTOM', ['+200', '-1 C55']],
    ['CUSTOM', ['-1 P45', '+1 C60']],
    ['CUSTOM', ['+1 C55', '+1 C60']],
    ['CUSTOM', ['+1 C55']],
    ['CUSTOM', ['+100']],
  ])('%s', (shape, legs) => {
    expect(shapeOf(legs.map(leg))).toBe(shape)
  })

  it.each<[string, readonly string[]]>([
    ['BUTTERFLY', ['+1 C60', '+1 C50', '-2 C55']],
    ['UNBALANCED_BUTTERFLY', ['-2 C55', '+1 C65', '+1 C50']],
    ['CONDOR', ['+1 C60', '-1 C50', '+1 C45', '-1 C55']],
    ['IRON_CONDOR', ['+1 C60', '-1 C55', '-1 P45', '+1 P40']],
    ['IRON_CONDOR', ['-1 C50', '-1 P50', '+1 C55', '+1 P45']],
  ])('does not depend on their order: %s', (shape, legs) => {
    expect(shapeOf(legs.map(leg))).toBe(shape)
    expect(shapeOf(legs.toReversed().map(leg))).toBe(shape)
  })

  it.each<[string, readonly string[]]>([
    ['BUTTERFLY', ['-1 P50', '+2 P55', '-1 P60']],
    ['CONDOR', ['-1 P45', '+1 P50', '+1 P55', '-1 P60']],
    ['IRON_CONDOR', ['-1 P40', '+1 P45', '+1 C55', '-1 C60']],
    ['COVERED', ['-100', '+1 C55']],
    ['COLLAR_WITH_STOCK', ['-100', '+1 C55', '-1 P45']],
    ['COVERED', ['+300', '-3 C55']],
  ])('is the same on the other side, and for more contracts: %s', (shape, legs) => {
    expect(shapeOf(legs.map(leg))).toBe(shape)
  })

  it.each<[string, string, readonly string[]]>([
    ['a ratio of one contract', 'CUSTOM', ['-1 C55', '+2 C55']],
    ['a ratio over two expirations', 'CUSTOM', ['-1 C55', '+2 later C60']],
    ['a ratio of one strike over two expirations', 'CUSTOM', ['-1 C55', '+2 later C55']],
    ['a straddle of unequal numbers', 'CUSTOM', ['+1 C50', '+2 P50']],
    ['a straddle over two expirations', 'CUSTOM', ['+1 C50', '+1 later P50']],
    ['a butterfly over two expirations', 'CUSTOM', ['+1 C50', '-2 later C55', '+1 C60']],
    ['a butterfly with a put', 'CUSTOM', ['+1 P50', '-2 C55', '+1 C60']],
    ['three legs, two of one side together', 'CUSTOM', ['+1 C50', '+1 C55', '-1 C60']],
    ['a butterfly with three in its middle', 'UNBALANCED_BUTTERFLY', ['+1 C50', '-3 C55', '+1 C60']],
    ['a condor with uneven wings', 'UNBALANCED_CONDOR', ['+1 C45', '-1 C50', '-1 C55', '+1 C65']],
    ['a condor of uneven numbers', 'UNBALANCED_CONDOR', ['+1 C45', '-2 C50', '-2 C55', '+1 C60']],
    ['four legs, two of one side together', 'CUSTOM', ['+1 C45', '+1 C50', '-1 C55', '-1 C60']],
    ['four legs by turns', 'CUSTOM', ['+1 P45', '-1 P50', '+1 C55', '-1 C60']],
    ['an iron condor with the calls below the puts', 'CUSTOM', ['+1 C40', '-1 C45', '-1 P55', '+1 P60']],
    ['shares with a put only', 'CUSTOM', ['+100', '+1 P45']],
    ['shares with a written put', 'CUSTOM', ['+100', '-1 P45']],
    ['shares with two calls', 'CUSTOM', ['+100', '-1 C55', '-1 C60']],
    ['a collar whose put is written too', 'CUSTOM', ['+100', '-1 C55', '-1 P45']],
    ['a collar whose call is bought too', 'CUSTOM', ['+100', '+1 C55', '+1 P45']],
    ['a collar with two puts', 'CUSTOM', ['+100', '-1 C55', '+2 P45']],
    ['shares twice', 'CUSTOM', ['+100', '+100', '-1 C55']],
  ])('%s is %s', (_, shape, legs) => {
    expect(shapeOf(legs.map(leg))).toBe(shape)
  })

  it('may be called by the words for rolls and the like, and by no other name than its own', () => {
    const custom = ['+1 C45', '+1 C50', '-1 C55', '-1 later C60'].map(leg)
    expect(SPREAD_SHAPES.filter((named) => isShape(custom, named))).toEqual([
      'NONE',
      'COLLAR_SYNTHETIC',
      'VERTICAL_ROLL',
      'DOUBLE_DIAGONAL',
      'UNBALANCED_VERTICAL_ROLL',
      'CUSTOM',
    ])
  })

  it('may be called by its name or by none, not by another', () => {
    const vertical = ['+1 C55', '-1 C60'].map(leg)
    expect([
      isShape(vertical, 'VERTICAL'),
      isShape(vertical, 'CUSTOM'),
      isShape(vertical, 'NONE'),
      isShape(vertical, 'STRADDLE'),
    ]).toEqual([true, true, true, false])
  })
})
