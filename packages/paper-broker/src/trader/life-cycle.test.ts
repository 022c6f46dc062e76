// The order life-cycle table, row by row over the wire, in New York hours: each state, event and resulting state. A
// second table covers the states that only a brokerage with latency shows.
import { afterEach, describe, expect, it } from 'vitest'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

interface WireOrder {
  readonly status: string
  readonly statusDescription?: string
  readonly closeTime?: string
  readonly cancelable: boolean
  readonly filledQuantity?: number
  readonly remainingQuantity?: number
  readonly childOrderStrategies?: readonly WireOrder[]
}

/** What a row may use: an account in a market whose price and time it controls. */
interface Stage {
  readonly account: TestAccount
  /** Sets the price of ACME; a minute passes, so that orders meet it. */
  price(last: number): void
  to(instant: string): Promise<void>
  place(body: unknown): Promise<string>
  cancel(location: string): Promise<number>
}

const single = (
  instruction: string,
  orderType: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity: 100, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
  ...more,
})
const trigger = (parent: object, child: object): object => ({
  ...parent,
  orderStrategyType: 'TRIGGER',
  childOrderStrategies: [child],
})
const pair = (one: object, other: object): object => ({ orderStrategyType: 'OCO', childOrderStrategies: [one, other] })
const ENTRY = single('BUY', 'STOP', { stopPrice: 51 })
const PROTECTION = single('SELL', 'STOP', { stopPrice: 48 })
const EVENING = '2026-03-04T22:00:00Z'
const NEXT_NOON = '2026-03-05T17:00:00Z'

let test: TestBroker | undefined
let logins = 0

async function stage(latencyMs = 0, partial: { seed: string; percent: number } | null = null): Promise<Stage> {
  test = await startTestBroker({ isAlwaysOpen: false, settings: { latencyMs, partialFills: partial } })
  const running = test
  running.market.set('ACME', 50)
  logins += 1
  const account = await testAccount(running, `life${logins}`)
  return {
    account,
    price: (last) => {
      running.clock.advance(60_000)
      running.market.set('ACME', last)
    },
    to: (instant) => account.moveTo(instant),
    place: (body) => account.place(body),
    cancel: async (location) => (await account.send('DELETE', location)).status,
  }
}

afterEach(async () => {
  await test?.close()
  test = undefined
})

const states = (order: WireOrder): string =>
  [order.status, ...(order.childOrderStrategies ?? []).map((child) => `[${states(child)}]`)].join(' ')

/** Expects a change of a closed order to be refused with its state. */
function refuses(answer: { readonly status: number; readonly text: string }, state: string): void {
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text)).toMatchObject({ message: expect.stringContaining(state) as string })
}

/** Each row plays its events and records the states it sees on the way. */
type Row = readonly [
  from: string,
  event: string,
  to: string,
  seen: readonly string[],
  play: (on: Stage, see: (location: string) => Promise<void>) => Promise<void>,
]

const ROWS: readonly Row[] = [
  [
    'POST',
    'a business refusal',
    'REJECTED',
    ['REJECTED'],
    async (on, see) => see(await on.place(single('SELL', 'MARKET'))),
  ],
  [
    'POST',
    'accepted, session closed; its opening',
    'PENDING_ACTIVATION, then WORKING',
    ['PENDING_ACTIVATION', 'WORKING'],
    async (on, see) => {
      await on.to(EVENING)
      const order = await on.place(ENTRY)
      await see(order)
      await on.to(NEXT_NOON)
      await see(order)
    },
  ],
  ['POST', 'accepted, session open', 'WORKING', ['WORKING'], async (on, see) => see(await on.place(ENTRY))],
  [
    'TRIGGER child',
    'parent not filled',
    'AWAITING_PARENT_ORDER',
    ['WORKING [AWAITING_PARENT_ORDER]'],
    async (on, see) => see(await on.place(trigger(ENTRY, PROTECTION))),
  ],
  [
    'TRIGGER child',
    'parent filled in full',
    'WORKING',
    ['FILLED [WORKING]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, PROTECTION))
      on.price(51.5)
      await see(order)
    },
  ],
  [
    'TRIGGER child',
    'parent filled, its stop already crossed',
    'FILLED at once',
    ['FILLED [FILLED]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, single('SELL', 'STOP', { stopPrice: 52 })))
      on.price(51.5)
      await see(order)
    },
  ],
  [
    'TRIGGER child',
    'parent filled, what it would sell is not there',
    'REJECTED',
    ['FILLED [REJECTED]'],
    async (on, see) => {
      const order = await on.place(
        trigger(ENTRY, {
          ...PROTECTION,
          orderLegCollection: [
            { instruction: 'SELL', quantity: 101, instrument: { symbol: 'ACME', assetType: 'EQUITY' } },
          ],
        }),
      )
      on.price(51.5)
      await see(order)
    },
  ],
  [
    'TRIGGER child',
    'parent cancelled',
    'CANCELED',
    ['CANCELED [CANCELED]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, PROTECTION))
      await on.cancel(order)
      await see(order)
    },
  ],
  [
    'TRIGGER child',
    'parent rejected',
    'CANCELED',
    ['REJECTED [CANCELED]'],
    async (on, see) => see(await on.place(trigger(single('BUY', 'STOP', { stopPrice: 49 }), PROTECTION))),
  ],
  [
    'TRIGGER child',
    'parent expired',
    'CANCELED',
    ['EXPIRED [CANCELED]'],
    async (on, see) => {
      const order = await on.place(trigger({ ...ENTRY, duration: 'DAY' }, PROTECTION))
      await on.to(EVENING)
      await see(order)
    },
  ],
  [
    'TRIGGER child, a pair',
    'parent filled, then one leg',
    'FILLED and CANCELED',
    ['FILLED [WORKING [WORKING] [WORKING]]', 'FILLED [FILLED [FILLED] [CANCELED]]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, pair(single('SELL', 'LIMIT', { price: 55 }), PROTECTION)))
      on.price(51.5)
      await see(order)
      on.price(55.5)
      await see(order)
    },
  ],
  [
    'OCO leg',
    'sibling fills',
    'CANCELED',
    ['FILLED [CANCELED] [FILLED]'],
    async (on, see) => {
      await on.place(single('BUY', 'MARKET'))
      const order = await on.place(pair(single('SELL', 'LIMIT', { price: 55 }), PROTECTION))
      on.price(47)
      await see(order)
    },
  ],
  [
    'open',
    'DELETE',
    'CANCELED',
    ['CANCELED'],
    async (on, see) => {
      const order = await on.place(ENTRY)
      expect(await on.cancel(order)).toBe(200)
      await see(order)
    },
  ],
  [
    'PENDING_ACTIVATION',
    'DELETE',
    'CANCELED',
    ['CANCELED'],
    async (on, see) => {
      await on.to(EVENING)
      const order = await on.place(ENTRY)
      expect(await on.cancel(order)).toBe(200)
      await see(order)
    },
  ],
  [
    'AWAITING_PARENT_ORDER',
    'DELETE of the child',
    'CANCELED, its parent works on',
    ['WORKING [CANCELED]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, PROTECTION))
      const { childOrderStrategies } = (await on.account.read(order)) as {
        childOrderStrategies?: { orderId: number }[]
      }
      expect(await on.cancel(`${on.account.orders}/${childOrderStrategies?.[0]?.orderId ?? 0}`)).toBe(200)
      await see(order)
    },
  ],
  ...(
    [
      ['FILLED', async (on) => on.place(single('BUY', 'MARKET'))],
      ['REJECTED', async (on) => on.place(single('SELL', 'MARKET'))],
      [
        'CANCELED',
        async (on) => {
          const order = await on.place(ENTRY)
          await on.cancel(order)
          return order
        },
      ],
      [
        'EXPIRED',
        async (on) => {
          const order = await on.place({ ...ENTRY, duration: 'DAY' })
          await on.to(EVENING)
          return order
        },
      ],
      [
        'REPLACED',
        async (on) => {
          const order = await on.place(ENTRY)
          await on.account.send('PUT', order, single('BUY', 'STOP', { stopPrice: 52 }))
          return order
        },
      ],
    ] satisfies [string, (on: Stage) => Promise<string>][]
  ).map(([from, make]): Row => [
    from,
    'DELETE and PUT',
    '400, unchanged',
    [from],
    async (on, see) => {
      const order = await make(on)
      for (const [method, body] of [
        ['DELETE', undefined],
        ['PUT', ENTRY],
      ] as const) {
        const answer = await on.account.send(method, order, body)
        refuses(answer, from)
      }
      await see(order)
    },
  ]),
  [
    'open',
    'PUT',
    'REPLACED, with a new number',
    ['REPLACED', 'WORKING'],
    async (on, see) => {
      const order = await on.place(ENTRY)
      const { location } = await on.account.send('PUT', order, single('BUY', 'STOP', { stopPrice: 52 }))
      await see(order)
      await see(location ?? '')
    },
  ],
  [
    'DAY',
    'session close',
    'EXPIRED',
    ['WORKING', 'EXPIRED'],
    async (on, see) => {
      const order = await on.place({ ...ENTRY, duration: 'DAY' })
      await on.to('2026-03-04T20:59:59.999Z')
      await see(order)
      await on.to('2026-03-04T21:00:00Z')
      await see(order)
    },
  ],
  [
    'END_OF_WEEK',
    'the close of Friday',
    'EXPIRED',
    ['WORKING', 'EXPIRED'],
    async (on, see) => {
      const order = await on.place({ ...ENTRY, duration: 'END_OF_WEEK' })
      await on.to('2026-03-06T20:59:59Z')
      await see(order)
      await on.to('2026-03-06T21:00:00Z')
      await see(order)
    },
  ],
  [
    'GOOD_TILL_CANCEL with a cancelTime',
    'the close of that day',
    'EXPIRED',
    ['WORKING', 'EXPIRED'],
    async (on, see) => {
      const order = await on.place({ ...ENTRY, cancelTime: '2026-03-06T23:59:00.000-05:00' })
      await on.to('2026-03-06T20:59:59Z')
      await see(order)
      await on.to('2026-03-06T21:00:00Z')
      await see(order)
    },
  ],
  [
    'POST',
    'a cancelTime that is over',
    'REJECTED',
    ['REJECTED'],
    async (on, see) => see(await on.place({ ...ENTRY, cancelTime: '2026-03-03' })),
  ],
  [
    'TRIGGER child with a cancelTime',
    'parent filled, the close of that day',
    'EXPIRED',
    ['WORKING [AWAITING_PARENT_ORDER]', 'FILLED [WORKING]', 'FILLED [EXPIRED]'],
    async (on, see) => {
      const order = await on.place(trigger(ENTRY, { ...PROTECTION, cancelTime: '2026-03-06' }))
      await see(order)
      on.price(52)
      await see(order)
      await on.to('2026-03-06T21:00:00Z')
      await see(order)
    },
  ],
  [
    'FILL_OR_KILL',
    'a price that does not meet it',
    'CANCELED',
    ['CANCELED'],
    async (on, see) => see(await on.place(single('BUY', 'LIMIT', { price: 49, duration: 'FILL_OR_KILL' }))),
  ],
  [
    'FILL_OR_KILL',
    'a price that meets it',
    'FILLED',
    ['FILLED'],
    async (on, see) => see(await on.place(single('BUY', 'LIMIT', { price: 51, duration: 'FILL_OR_KILL' }))),
  ],
  [
    'IMMEDIATE_OR_CANCEL',
    'a price that does not meet it',
    'CANCELED',
    ['CANCELED'],
    async (on, see) => see(await on.place(single('BUY', 'LIMIT', { price: 49, duration: 'IMMEDIATE_OR_CANCEL' }))),
  ],
]

describe('the life of an order', () => {
  it.each(ROWS)('%s, %s: %s', async (_from, _event, _to, expected, play) => {
    const on = await stage()
    const seen: string[] = []
    await play(on, async (location) => {
      const order = (await on.account.read(location)) as unknown as WireOrder
      seen.push(states(order))
      const isOver = ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED'].includes(order.status)
      expect(order.closeTime !== undefined).toBe(isOver)
      expect(order.cancelable).toBe(!isOver)
      expect(isOver ? (order.remainingQuantity ?? 0) : 0).toBe(0)
    })
    expect(seen).toEqual(expected)
  })
})

it('an exercise is not carried out at the close when the other order of its pair trades at that close', async () => {
  const on = await stage()
  const call = 'ACME  260320C00045000'
  test?.market.set(call, 6)
  const inCalls = (orderType: string, instruction: string): object => ({
    orderType,
    session: 'NORMAL',
    duration: 'DAY',
    orderStrategyType: 'SINGLE',
    orderLegCollection: [{ instruction, quantity: 1, instrument: { symbol: call, assetType: 'OPTION' } }],
  })
  await on.place(inCalls('MARKET', 'BUY_TO_OPEN'))
  await on.place(single('BUY', 'MARKET'))
  const order = await on.place(
    pair(single('SELL', 'MARKET_ON_CLOSE', { duration: 'DAY' }), inCalls('EXERCISE', 'SELL_TO_CLOSE')),
  )
  await on.to(EVENING)
  expect(states((await on.account.read(order)) as unknown as WireOrder)).toBe('FILLED [FILLED] [CANCELED]')
  expect(await on.account.positions()).toMatchObject([{ longQuantity: 1, instrument: { symbol: call } }])
})

const SLOW_MS = 1_500

describe('with latency', () => {
  const look = async (on: Stage, location: string): Promise<WireOrder> =>
    (await on.account.read(location)) as unknown as WireOrder

  it('an order is QUEUED before it works, and a market order is filled only then', async () => {
    const on = await stage(SLOW_MS)
    const [waiting, market] = [await on.place(ENTRY), await on.place(single('BUY', 'MARKET'))]
    expect([await look(on, waiting), await look(on, market)]).toMatchObject([
      { status: 'QUEUED', cancelable: true },
      { status: 'QUEUED' },
    ])
    await on.to(new Date(TEST_NOW_MS + SLOW_MS + 1).toISOString())
    expect([await look(on, waiting), await look(on, market)]).toMatchObject([
      { status: 'WORKING' },
      { status: 'FILLED' },
    ])
  })

  it('a cancellation is pending for a moment, in which nothing else can be asked of the order', async () => {
    const on = await stage(SLOW_MS)
    const order = await on.place(trigger(ENTRY, PROTECTION))
    await on.to(new Date(TEST_NOW_MS + 10_000).toISOString())
    expect(await on.cancel(order)).toBe(200)
    expect(await look(on, order)).toMatchObject({
      status: 'PENDING_CANCEL',
      cancelable: false,
      editable: false,
      childOrderStrategies: [{ status: 'AWAITING_PARENT_ORDER' }],
    })
    expect(await on.cancel(order)).toBe(400)
    await on.to(new Date(TEST_NOW_MS + 10_000 + SLOW_MS).toISOString())
    expect(states(await look(on, order))).toBe('CANCELED [CANCELED]')
  })

  it('a fill that comes before the cancellation wins', async () => {
    const on = await stage(SLOW_MS)
    const order = await on.place(ENTRY)
    await on.to(new Date(TEST_NOW_MS + 10_000).toISOString())
    await on.cancel(order)
    test?.market.set('ACME', 51.5)
    await on.to(new Date(TEST_NOW_MS + 10_500).toISOString())
    expect(await look(on, order)).toMatchObject({ status: 'FILLED', filledQuantity: 100 })
  })
})

describe('with partial fills', () => {
  interface PartlyFilled extends WireOrder {
    readonly quantity: number
    readonly filledQuantity: number
    readonly remainingQuantity: number
    readonly orderActivityCollection: readonly { readonly quantity: number; readonly orderRemainingQuantity: number }[]
  }
  const inParts = { seed: 'parts', percent: 100 }
  const look = async <Shape>(on: Stage, location: string): Promise<Shape> =>
    (await on.account.read(location)) as unknown as Shape

  it('what was filled before a cancellation stays, each part an activity and a transaction, and its stop starts for it', async () => {
    const on = await stage(0, inParts)
    const order = await on.place(trigger(single('BUY', 'LIMIT', { price: 50.5 }), PROTECTION))
    const partly = await look<PartlyFilled>(on, order)
    expect(partly.status).toBe('WORKING')
    expect(partly.orderActivityCollection).toMatchObject([
      { quantity: partly.filledQuantity, orderRemainingQuantity: partly.remainingQuantity },
    ])
    expect(partly.filledQuantity).toBeGreaterThan(0)
    expect(partly.remainingQuantity).toBe(100 - partly.filledQuantity)
    await on.cancel(order)
    expect(await on.account.read(order)).toMatchObject({
      status: 'CANCELED',
      filledQuantity: partly.filledQuantity,
      remainingQuantity: 0,
      childOrderStrategies: [
        {
          status: 'WORKING',
          quantity: partly.filledQuantity,
          remainingQuantity: partly.filledQuantity,
          orderLegCollection: [{ quantity: partly.filledQuantity }],
          statusDescription: `Reduced to ${partly.filledQuantity}: its parent order was filled in part.`,
        },
      ],
    })
    expect(await on.account.transactions('TRADE')).toHaveLength(1)
    expect(await on.account.positions()).toMatchObject([{ longQuantity: partly.filledQuantity }])
  })

  it('the target and the stop of an entry that expires in parts start for the part, and protect it together', async () => {
    const on = await stage(0, inParts)
    const entry = single('BUY', 'LIMIT', { price: 50.5, duration: 'DAY' })
    const order = await on.place(trigger(entry, pair(single('SELL', 'LIMIT', { price: 60 }), PROTECTION)))
    on.price(52)
    const { filledQuantity } = await look<PartlyFilled>(on, order)
    await on.to(EVENING)
    const bracket = await look<PartlyFilled>(on, order)
    expect(states(bracket)).toBe('EXPIRED [WORKING [PENDING_ACTIVATION] [PENDING_ACTIVATION]]')
    expect(bracket.childOrderStrategies?.[0]?.childOrderStrategies).toMatchObject([
      { quantity: filledQuantity },
      { quantity: filledQuantity },
    ])
    await on.to(NEXT_NOON)
    expect(states(await look(on, order))).toBe('EXPIRED [WORKING [WORKING] [WORKING]]')
  })

  it('an order of a pair that trades in part leaves the other one for the rest, until all of it is traded', async () => {
    const on = await stage(0, inParts)
    await on.place(single('BUY', 'MARKET', { duration: 'FILL_OR_KILL' }))
    const order = await on.place(pair(single('SELL', 'LIMIT', { price: 55 }), PROTECTION))
    on.price(55.5)
    for (let turn = 0; turn < 40; turn++) {
      const now = await look<PartlyFilled>(on, order)
      const [target, stop] = (now.childOrderStrategies ?? []) as readonly PartlyFilled[]
      const [position] = (await on.account.positions()) as readonly { readonly longQuantity: number }[]
      const held = position?.longQuantity ?? 0
      if (held === 0) break
      // What is held has a stop for all of it, and never for more.
      expect([target?.remainingQuantity, stop?.remainingQuantity]).toEqual([held, held])
      expect(states(now)).toBe('WORKING [WORKING] [WORKING]')
      expect(stop?.statusDescription).toBe(`Reduced to ${held}: the other order of the pair was executed in part.`)
      on.price(55.5 + turn / 100)
    }
    expect(states(await look(on, order))).toBe('FILLED [FILLED] [CANCELED]')
    expect(await on.account.positions()).toEqual([])
  })
})
