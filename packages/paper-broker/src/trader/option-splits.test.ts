// Options over a split of their shares, over the wire: pre-split contracts are paid out and orders in them cancelled,
// at any ratio.
import { marketDay, marketDaySpan } from '@clubfolio/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

/** The last price of each contract; the shares are at 50. */
const PRICES = { C50: 3, C52: 2.4, C60: 0.4, P55: 5.4, P45: 0.8 } as const
type Name = keyof typeof PRICES
const CONTRACTS = Object.keys(PRICES) as Name[]
const code = (name: Name): string => `ACME  260320${name[0]}000${name.slice(1)}000`

type Leg = readonly [instruction: string, quantity: number, name: Name | 'ACME']
const legOf = ([instruction, quantity, name]: Leg): object => ({
  instruction,
  quantity,
  instrument: name === 'ACME' ? { symbol: name, assetType: 'EQUITY' } : { symbol: code(name), assetType: 'OPTION' },
})
const order = (
  orderType: string,
  legs: readonly Leg[],
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: legs.map(legOf),
  ...more,
})
const market = (leg: Leg): Record<string, unknown> => order('MARKET', [leg], { duration: 'DAY' })

let test: TestBroker
let account: TestAccount
let waiting: { readonly inOptions: readonly string[]; readonly inShares: string }
let before: Record<string, number>

beforeEach(async () => {
  test = await startTestBroker()
  test.market.set('ACME', 50)
  for (const name of CONTRACTS) test.market.set(code(name), PRICES[name])
  account = await testAccount(test, 'splits')
  for (const leg of [
    ['BUY', 100, 'ACME'],
    ['SELL_TO_OPEN', 1, 'C52'],
    ['BUY_TO_OPEN', 2, 'C50'],
    ['BUY_TO_OPEN', 1, 'P55'],
    ['SELL_TO_OPEN', 1, 'P45'],
  ] as const) {
    const { status } = await account.read(await account.place(market(leg)))
    if (status !== 'FILLED') throw new Error(`${leg.join(' ')} is ${String(status)}`)
  }
  const child = order('LIMIT', [['SELL_TO_CLOSE', 1, 'C60']], { price: 2 })
  const inOptions = [
    await account.place(order('LIMIT', [['SELL_TO_CLOSE', 1, 'C50']], { price: 9 })),
    await account.place(order('STOP', [['BUY_TO_CLOSE', 1, 'C52']], { stopPrice: 8 })),
    await account.place(
      order('LIMIT', [['BUY_TO_OPEN', 1, 'C60']], {
        price: 0.05,
        orderStrategyType: 'TRIGGER',
        childOrderStrategies: [child],
      }),
    ),
    await account.place(
      order(
        'NET_DEBIT',
        [
          ['BUY_TO_OPEN', 1, 'C50'],
          ['SELL_TO_OPEN', 1, 'C60'],
        ],
        { price: 0.5 },
      ),
    ),
  ]
  waiting = { inOptions, inShares: await account.place(order('LIMIT', [['BUY', 100, 'ACME']], { price: 40 })) }
  before = await account.balances()
})
afterEach(async () => test.close())

const words = (text: string): string => expect.stringContaining(text) as string

describe.each([
  ['4', 400, 10],
  ['50', 5_000, 0.8],
  ['0.02', 2, 2_000],
] as const)('a split of %s', (ratio, shares, limit) => {
  it.each([
    // Paid out at their current value, so that the account's value does not change.
    ['at their last price', true, 2 * 300 - 240 + 540 - 80],
    ['at what exercise would bring, where they have no quote', false, 500],
  ])('pays contracts out %s, cancels their orders, and takes the shares along', async (_words, isQuoted, paid) => {
    if (!isQuoted) for (const name of CONTRACTS) test.market.unset(code(name))
    const day = marketDay('2026-03-05')
    test.market.act('ACME', { day, kind: 'SPLIT', value: ratio })
    test.market.setFrom('ACME', 50 / Number(ratio), marketDaySpan(day).fromMs)
    await account.moveTo('2026-03-05T15:00:00Z')
    expect(await account.positions()).toMatchObject([{ longQuantity: shares, instrument: { symbol: 'ACME' } }])
    const cash = before['cashBalance']! + before['shortBalance']!
    const after = await account.balances()
    expect(after).toMatchObject({
      cashBalance: cash + paid,
      shortBalance: 0,
      longOptionMarketValue: 0,
      shortOptionMarketValue: 0,
      liquidationValue: cash + paid + 5_000,
    })
    expect(after['liquidationValue'] === before['liquidationValue']).toBe(isQuoted)
    // Half of the shares' value and half of the reservation for more of them; nothing is reserved for options any more.
    expect(after['availableFunds']).toBe(after['liquidationValue']! - 2_500 - 2_000)
    for (const address of waiting.inOptions)
      expect(await account.read(address)).toMatchObject({
        status: 'CANCELED',
        statusDescription: words('split of ACME'),
      })
    expect(await account.read(waiting.inOptions[2]!)).toMatchObject({ childOrderStrategies: [{ status: 'CANCELED' }] })
    expect(await account.read(waiting.inShares)).toMatchObject({ status: 'WORKING', quantity: shares, price: limit })
    expect(await checkBooks(test.database)).toEqual([])
  })
})
