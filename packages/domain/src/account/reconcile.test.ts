import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { marketDay } from '../calendar/market-day.ts'
import type { Cents } from '../kind.ts'
import { type AccountContent, type DifferenceFacts, explainDifference, findDifferences } from './reconcile.ts'

const content = (dollars: number, quantities: Record<string, number | string> = {}): AccountContent => ({
  cashCents: BigInt(Math.round(dollars * 100)) as Cents,
  quantities: new Map(Object.entries(quantities).map(([symbol, quantity]) => [symbol, new Decimal(quantity)])),
})
const figures = (ours: AccountContent, theirs: AccountContent) =>
  findDifferences(ours, theirs).map(({ symbol, ours: own, theirs: other }) => [symbol, own.toFixed(), other.toFixed()])

describe('what differs', () => {
  test('nothing, when cash agrees to the cent and every quantity to the share', () => {
    expect(
      figures(content(10.01, { ACME: 5, BOLT: -3, GONE: 0 }), content(10.01, { ACME: '5.000', BOLT: -3 })),
    ).toEqual([])
  })

  test('cash comes first, then symbols in order; what only one side lists counts as 0 on the other', () => {
    expect(figures(content(10, { ZED: 1, ACME: 100 }), content(9.99, { ACME: 90, BOLT: -5 }))).toEqual([
      [null, '10', '9.99'],
      ['ACME', '100', '90'],
      ['BOLT', '0', '-5'],
      ['ZED', '1', '0'],
    ])
  })

  test('adding each difference to our side makes both sides agree, whatever they hold', () => {
    const side = fc.record({
      cash: fc.integer({ min: -1e9, max: 1e9 }),
      held: fc.dictionary(fc.constantFrom('ACME', 'BOLT', 'COIL', 'DUNE'), fc.integer({ min: -500, max: 500 })),
    })
    fc.assert(
      fc.property(side, side, (one, other) => {
        const [ours, theirs] = [content(one.cash / 100, one.held), content(other.cash / 100, other.held)]
        const mended = { cash: ours.cashCents as bigint, held: new Map(ours.quantities) }
        for (const { symbol, ours: own, theirs: told } of findDifferences(ours, theirs)) {
          if (symbol === null) mended.cash += BigInt(told.minus(own).times(100).toFixed(0))
          else mended.held.set(symbol, (mended.held.get(symbol) ?? new Decimal(0)).plus(told).minus(own))
        }
        expect(findDifferences({ cashCents: mended.cash as Cents, quantities: mended.held }, theirs)).toEqual([])
      }),
      { seed: 20260304 },
    )
  })
})

describe('the sentence that explains it', () => {
  const noneOfCash = 'No transaction that the brokerage has reported explains this cash.'
  const noneOfShares = 'No transaction that the brokerage has reported explains these shares.'
  const facts = (more: Partial<DifferenceFacts> = {}): DifferenceFacts => ({
    transactions: [],
    prices: new Map([['ACME', new Decimal('50.4')]]),
    ...more,
  })
  const sentences = (ours: AccountContent, theirs: AccountContent, given = facts()) => {
    const all = findDifferences(ours, theirs)
    return all.map((one) => explainDifference(one, all, given))
  }

  test('cash and shares that moved against each other at a believable price are a trade not reported yet', () => {
    const words =
      'It looks like a purchase of 100 ACME at $50.00 that the brokerage has not reported as a transaction yet.'
    expect(sentences(content(5_000, { ACME: 20 }), content(0, { ACME: 120 }))).toEqual([words, words])
    expect(sentences(content(0, { ACME: 120 }), content(5_000, { ACME: 20 }))[0]).toContain(
      'a sale of 100 ACME at $50.00',
    )
  })

  test('at a price that nobody pays they are no trade', () => {
    expect(sentences(content(500, { ACME: 20 }), content(0, { ACME: 120 }))).toEqual([
      'No transaction that the brokerage has reported explains this cash.',
      'The brokerage holds our quantity times 6/1, as after a split of 6 for 1 that it has not reported as a transaction.',
    ])
  })

  test('a price up to a quarter from the listed one is believable', () => {
    const first = (cash: number) =>
      sentences(
        content(cash, { ACME: 20 }),
        content(0, { ACME: 120 }),
        facts({ prices: new Map([['ACME', new Decimal(50)]]) }),
      )[0]
    expect(first(6_250)).toContain('a purchase of 100 ACME at $62.50')
    expect(first(3_750)).toContain('a purchase of 100 ACME at $37.50')
    expect([first(6_250.01), first(3_749.99)]).toEqual([noneOfCash, noneOfCash])
  })

  test('a symbol without a listed price, or listed at zero, is no trade', () => {
    const [ours, theirs] = [content(5_000, { ACME: 20 }), content(0, { ACME: 137 })]
    expect(sentences(ours, theirs, facts({ prices: new Map() }))).toEqual([noneOfCash, noneOfShares])
    expect(sentences(ours, theirs, facts({ prices: new Map([['ACME', new Decimal(0)]]) }))).toEqual([
      noneOfCash,
      noneOfShares,
    ])
  })

  test('two symbols that moved with the cash are no single trade', () => {
    expect(sentences(content(5_000, { ACME: 20, BOLT: 7 }), content(0, { ACME: 120, BOLT: 60 }))[0]).toBe(noneOfCash)
  })

  test('a trade is one in whatever order the differences are listed', () => {
    const all = findDifferences(content(5_000, { ACME: 20 }), content(0, { ACME: 120 })).toReversed()
    expect(all.map((one) => explainDifference(one, all, facts()))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('a purchase of 100 ACME at $50.00')),
    )
  })

  test.each([
    [100, 200, '2 for 1'],
    [100, 2_000, '20 for 1'],
    [1_900, 100, '1 for 19'],
    [100, 250, '5 for 2'],
    [90, 120, '4 for 3'],
    [125, 100, '4 for 5'],
    [300, 100, '1 for 3'],
    [100, 150, '3 for 2'],
    [-40, -80, '2 for 1'],
  ])('%i that became %i look like a split of %s', (ours, theirs, ratio) => {
    expect(sentences(content(0, { ACME: ours }), content(0, { ACME: theirs }))[0]).toContain(`a split of ${ratio}`)
  })

  test('the same quantity under another symbol is a change of the symbol, said on both lines', () => {
    const words = 'The same quantity is held under BOLT instead of ACME, as after a change of the symbol.'
    expect(sentences(content(0, { ACME: 7 }), content(0, { BOLT: 7 }))).toEqual([words, words])
  })

  test('a change of the symbol needs the whole quantity gone on one side and new on the other', () => {
    expect(sentences(content(0, { ACME: 7, BOLT: 12 }), content(0, { BOLT: 19 }))).toEqual([noneOfShares, noneOfShares])
    expect(sentences(content(0, { ACME: 19 }), content(0, { ACME: 12, BOLT: 7 }))).toEqual([noneOfShares, noneOfShares])
    expect(sentences(content(0, { ACME: 7 }), content(0, { BOLT: 8 }))).toEqual([noneOfShares, noneOfShares])
    // 7 more CITE are no new symbol, 7 of DUNE are.
    expect(sentences(content(0, { ACME: 7, CITE: 12 }), content(0, { CITE: 19, DUNE: 7 }))).toEqual([
      'The same quantity is held under DUNE instead of ACME, as after a change of the symbol.',
      noneOfShares,
      'The same quantity is held under DUNE instead of ACME, as after a change of the symbol.',
    ])
  })

  test('dollars are no shares: cash of the same figure is neither another symbol nor a split', () => {
    expect(sentences(content(0, { ACME: 7 }), content(7), facts({ prices: new Map() }))).toEqual([
      noneOfCash,
      noneOfShares,
    ])
    expect(sentences(content(7), content(0, { ACME: 7 }), facts({ prices: new Map() }))).toEqual([
      noneOfCash,
      noneOfShares,
    ])
    expect(sentences(content(100), content(200))).toEqual([noneOfCash])
  })

  test('the latest of several equal amounts is the one that was taken back', () => {
    const transactions = [
      { day: marketDay('2026-03-02'), netCents: 50_000n as Cents, description: 'First receipt' },
      { day: marketDay('2026-03-03'), netCents: 50_000n as Cents, description: 'Second receipt' },
      { day: marketDay('2026-03-04'), netCents: 40_000n as Cents, description: 'Another receipt' },
    ]
    expect(sentences(content(900), content(400), facts({ transactions }))).toEqual([
      expect.stringContaining('the amount of "Second receipt" of 2026-03-03'),
    ])
    expect(sentences(content(900), content(899), facts({ transactions }))).toEqual([noneOfCash])
    expect(sentences(content(0, { ACME: 700 }), content(0, { ACME: 200 }), facts({ transactions }))).toEqual([
      noneOfShares,
    ])
  })

  test('cash that lacks exactly what came in lately was taken back', () => {
    const transactions = [{ day: marketDay('2026-03-03'), netCents: 50_000n as Cents, description: 'Ach receipt' }]
    expect(sentences(content(900), content(400), facts({ transactions }))).toEqual([
      'It is the amount of "Ach receipt" of 2026-03-03 ($500.00), as if the brokerage had taken it back.',
    ])
  })

  test('otherwise it says that nothing explains it', () => {
    expect(sentences(content(1, { ACME: 7 }), content(1, { ACME: 60 }))).toEqual([
      'No transaction that the brokerage has reported explains these shares.',
    ])
  })
})
