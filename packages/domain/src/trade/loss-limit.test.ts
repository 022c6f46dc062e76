import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { contractShares } from '../order/option-code.ts'
import { limitLosses, unlimited, type OpenPosition } from './loss-limit.ts'

/** `contract('ACME 261218C110', -2)` is 2 calls written. */
const contract = (text: string, quantity: number, multiplier = contractShares): OpenPosition => ({
  symbol: symbolOf(text),
  quantity: new Decimal(quantity),
  multiplier,
  isOption: true,
})
const shares = (symbol: string, quantity: number | string): OpenPosition => ({
  symbol,
  quantity: new Decimal(quantity),
  multiplier: 1,
  isOption: false,
})
function symbolOf(text: string): string {
  const [underlying = '', day = '', right = '', strike = ''] = /^(\w+) (\d{6})([CP])(\d+)$/.exec(text)!.slice(1)
  return `${underlying.padEnd(6)}${day}${right}${String(Number(strike) * 1000).padStart(8, '0')}`
}

/** The unsigned quantity with a bounded loss, and the part of it that is bound to another position. */
const limitsOf = (...positions: OpenPosition[]) => {
  const limits = limitLosses(positions)
  return Object.fromEntries(
    [...limits].map(([symbol, { limitedQuantity, boundQuantity }]) => [
      symbol.replace(/ +/, ' ').replace(/0*(\d+)000$/, '$1'),
      [limitedQuantity.toNumber(), boundQuantity.toNumber()],
    ]),
  )
}

const near = 'ACME 260320'
const later = 'ACME 260417'

describe('a bought option', () => {
  test('can lose its price only, and is free to be sold', () => {
    expect(limitsOf(contract(`${near}C100`, 3), contract(`${near}P90`, 2))).toEqual({
      [`${near}C100`]: [3, 0],
      [`${near}P90`]: [2, 0],
    })
  })

  test('is limited as a whole, though only a part of it covers a written one', () => {
    expect(limitsOf(contract(`${near}C100`, 5), contract(`${near}C110`, -2))).toEqual({
      [`${near}C100`]: [5, 2],
      [`${near}C110`]: [2, 2],
    })
  })

  test('is limited even if its code says nothing about its terms', () => {
    const odd = { ...contract(`${near}C100`, 4), symbol: 'ACME CALL' }
    expect(limitLosses([odd])).toEqual(
      new Map([['ACME CALL', { limitedQuantity: new Decimal(4), boundQuantity: new Decimal(0) }]]),
    )
  })
})

describe('a written option', () => {
  test('without a cover has no bound', () => {
    expect(limitsOf(contract(`${near}C110`, -1))).toEqual({ [`${near}C110`]: [0, 0] })
    expect(limitsOf(contract(`${near}P90`, -1))).toEqual({ [`${near}P90`]: [0, 0] })
  })

  test('is bounded as far as bought ones cover it: 1 call 100 bought, 2 calls 110 written', () => {
    expect(limitsOf(contract(`${near}C100`, 1), contract(`${near}C110`, -2))).toEqual({
      [`${near}C100`]: [1, 1],
      [`${near}C110`]: [1, 1],
    })
  })

  test('is covered by a put of any strike, as by a call', () => {
    expect(limitsOf(contract(`${near}P80`, 1), contract(`${near}P90`, -1))).toEqual({
      [`${near}P80`]: [1, 1],
      [`${near}P90`]: [1, 1],
    })
  })

  test('is covered by one that expires on the same day or later, and not by one that expires before', () => {
    expect(limitsOf(contract(`${later}C110`, 1), contract(`${near}C110`, -1))).toEqual({
      [`${later}C110`]: [1, 1],
      [`${near}C110`]: [1, 1],
    })
    expect(limitsOf(contract(`${near}C110`, 1), contract(`${later}C110`, -1))).toEqual({
      [`${near}C110`]: [1, 0],
      [`${later}C110`]: [0, 0],
    })
  })

  test('is not covered by the other right or by another underlying', () => {
    expect(limitsOf(contract(`${near}P100`, 1), contract(`${near}C110`, -1))).toMatchObject({ [`${near}C110`]: [0, 0] })
    expect(limitsOf(contract('BOLT 260320C100', 1), contract(`${near}C110`, -1))).toMatchObject({
      [`${near}C110`]: [0, 0],
    })
  })

  test('takes the cover with the nearest expiration first', () => {
    const limits = limitsOf(contract(`${later}C110`, 1), contract(`${near}C200`, 1), contract(`${near}C110`, -1))
    expect(limits).toEqual({ [`${later}C110`]: [1, 0], [`${near}C200`]: [1, 1], [`${near}C110`]: [1, 1] })
  })

  test('takes the cover with the nearest strike next, on either side', () => {
    const written = contract(`${near}C110`, -1)
    expect(limitsOf(contract(`${near}C100`, 1), contract(`${near}C115`, 1), written)).toMatchObject({
      [`${near}C100`]: [1, 0],
      [`${near}C115`]: [1, 1],
    })
    expect(limitsOf(contract(`${near}C120`, 1), contract(`${near}C105`, 1), written)).toMatchObject({
      [`${near}C120`]: [1, 0],
      [`${near}C105`]: [1, 1],
    })
  })

  test('takes as many covers as it needs, and each covers as many as it has', () => {
    expect(
      limitsOf(
        contract(`${near}C100`, 2),
        contract(`${near}C105`, 1),
        contract(`${near}C110`, -2),
        contract(`${near}C120`, -3),
      ),
    ).toEqual({
      [`${near}C100`]: [2, 2],
      [`${near}C105`]: [1, 1],
      [`${near}C110`]: [2, 2],
      [`${near}C120`]: [1, 1],
    })
  })

  test('that expires last chooses first, because fewer bought ones can cover it', () => {
    expect(
      limitsOf(
        contract(`${near}C110`, -1),
        contract(`${later}C110`, -1),
        contract(`${later}C100`, 1),
        contract(`${near}C100`, 1),
      ),
    ).toEqual({
      [`${near}C110`]: [1, 1],
      [`${later}C110`]: [1, 1],
      [`${later}C100`]: [1, 1],
      [`${near}C100`]: [1, 1],
    })
    // The near one has nothing left when the only cover is bound to the later one.
    expect(limitsOf(contract(`${near}C110`, -1), contract(`${later}C110`, -1), contract(`${later}C100`, 1))).toEqual({
      [`${near}C110`]: [0, 0],
      [`${later}C110`]: [1, 1],
      [`${later}C100`]: [1, 1],
    })
  })
})

describe('shares', () => {
  test('held cover a written call for each hundred of them', () => {
    const bound = (held: number | string) =>
      limitsOf(shares('ACME', held), contract(`${near}C110`, -3))[`${near}C110`]?.[0]
    expect([99, 100, 199, '250.5', 300, 1000].map(bound)).toEqual([0, 1, 1, 2, 3, 3])
  })

  test('sold short cover a written put for each hundred of them', () => {
    const bound = (held: number | string) =>
      limitsOf(shares('ACME', held), contract(`${near}P90`, -3))[`${near}P90`]?.[0]
    expect([-99, -100, -199, '-250.5', -300, -1000].map(bound)).toEqual([0, 1, 1, 2, 3, 3])
  })

  test('on the same side as the obligation cover nothing', () => {
    expect(limitsOf(shares('ACME', -500), contract(`${near}C110`, -1))).toEqual({ [`${near}C110`]: [0, 0] })
    expect(limitsOf(shares('ACME', 500), contract(`${near}P90`, -1))).toEqual({ [`${near}P90`]: [0, 0] })
  })

  test('of another company cover nothing', () => {
    expect(limitsOf(shares('BOLT', 500), contract(`${near}C110`, -1))).toEqual({ [`${near}C110`]: [0, 0] })
  })

  test('cover as many contracts as they deliver, whatever the multiplier of a contract', () => {
    expect(limitsOf(shares('ACME', 100), contract(`${near}C110`, -20, 10))).toEqual({ [`${near}C110`]: [10, 10] })
  })

  test('cover each contract once, and the next one with what is left', () => {
    expect(
      limitsOf(
        shares('ACME', 350),
        contract(`${near}C110`, -2),
        contract(`${near}C120`, -2),
        contract(`${near}C130`, -1),
      ),
    ).toEqual({
      [`${near}C110`]: [2, 2],
      [`${near}C120`]: [1, 1],
      [`${near}C130`]: [0, 0],
    })
    expect(
      limitsOf(
        shares('ACME', -350),
        contract(`${near}P90`, -2),
        contract(`${near}P80`, -2),
        contract(`${near}P70`, -1),
      ),
    ).toEqual({
      [`${near}P90`]: [2, 2],
      [`${near}P80`]: [1, 1],
      [`${near}P70`]: [0, 0],
    })
  })

  test('that a call leaves uncovered are still there for others after a put that they cannot cover', () => {
    expect(limitsOf(shares('ACME', 100), contract(`${later}P90`, -1), contract(`${near}C110`, -1))).toEqual({
      [`${later}P90`]: [0, 0],
      [`${near}C110`]: [1, 1],
    })
    expect(limitsOf(shares('ACME', -100), contract(`${later}C110`, -1), contract(`${near}P90`, -1))).toEqual({
      [`${later}C110`]: [0, 0],
      [`${near}P90`]: [1, 1],
    })
  })

  test('come after bought options', () => {
    expect(limitsOf(shares('ACME', 100), contract(`${near}C100`, 1), contract(`${near}C110`, -3))).toEqual({
      [`${near}C100`]: [1, 1],
      [`${near}C110`]: [2, 2],
    })
  })

  test('have no limit of their own', () => {
    expect(limitsOf(shares('ACME', 100), shares('BOLT', -100))).toEqual({})
    expect(unlimited).toEqual({ limitedQuantity: new Decimal(0), boundQuantity: new Decimal(0) })
  })
})
