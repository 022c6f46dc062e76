// Every order that the helpers of schwab-client-js build, placed at the paper brokerage: what becomes of it, and that its
// legs read back as they were sent. The account holds shares, a short position, calls and puts.

import { MarketApiClient, TradingApiClient } from 'schwab-client-js'
import * as helpers from 'schwab-client-js/orderhelp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CLIENT } from '../testing/test-broker.ts'
import { startConformanceBroker } from './conformance-broker.ts'
import type { ConformanceBroker } from './conformance-broker.ts'

const {
  bearCallVerticalClose,
  bearCallVerticalOpen,
  bearPutVerticalClose,
  bearPutVerticalOpen,
  bullCallVerticalClose,
  bullCallVerticalOpen,
  bullPutVerticalClose,
  bullPutVerticalOpen,
  equityBuyLimit,
  equityBuyMarket,
  equityBuyToCoverLimit,
  equityBuyToCoverMarket,
  equitySellLimit,
  equitySellMarket,
  equitySellShortLimit,
  equitySellShortMarket,
  firstTriggersSecond,
  oneCancelsOther,
  optionBuyToCloseLimit,
  optionBuyToCloseMarket,
  optionBuyToOpenLimit,
  optionBuyToOpenMarket,
  optionSellToCloseLimit,
  optionSellToCloseMarket,
  optionSellToOpenLimit,
  optionSellToOpenMarket,
  optionSymbol,
} = helpers

type SentOrder = ReturnType<typeof equityBuyLimit>
interface WireOrder {
  readonly status: string
  readonly statusDescription?: string
  readonly orderLegCollection: readonly { instruction: string; quantity: number; instrument: { symbol: string } }[]
}

let broker: ConformanceBroker
let trading: TradingApiClient
let hash: string
let shorted: string
type Strikes = readonly [held: string, written: string, low: string, high: string]
/** The first is held, the second written; the others are free for spreads. */
let calls: Strikes
let puts: Strikes

async function placed(order: SentOrder | ReturnType<typeof oneCancelsOther>): Promise<WireOrder> {
  const { orderId } = (await trading.placeOrderByAcct(hash, order)) as { orderId: string }
  return (await trading.orderById(hash, orderId)) as WireOrder
}

/** Returns the code that the client's helper makes for a contract of the chain. */
function codeOf(contract: { symbol: string; strikePrice: number }, right: 'C' | 'P'): string {
  return optionSymbol('SPY', contract.symbol.slice(6, 12), right, String(contract.strikePrice))
}

beforeAll(async () => {
  broker = await startConformanceBroker()
  const { refresh_token: refresh } = await broker.link('helpers')
  trading = new TradingApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, refresh)
  const market = new MarketApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, refresh)
  const [account] = (await trading.accountsNumbers()) as { hashValue: string }[]
  hash = account?.hashValue ?? ''
  type Contracts = Record<string, { symbol: string; strikePrice: number }[]>
  const chain = (await market.chains('SPY', { strikeCount: 4, fromDate: '2026-03-20', toDate: '2026-03-20' })) as {
    callExpDateMap: Record<string, Contracts>
    putExpDateMap: Record<string, Contracts>
  }
  const codes = (map: Record<string, Contracts>, right: 'C' | 'P'): Strikes => {
    const contracts = Object.values(Object.values(map)[0] ?? {}).flat()
    const [a, b, c, d] = contracts.map((contract) => codeOf(contract, right))
    expect([a, b, c, d]).toEqual(contracts.map(({ symbol }) => symbol))
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('Too few strikes')
    return [a, b, c, d]
  }
  calls = codes(chain.callExpDateMap, 'C')
  puts = codes(chain.putExpDateMap, 'P')
  const { screeners } = (await market.movers('NYSE')) as { screeners: { symbol: string; lastPrice: number }[] }
  shorted = screeners.find(({ lastPrice }) => lastPrice < 400)?.symbol ?? ''
  for (const order of [
    equityBuyMarket('SPY', 300),
    equitySellShortMarket(shorted, 10),
    optionBuyToOpenMarket(calls[0], 4),
    optionBuyToOpenMarket(puts[0], 4),
    optionSellToOpenMarket(calls[1], 4),
    optionSellToOpenMarket(puts[1], 3),
  ])
    if ((await placed(order)).status !== 'FILLED') throw new Error('The account could not be filled')
})
afterAll(async () => broker.close())

/** Each helper, what it builds and what becomes of that. */
const ORDERS: Readonly<Record<string, readonly [() => SentOrder, string]>> = {
  equityBuyLimit: [() => equityBuyLimit('SPY', 1, '10.00'), 'WORKING'],
  equityBuyMarket: [() => equityBuyMarket('SPY', 1), 'FILLED'],
  equitySellLimit: [() => equitySellLimit('SPY', 1, '999.00'), 'WORKING'],
  equitySellMarket: [() => equitySellMarket('SPY', 1), 'FILLED'],
  equitySellShortLimit: [() => equitySellShortLimit(shorted, 1, '9999.00'), 'WORKING'],
  equitySellShortMarket: [() => equitySellShortMarket(shorted, 1), 'FILLED'],
  equityBuyToCoverLimit: [() => equityBuyToCoverLimit(shorted, 1, '1.00'), 'WORKING'],
  equityBuyToCoverMarket: [() => equityBuyToCoverMarket(shorted, 1), 'FILLED'],
  optionBuyToOpenLimit: [() => optionBuyToOpenLimit(calls[0], 1, '0.01'), 'WORKING'],
  optionBuyToOpenMarket: [() => optionBuyToOpenMarket(calls[0], 1), 'FILLED'],
  optionSellToOpenLimit: [() => optionSellToOpenLimit(calls[1], 1, '999.00'), 'WORKING'],
  optionSellToOpenMarket: [() => optionSellToOpenMarket(calls[1], 1), 'FILLED'],
  optionBuyToCloseLimit: [() => optionBuyToCloseLimit(calls[1], 1, '0.01'), 'WORKING'],
  optionBuyToCloseMarket: [() => optionBuyToCloseMarket(calls[1], 1), 'FILLED'],
  optionSellToCloseLimit: [() => optionSellToCloseLimit(puts[0], 1, '999.00'), 'WORKING'],
  optionSellToCloseMarket: [() => optionSellToCloseMarket(puts[0], 1), 'FILLED'],
  bullCallVerticalOpen: [() => bullCallVerticalOpen(calls[2], calls[3], 1, '0.01'), 'WORKING'],
  bearCallVerticalOpen: [() => bearCallVerticalOpen(calls[2], calls[3], 1, '99.00'), 'WORKING'],
  bullPutVerticalOpen: [() => bullPutVerticalOpen(puts[2], puts[3], 1, '99.00'), 'WORKING'],
  bearPutVerticalOpen: [() => bearPutVerticalOpen(puts[2], puts[3], 1, '0.01'), 'WORKING'],
  bullCallVerticalClose: [() => bullCallVerticalClose(calls[0], calls[1], 1, '0.01'), 'FILLED'],
  bearCallVerticalClose: [() => bearCallVerticalClose(calls[1], calls[0], 1, '0.01'), 'FILLED'],
  bullPutVerticalClose: [() => bullPutVerticalClose(puts[0], puts[1], 1, '0.01'), 'WORKING'],
  bearPutVerticalClose: [() => bearPutVerticalClose(puts[1], puts[0], 1, '99.00'), 'WORKING'],
}

describe('the order helpers of schwab-client-js', () => {
  it.each(Object.keys(ORDERS))('%s', async (name) => {
    const [build, expected] = ORDERS[name] ?? []
    if (build === undefined) throw new Error(name)
    const sent = build()
    const order = await placed(sent)
    expect([order.status, order.statusDescription]).toEqual([expected, undefined])
    expect(order.orderLegCollection).toMatchObject(
      sent.orderLegCollection.map(({ instruction, quantity, instrument: { symbol } }) => ({
        instruction,
        quantity,
        instrument: { symbol },
      })),
    )
  })

  it('firstTriggersSecond: the second waits for the first', async () => {
    const order = firstTriggersSecond(equityBuyLimit('SPY', 1, '10.00'), equitySellLimit('SPY', 1, '999.00'))
    expect(await placed(order)).toMatchObject({
      orderStrategyType: 'TRIGGER',
      status: 'WORKING',
      childOrderStrategies: [{ status: 'AWAITING_PARENT_ORDER', price: 999 }],
    })
  })

  it('oneCancelsOther: two orders, the second also behind the first, as the helper builds it', async () => {
    const order = oneCancelsOther(equitySellLimit('SPY', 1, '999.00'), equitySellLimit('SPY', 1, '998.00'))
    expect(await placed(order)).toMatchObject({
      orderStrategyType: 'OCO',
      childOrderStrategies: [
        { price: 999, childOrderStrategies: [{ price: 998, status: 'AWAITING_PARENT_ORDER' }] },
        { price: 998, status: 'WORKING' },
      ],
    })
  })

  it('are all here', () => {
    const others = ['optionSymbol', 'firstTriggersSecond', 'oneCancelsOther']
    expect([...Object.keys(ORDERS), ...others].toSorted()).toEqual(Object.keys(helpers).toSorted())
  })
})
