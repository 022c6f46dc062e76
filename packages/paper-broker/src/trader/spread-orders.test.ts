// Multi-leg orders over the wire: traded together at a net price or not at all, and a spread takes exactly its greatest
// loss.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import { cents } from '../money/money.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

/** Each contract is quoted one cent either side of its price. */
const PRICES: Readonly<Record<string, number>> = {
  C50: 3,
  C55: 1.2,
  C60: 0.4,
  P50: 2,
  P45: 0.8,
  P40: 0.3,
  'later C55': 1.6,
}
const code = (name: string): string => {
  const [, later = '', right = '', strike = ''] = /^(later )?([CP])(\d+)$/.exec(name) ?? []
  return `ACME  ${later === '' ? '260306' : '260313'}${right}000${strike}000`
}

type Leg = readonly [instruction: string, quantity: number, name: string]
const legOf = ([instruction, quantity, name]: Leg): object => ({
  instruction,
  quantity,
  instrument: name === 'ACME' ? { symbol: name, assetType: 'EQUITY' } : { symbol: code(name), assetType: 'OPTION' },
})
const net = (
  orderType: string,
  price: number | null,
  legs: readonly Leg[],
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  ...(price === null ? {} : { price }),
  orderLegCollection: legs.map(legOf),
  ...more,
})
const single = (orderType: string, leg: Leg, more: Record<string, unknown> = {}): Record<string, unknown> =>
  net(orderType, null, [leg], { duration: 'DAY', ...more })
const words = (text: string): string => expect.stringContaining(text) as string

const CREDIT_PUTS: readonly Leg[] = [
  ['SELL_TO_OPEN', 1, 'P45'],
  ['BUY_TO_OPEN', 1, 'P40'],
]
const CREDIT_CALLS: readonly Leg[] = [
  ['SELL_TO_OPEN', 1, 'C55'],
  ['BUY_TO_OPEN', 1, 'C60'],
]

let test: TestBroker
let account: TestAccount
let logins = 0

const FILLED = { status: 'FILLED' }
const REJECTED = (reason: string): object => ({ status: 'REJECTED', statusDescription: words(reason) })
const placed = async (sent: Record<string, unknown>, of: TestAccount = account): Promise<Record<string, unknown>> =>
  of.read(await of.place(sent))
beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  for (const [name, price] of Object.entries(PRICES)) test.market.set(code(name), price)
  logins += 1
  account = await testAccount(test, `spreads${logins}`)
})

describe('an order of several legs', () => {
  it.each<[string, string, number | null, readonly Leg[], number, number]>([
    // Shape, type, net price, legs, cash after the fill, buying power after it.
    ['VERTICAL', 'NET_CREDIT', 0.48, CREDIT_PUTS, 100_048, 2 * (100_048 - 500)],
    [
      'VERTICAL',
      'NET_DEBIT',
      0.82,
      [
        ['BUY_TO_OPEN', 1, 'C55'],
        ['SELL_TO_OPEN', 1, 'C60'],
      ],
      99_918,
      2 * 99_918,
    ],
    [
      'STRADDLE',
      'NET_DEBIT',
      5.02,
      [
        ['BUY_TO_OPEN', 1, 'C50'],
        ['BUY_TO_OPEN', 1, 'P50'],
      ],
      99_498,
      2 * 99_498,
    ],
    [
      'STRANGLE',
      'NET_DEBIT',
      2.02,
      [
        ['BUY_TO_OPEN', 1, 'C55'],
        ['BUY_TO_OPEN', 1, 'P45'],
      ],
      99_798,
      2 * 99_798,
    ],
    ['IRON_CONDOR', 'NET_CREDIT', 1.26, [...CREDIT_PUTS, ...CREDIT_CALLS], 100_126, 2 * (100_126 - 500)],
    [
      'BUTTERFLY',
      'NET_DEBIT',
      1.04,
      [
        ['BUY_TO_OPEN', 1, 'C50'],
        ['SELL_TO_OPEN', 2, 'C55'],
        ['BUY_TO_OPEN', 1, 'C60'],
      ],
      99_896,
      2 * 99_896,
    ],
    [
      'CALENDAR',
      'NET_DEBIT',
      0.42,
      [
        ['SELL_TO_OPEN', 1, 'C55'],
        ['BUY_TO_OPEN', 1, 'later C55'],
      ],
      99_958,
      2 * 99_958,
    ],
    // The shares are bought on margin; the call they cover takes its own value.
    [
      'COVERED',
      'NET_DEBIT',
      48.82,
      [
        ['BUY', 100, 'ACME'],
        ['SELL_TO_OPEN', 1, 'C55'],
      ],
      95_118,
      2 * 99_998 - 5_000 - 120,
    ],
    [
      'CUSTOM',
      'NET_ZERO',
      null,
      [
        ['SELL_TO_OPEN', 1, 'P45'],
        ['BUY_TO_OPEN', 1, 'C60'],
      ],
      100_038,
      2 * (100_038 - 4_500),
    ],
    ['VERTICAL', 'MARKET', null, CREDIT_CALLS, 100_078, 2 * (100_078 - 500)],
  ])(
    '%s, %s %s: fills all legs together and takes what it can lose',
    async (shape, orderType, price, legs, cash, buyingPower) => {
      const order = await placed(net(orderType, price, legs, { complexOrderStrategyType: shape }))
      expect(order).toMatchObject({
        status: 'FILLED',
        complexOrderStrategyType: shape,
        orderType,
        quantity: 1,
        filledQuantity: 1,
        remainingQuantity: 0,
      })
      expect(order['orderLegCollection']).toMatchObject(
        legs.map(([instruction, quantity, name], n) => ({
          legId: n + 1,
          instruction,
          quantity,
          positionEffect: 'OPENING',
          instrument: { symbol: name === 'ACME' ? name : code(name) },
        })),
      )
      const [activity, ...others] = order['orderActivityCollection'] as {
        executionLegs: { legId: number; time: string }[]
      }[]
      expect(others).toEqual([])
      expect(activity?.executionLegs.map(({ legId }) => legId)).toEqual(legs.map((_, n) => n + 1))
      expect(new Set(activity?.executionLegs.map(({ time }) => time)).size).toBe(1)
      expect(await account.balances()).toMatchObject({ buyingPower })
      const [booked, held] = [await account.transactions('TRADE'), await account.positions()]
      expect(booked).toHaveLength(legs.length)
      expect(held).toHaveLength(legs.length)
      expect(100_000 + booked.reduce((sum, { netAmount }) => sum + netAmount, 0)).toBeCloseTo(cash, 2)
    },
  )

  it('waits for its net price, holds back what it may lose, and fills at what is then to be had', async () => {
    const waiting = await account.place(
      net(
        'NET_CREDIT',
        0.6,
        CREDIT_PUTS.map(([instruction, , name]) => [instruction, 3, name] as const),
      ),
    )
    expect(await account.read(waiting)).toMatchObject({
      status: 'WORKING',
      complexOrderStrategyType: 'VERTICAL',
      quantity: 3,
      orderLegCollection: [{ quantity: 3 }, { quantity: 3 }],
    })
    expect(await account.balances()).toMatchObject({ buyingPower: 200_000 - 2 * 3 * (500 - 60) })
    test.market.set(code('P45'), 0.95)
    await account.moveTo('2026-03-04T15:05:00Z')
    expect(await account.read(waiting)).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [
        {
          quantity: 3,
          executionLegs: [
            { price: 0.94, quantity: 3, time: '2026-03-04T15:01:00+0000' },
            { price: 0.31, quantity: 3 },
          ],
        },
      ],
    })
    expect(await account.balances()).toMatchObject({ buyingPower: 2 * (100_000 + 3 * 63 - 1_500) })
  })

  it('is previewed, replaced and cancelled whole', async () => {
    const preview = JSON.parse(
      (
        await account.send(
          'POST',
          account.orders.replace(/orders$/, 'previewOrder'),
          net('NET_CREDIT', 0.6, CREDIT_PUTS),
        )
      ).text,
    ) as Record<string, unknown>
    expect(preview).toMatchObject({
      orderStrategy: { status: 'ACCEPTED', orderLegs: [{ finalSymbol: code('P45') }, { finalSymbol: code('P40') }] },
      orderValidationResult: { rejects: [] },
    })
    const first = await account.place(net('NET_CREDIT', 0.6, CREDIT_PUTS))
    const second = (await account.send('PUT', first, net('NET_CREDIT', 0.55, CREDIT_PUTS))).location ?? ''
    expect([await account.read(first), await account.read(second)]).toMatchObject([
      { status: 'REPLACED' },
      { status: 'WORKING', price: 0.55 },
    ])
    expect((await account.send('DELETE', second)).status).toBe(200)
    expect(await account.balances()).toMatchObject({ buyingPower: 200_000 })
  })

  it('is released as the child of another, and closes what that one opened', async () => {
    const close = net('NET_DEBIT', 0.2, [
      ['BUY_TO_CLOSE', 1, 'P45'],
      ['SELL_TO_CLOSE', 1, 'P40'],
    ])
    const parent = await account.read(
      await account.place({
        ...net('NET_CREDIT', 0.48, CREDIT_PUTS),
        orderStrategyType: 'TRIGGER',
        childOrderStrategies: [close],
      }),
    )
    expect(parent).toMatchObject({
      status: 'FILLED',
      childOrderStrategies: [
        { status: 'WORKING', orderLegCollection: [{ positionEffect: 'CLOSING' }, { positionEffect: 'CLOSING' }] },
      ],
    })
    test.market.set(code('P45'), 0.45)
    await account.moveTo('2026-03-04T15:05:00Z')
    expect(await account.positions()).toEqual([])
    // 48.00 came in, 0.46 - 0.29 = 17.00 went out.
    expect(await account.balances()).toMatchObject({ cashBalance: 100_031, buyingPower: 200_062 })
  })

  it('loses at its end no more than was held back', async () => {
    expect(await placed(net('NET_CREDIT', 1.26, [...CREDIT_PUTS, ...CREDIT_CALLS]))).toMatchObject(FILLED)
    test.market.set('ACME', 31)
    await account.moveTo('2026-03-06T21:00:00Z')
    expect(await account.positions()).toEqual([])
    expect(await account.balances()).toMatchObject({ cashBalance: 100_126 - 500, buyingPower: 2 * (100_126 - 500) })
  })

  it('pays the fee of each contract and fills in parts that keep the ratio', async () => {
    const partly = await startTestBroker({
      settings: { contractFee: cents(65n), partialFills: { seed: 'parts', percent: 100 } },
    })
    try {
      for (const [name, price] of Object.entries(PRICES)) partly.market.set(code(name), price)
      const one = await testAccount(partly, 'parts')
      const order = await one.place(
        net('NET_DEBIT', 1.04, [
          ['BUY_TO_OPEN', 20, 'C50'],
          ['SELL_TO_OPEN', 40, 'C55'],
          ['BUY_TO_OPEN', 20, 'C60'],
        ]),
      )
      const seen: number[] = []
      for (let minute = 1; minute <= 25; minute += 1) {
        await one.moveTo(`2026-03-04T15:${String(minute).padStart(2, '0')}:00Z`)
        const { filledQuantity, status } = (await one.read(order)) as { filledQuantity: number; status: string }
        expect(status).toBe(filledQuantity === 20 ? 'FILLED' : 'WORKING')
        seen.push(filledQuantity)
      }
      const { orderActivityCollection: parts } = (await one.read(order)) as {
        orderActivityCollection: { quantity: number; executionLegs: { quantity: number }[] }[]
      }
      expect(parts.length).toBeGreaterThan(1)
      expect(seen.at(-1)).toBe(20)
      for (const { quantity, executionLegs } of parts)
        expect(executionLegs.map((leg) => leg.quantity)).toEqual([quantity, 2 * quantity, quantity])
      expect((await one.transactions('TRADE')).reduce((sum, { netAmount }) => sum + netAmount, 0)).toBeCloseTo(
        -20 * 104 - 80 * 0.65,
        2,
      )
      expect(await checkBooks(partly.database)).toEqual([])
    } finally {
      await partly.close()
    }
  })

  it.each<[string, () => Record<string, unknown>, string]>([
    [
      'that closes what is not held',
      () =>
        net('NET_DEBIT', 0.5, [
          ['BUY_TO_CLOSE', 1, 'P45'],
          ['SELL_TO_CLOSE', 1, 'P40'],
        ]),
      'only 0 short',
    ],
    [
      'that leaves a written call uncovered',
      () =>
        net('NET_CREDIT', 3, [
          ['SELL_TO_OPEN', 1, 'C55'],
          ['SELL_TO_OPEN', 1, 'P45'],
        ]),
      'needs 100 of ACME, and 0 are held',
    ],
    [
      'with more written than bought calls',
      () =>
        net('NET_CREDIT', 0.1, [
          ['SELL_TO_OPEN', 3, 'C55'],
          ['BUY_TO_OPEN', 2, 'C60'],
        ]),
      'needs 100 of ACME',
    ],
    [
      'beyond the buying power',
      () =>
        net(
          'NET_CREDIT',
          0.48,
          CREDIT_PUTS.map(([instruction, , name]) => [instruction, 250, name] as const),
        ),
      'needs $226,000.00 of buying power',
    ],
    ['priced between cents', () => net('NET_CREDIT', 0.485, CREDIT_PUTS), 'whole cents'],
    ['outside of the normal session', () => net('NET_CREDIT', 0.48, CREDIT_PUTS, { session: 'AM' }), 'normal session'],
    [
      'without a whole quantity',
      () =>
        net(
          'NET_CREDIT',
          0.48,
          CREDIT_PUTS.map(([instruction, , name]) => [instruction, 1.5, name] as const),
        ),
      'positive whole number',
    ],
  ])('is rejected %s', async (_, sent, reason) => {
    expect(await placed(sent())).toMatchObject(REJECTED(reason))
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['a net price with one leg', () => net('NET_DEBIT', 1, [['BUY_TO_OPEN', 1, 'C55']])],
    ['a limit with two', () => net('LIMIT', 1, CREDIT_PUTS)],
    [
      'five legs',
      () =>
        net(
          'NET_DEBIT',
          1,
          ['C50', 'C55', 'C60', 'P50', 'P45'].map((name) => ['BUY_TO_OPEN', 1, name] as const),
        ),
    ],
    [
      'two underlyings',
      () => ({
        ...net('NET_DEBIT', 1, []),
        orderLegCollection: [
          legOf(['BUY_TO_OPEN', 1, 'C55']),
          { instruction: 'BUY', quantity: 100, instrument: { symbol: 'BOLT', assetType: 'EQUITY' } },
        ],
      }),
    ],
    [
      'a name that the legs do not bear',
      () => net('NET_CREDIT', 0.48, CREDIT_PUTS, { complexOrderStrategyType: 'STRADDLE' }),
    ],
    ['a name that nobody knows', () => net('NET_CREDIT', 0.48, CREDIT_PUTS, { complexOrderStrategyType: 'SANDWICH' })],
    ['no price', () => net('NET_CREDIT', null, CREDIT_PUTS)],
    [
      'a short sale among the legs',
      () =>
        net('NET_CREDIT', 1, [
          ['SELL_SHORT', 100, 'ACME'],
          ['BUY_TO_OPEN', 1, 'C55'],
        ]),
    ],
  ])('answers 400 to %s', async (_, sent) => {
    expect((await account.send('POST', account.orders, sent())).status).toBe(400)
  })

  it('is no spread in a cash account, where buying and covered writing are', async () => {
    const cash = await testAccount(test, `cash${logins}`, 'CASH')
    expect(await placed(net('NET_CREDIT', 0.48, CREDIT_PUTS), cash)).toMatchObject(
      REJECTED('Spreads need a margin account'),
    )
    expect(
      await placed(
        net('NET_DEBIT', 2.02, [
          ['BUY_TO_OPEN', 1, 'C55'],
          ['BUY_TO_OPEN', 1, 'P45'],
        ]),
        cash,
      ),
    ).toMatchObject(FILLED)
    const shares: readonly Leg[] = [
      ['BUY', 100, 'ACME'],
      ['SELL_TO_OPEN', 1, 'C60'],
    ]
    expect(await placed(net('NET_DEBIT', 49.62, shares), cash)).toMatchObject(FILLED)
  })

  it('keeps its bought part from being sold while it covers the written one', async () => {
    expect(await placed(net('NET_CREDIT', 0.78, CREDIT_CALLS))).toMatchObject(FILLED)
    expect(await placed(single('MARKET', ['SELL_TO_CLOSE', 1, 'C60']))).toMatchObject(
      REJECTED('needs 100 of ACME, and 0 are held'),
    )
    expect(await placed(net('NET_CREDIT', 0.48, CREDIT_PUTS))).toMatchObject(FILLED)
    // Without the bought put the written one reserves its strike, which the account can pay.
    expect(await placed(single('MARKET', ['SELL_TO_CLOSE', 1, 'P40']))).toMatchObject(FILLED)
    // Only one of the two can lose at an expiration: the put's strike is more than the calls' distance.
    expect(await account.balances()).toMatchObject({ buyingPower: 2 * (100_000 + 78 + 48 + 29 - 4_500) })
    expect(
      await placed(
        net('NET_DEBIT', 0.82, [
          ['BUY_TO_CLOSE', 1, 'C55'],
          ['SELL_TO_CLOSE', 1, 'C60'],
        ]),
      ),
    ).toMatchObject(FILLED)
  })

  it('lets a call be written on one that is held, which makes a spread of them', async () => {
    expect(await placed(single('MARKET', ['BUY_TO_OPEN', 1, 'C60']))).toMatchObject(FILLED)
    expect(await placed(single('MARKET', ['SELL_TO_OPEN', 1, 'C55']))).toMatchObject(FILLED)
    expect(await account.balances()).toMatchObject({ buyingPower: 2 * (100_078 - 500) })
  })
})

describe('the books', () => {
  it('agree after all of this', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})
