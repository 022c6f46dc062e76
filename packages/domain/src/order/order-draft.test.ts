import { describe, expect, test } from 'vitest'
import {
  instructionFor,
  isClosingStop,
  isOpening,
  isStopType,
  sideOf,
  stopTypes,
  tradeInstructions,
  type TradeInstruction,
} from './order-draft.ts'

describe('the instruction for a side', () => {
  test.each<[string, Parameters<typeof instructionFor>, TradeInstruction]>([
    ['a BUY without a position opens', ['BUY', 0], 'BUY'],
    ['a BUY of what is long adds', ['BUY', 5], 'BUY'],
    ['a BUY of what is short covers', ['BUY', -1], 'BUY_TO_COVER'],
    ['a SELL sells', ['SELL', 5], 'SELL'],
    ['a short sale is one, even of what is short', ['SELL_SHORT', -5], 'SELL_SHORT'],
    ['the BUY below a short sale covers it', ['BUY', 0, 'SELL_SHORT'], 'BUY_TO_COVER'],
    ['the BUY below another order is its own', ['BUY', -5, 'BUY'], 'BUY'],
    ['a SELL below a short sale is no purchase', ['SELL', 0, 'SELL_SHORT'], 'SELL'],
    ['a BUY of a contract opens', ['BUY', 0, undefined, true], 'BUY_TO_OPEN'],
    ['a BUY of a written contract closes', ['BUY', -1, undefined, true], 'BUY_TO_CLOSE'],
    ['the BUY below a written contract closes it', ['BUY', 0, 'SELL_SHORT', true], 'BUY_TO_CLOSE'],
    ['a SELL of a contract closes', ['SELL', 0, undefined, true], 'SELL_TO_CLOSE'],
    ['a short sale of a contract writes', ['SELL_SHORT', 5, undefined, true], 'SELL_TO_OPEN'],
  ])('%s', (_what, given, expected) => {
    expect(instructionFor(...given)).toBe(expected)
  })
})

test('an instruction opens or closes, and belongs to one side', () => {
  expect(tradeInstructions.filter(isOpening)).toEqual(['BUY', 'SELL_SHORT', 'BUY_TO_OPEN', 'SELL_TO_OPEN'])
  expect([isOpening('SELL_SHORT_EXEMPT'), isOpening('EXCHANGE')]).toEqual([true, false])
  expect(tradeInstructions.filter((one) => sideOf(one) === 'BUY')).toEqual([
    'BUY',
    'BUY_TO_COVER',
    'BUY_TO_OPEN',
    'BUY_TO_CLOSE',
  ])
  expect([sideOf('SELL_SHORT'), sideOf('EXCHANGE')]).toEqual(['SELL', 'SELL'])
})

test('only a stop on the closing side protects', () => {
  expect(stopTypes.map(isStopType)).toEqual([true, true, true, true])
  expect([isStopType('LIMIT'), isStopType(null), isStopType('MARKET')]).toEqual([false, false, false])
  expect(isClosingStop('TRAILING_STOP_LIMIT', 'SELL')).toBe(true)
  expect(isClosingStop('STOP', 'BUY_TO_COVER')).toBe(true)
  expect(isClosingStop('STOP', 'BUY')).toBe(false)
  expect(isClosingStop('LIMIT', 'SELL')).toBe(false)
  expect(isClosingStop('STOP', null)).toBe(false)
  expect(isClosingStop(null, 'SELL')).toBe(false)
})
