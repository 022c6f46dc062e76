import { describe, expect, it } from 'vitest'
import type { OrderLeg } from './order-leg.ts'
import { isShape, shapeOf } from './spread-shape.ts'

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
  ])('%s', (shape, legs) => {
    expect(shapeOf(legs.map(leg))).toBe(shape)
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
