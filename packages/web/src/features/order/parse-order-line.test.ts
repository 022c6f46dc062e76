import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LineSide, parseOrderLine, type TypedOrder } from './parse-order-line.ts'

const nothing = {
  size: null,
  code: null,
  isMarket: false,
  limit: null,
  trigger: null,
  stop: null,
  target: null,
  duration: null,
} as const
const shares = (amount: string) => ({ mode: 'SHARES', amount }) as const
const price = (value: string) => ({ kind: 'price', value }) as const
const bracket = { side: 'buy', size: shares('100'), stop: price('190'), target: price('210') } as const

describe('an order line', () => {
  test.each<[string, Partial<TypedOrder>]>([
    ['buy 100 stop 190 target 210', bracket],
    ['b100 s190 t210', bracket],
    ['Buy 100 AAPL, Stop 190, Target 210', { ...bracket, code: 'AAPL' }],
    ['buy aapl stop=190 target: 210 100', { ...bracket, code: 'AAPL' }],
    ['b 100 sl 190 tp $210', bracket],
    ['buy 100 shares of AAPL with stop loss at 190 and target at 210', { ...bracket, code: 'AAPL' }],
    ['buy 100 limit 195', { side: 'buy', size: shares('100'), limit: '195' }],
    ['buy 100 AAPL @195.50', { side: 'buy', size: shares('100'), code: 'AAPL', limit: '195.50' }],
    ['buy 100 AAPL at 195.50', { side: 'buy', size: shares('100'), code: 'AAPL', limit: '195.50' }],
    ['buy 100 AAPL at market', { side: 'buy', size: shares('100'), code: 'AAPL', isMarket: true }],
    ['buy 100 above 200', { side: 'buy', size: shares('100'), trigger: { way: 'above', price: '200' } }],
    [
      'buy 100 above 200 limit 201 day',
      { side: 'buy', size: shares('100'), trigger: { way: 'above', price: '200' }, limit: '201', duration: 'DAY' },
    ],
    [
      'sell 50 below 180 gtc',
      {
        side: 'sell',
        size: shares('50'),
        trigger: { way: 'below', price: '180' },
        duration: 'GOOD_TILL_CANCEL',
      },
    ],
    ['sell short 50 BRK.B', { side: 'short', size: shares('50'), code: 'BRK.B' }],
    ['buy to cover 50', { side: 'cover', size: shares('50') }],
    [
      'buy $5000 stop 2%',
      { side: 'buy', size: { mode: 'DOLLARS', amount: '5000' }, stop: { kind: 'percent', value: '2' } },
    ],
    ['buy 5000 dollars of AAPL', { side: 'buy', size: { mode: 'DOLLARS', amount: '5000' }, code: 'AAPL' }],
    ['buy 5% of capital AAPL', { side: 'buy', size: { mode: 'PERCENT', amount: '5' }, code: 'AAPL' }],
    [
      'buy risk 0.5% stop 190 target 2r',
      {
        side: 'buy',
        size: { mode: 'RISK', amount: '0.5' },
        stop: price('190'),
        target: { kind: 'times', value: '2' },
      },
    ],
    ['buy 100 trail 5', { side: 'buy', size: shares('100'), stop: { kind: 'trail', value: '5', unit: 'DOLLARS' } }],
    ['buy 100 trail 2 %', { side: 'buy', size: shares('100'), stop: { kind: 'trail', value: '2', unit: 'PERCENT' } }],
    ['short 100 target 5%', { side: 'short', size: shares('100'), target: { kind: 'percent', value: '5' } }],
  ])('%s', (text, order) => {
    expect(parseOrderLine(text)).toEqual({ order: { ...nothing, ...order }, faults: [] })
  })

  // S, T and L are symbols of shares too.
  test.each([
    ['buy 100 T', { code: 'T' }],
    ['buy 100 T stop 19', { code: 'T', stop: price('19') }],
    ['buy 100 t 19', { code: null, target: price('19') }],
    ['buy 100 $DAY day', { code: 'DAY', duration: 'DAY' }],
    ['buy 100 $T t 19', { code: 'T', target: price('19') }],
  ])('reads single letters by what follows: %s', (text, order) => {
    expect(parseOrderLine(text)).toMatchObject({ order, faults: [] })
  })

  test.each([
    '',
    '100 AAPL',
    'buy',
    'buy ',
    'sell',
    'short interest',
    'b aapl',
    'b2gold',
    'buyback 100',
    'worst trade',
  ])('is none in "%s"', (text) => {
    expect(parseOrderLine(text)).toBeUndefined()
  })
})

describe('a line that says too little or too much is explained', () => {
  test.each([
    ['buy AAPL stop 190', /^How many\?/],
    ['buy 100 195', 'Say what 195 is: limit 195, stop 195 or target 195.'],
    ['buy 100 AAPL 195 stop 190', 'Say what 195 is: limit 195, stop 195 or target 195.'],
    ['buy 100 stop', 'Add a price or a percentage: stop 190 or stop 2%.'],
    ['buy 100 stop target 210', 'Add a price or a percentage: stop 190 or stop 2%.'],
    ['buy 100 stop 190 stop 191', 'stop 191 is one too many: the order already has that part.'],
    ['buy 100 stop 190 trail 2%', 'trail 2% is one too many: the order already has that part.'],
    ['buy 100 limit 2%', 'limit 2% cannot be read. Write a price: limit 195.'],
    ['buy risk $500 stop 190', 'risk $500 cannot be read. Write a percentage of the capital: risk 1%.'],
    ['buy 1,000 AAPL', /^“1,000” is not a figure/],
    ['buy 100 stop 190,50', /^“190,50” is not a figure/],
    ['buy -100 AAPL', /^“-100” is not a figure/],
    ['buy 10k AAPL', /^“10k” is not a figure/],
    ['buy 1e3 AAPL', /^“1e3” is not a figure/],
    ['buy 0 AAPL', /^“0” is not a figure/],
    ['buy 100 stop .5', /^“.5” is not a figure/],
    ['buy 100.5 AAPL', '100.5 is no whole number of shares.'],
    ['buy 10000001 AAPL', 'Enter 1 to 10,000,000 whole shares.'],
    ['buy 101% AAPL', 'Write at most 100%.'],
    ['buy 100 AAPL stpo 190', 'AAPL and STPO are two symbols, and an order has one. Is a word misspelt?'],
    ['buy 100 AAPL targ', '“targ” is not finished.'],
    ['buy 100 AA!PL', '“AA!PL” is not understood.'],
    [
      'sell 100 stop 190',
      /^An order to sell closes a position, so it has no stop loss or target\. .* sell 100 below 180/,
    ],
    ['cover 100 target 190', /^An order to cover .* cover 100 above 200/],
    ['sell risk 1%', 'A size by risk is for an entry. Write how many shares to sell.'],
    ['buy risk 1%', 'A size by risk is measured to the stop. Add one: stop 190.'],
    ['buy 100 target 2r', 'A multiple of the risk needs a stop. Add one: stop 190.'],
    ['buy 100 stop 100%', 'A stop is less than 100% away from the entry.'],
    ['buy 100 below 180', 'A stop order to buy waits above the market. Write above 200, or limit 195.'],
    ['short 100 above 200', 'A stop order to sell waits below the market. Write below 180, or limit 195.'],
    ['buy 100 market limit 195', 'An order at the market has no price of its own. Leave one out.'],
    ['buy 100 mkt gtc', 'An order at the market is for the day. Leave out gtc.'],
    ['buy 100 day gtc', 'Write day or gtc, not both.'],
  ])('%s', (text, fault) => {
    expect(parseOrderLine(text)?.faults[0]).toMatch(fault)
  })
})

const figure = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: null }))
  .map(([whole, part]) => (part === null ? String(whole) : `${whole}.${part}`))
const percent = fc.integer({ min: 1, max: 9_999 }).map((one) => String(one / 100))
const letters = fc.constantFrom('AAPL', 'SPY', 'BRK.B', 'T', 'S', 'L', 'X2', 'RDS-A')

interface Phrase {
  readonly typed: string
  readonly read: Partial<TypedOrder>
}

const phrase = (words: readonly string[], unit: string, read: (value: string) => Partial<TypedOrder>, of = figure) =>
  fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(' ', '=', ' at '), of)
    .map(([word, between, value]): Phrase => ({ typed: `${word}${between}${value}${unit}`, read: read(value) }))
const maybe = (one: fc.Arbitrary<Phrase>) => fc.option(one, { nil: { typed: '', read: {} } })

const entries = fc
  .record({
    side: fc.constantFrom<LineSide>('buy', 'short'),
    size: fc.oneof(
      fc
        .integer({ min: 1, max: 10_000_000 })
        .map((one) => ({ typed: String(one), read: { size: shares(String(one)) } })),
      figure.map((amount) => ({ typed: `$${amount}`, read: { size: { mode: 'DOLLARS', amount } as const } })),
      percent.map((amount) => ({ typed: `${amount}%`, read: { size: { mode: 'PERCENT', amount } as const } })),
    ),
    // With a dollar sign a symbol is never a word of the line.
    code: maybe(letters.map((code) => ({ typed: `$${code}`, read: { code } }))),
    limit: maybe(phrase(['limit', 'l', 'lmt', '@'], '', (limit) => ({ limit }))),
    stop: maybe(
      fc.oneof(
        phrase(['stop', 's', 'sl', 'stop loss'], '', (value) => ({ stop: price(value) })),
        phrase(['stop', 's', 'sl'], '%', (value) => ({ stop: { kind: 'percent', value } }), percent),
        phrase(['trail'], '', (value) => ({ stop: { kind: 'trail', value, unit: 'DOLLARS' } })),
      ),
    ),
    target: maybe(
      fc.oneof(
        phrase(['target', 't', 'tp'], '', (value) => ({ target: price(value) })),
        phrase(['target', 't', 'tp'], '%', (value) => ({ target: { kind: 'percent', value } }), percent),
      ),
    ),
    duration: maybe(
      fc.constantFrom<Phrase>(
        { typed: 'day', read: { duration: 'DAY' } },
        { typed: 'GTC', read: { duration: 'GOOD_TILL_CANCEL' } },
      ),
    ),
  })
  .chain(({ side, ...parts }) => {
    const phrases: readonly Phrase[] = Object.values(parts)
    return fc.shuffledSubarray([...phrases], { minLength: phrases.length }).map((order) => ({
      text: [side, ...order.map(({ typed }) => typed)].join(' '),
      read: { ...nothing, side, ...Object.assign({}, ...order.map(({ read }) => read)) },
    }))
  })

describe('for any line', () => {
  test('the words after the side may come in any order, in any case and with any space', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(' ', '  ', '\t'), fc.boolean(), ({ text, read }, space, isLoud) => {
        const spaced = text.replaceAll(' ', space)
        expect(parseOrderLine(isLoud ? spaced.toUpperCase() : spaced)).toEqual({ order: read, faults: [] })
      }),
    )
  })

  test('every figure of the order was typed, and none that was typed is left out of an order without faults', () => {
    const word = fc.oneof(
      figure,
      percent.map((one) => `${one}%`),
      letters,
      fc.constantFrom(
        'stop',
        's',
        'target',
        't2r',
        'limit',
        '@',
        'trail',
        'risk',
        'above',
        'below',
        'market',
        'day',
        'at',
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell', 'short', 'cover', 'b'),
        fc.array(word, { maxLength: 9 }),
        (side, words) => {
          const text = [side, ...words].join(' ')
          const reading = parseOrderLine(text)
          fc.pre(reading !== undefined)
          const { size, limit, trigger, stop, target } = reading.order
          const figures = [size?.amount, limit, trigger?.price, stop?.value, target?.value].filter((one) => !!one)
          const typed: readonly unknown[] = text.match(/(?<![A-Z])\d[\d.]*/g) ?? []
          expect(figures.filter((one) => !typed.includes(one))).toEqual([])
          expect(reading.faults.length === 0 ? typed.length : figures.length).toBe(figures.length)
        },
      ),
    )
  })

  test('nothing that is typed breaks it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const said = [text, `buy 100 ${text}`].flatMap((line) => parseOrderLine(line)?.faults ?? [])
        expect(said.filter((fault) => !/[.?]$/.test(fault))).toEqual([])
      }),
    )
  })
})
