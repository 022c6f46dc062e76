// Accounts, orders, alert rules and what a chart or a calculator keeps.
import { randomUUID } from 'node:crypto'
import type { KeyPair } from '../../adapters/broker/port.ts'
import { startLinkAttempt } from '../../features/account/link-attempt.ts'
import { findSession } from '../../kernel/session.ts'
import type { Body, Ground, ReadPlace, StoredCalls, StoredSample } from './stored-call.ts'

/** Equal orders raise a question, so each has a quantity of its own. */
let orders = 0
const ticket = ({ paper }: Ground): Body => ({
  ticket: 'ACME',
  quantity: ++orders,
  directionality: 'BUY',
  accountNumber: paper.number,
})
const stopLimit: Body = { orderType: 'STOP_LIMIT', price: 60, limitPrice: 61 }
const trailing: Body = { orderType: 'TRAILING_STOP', price: null, trail: { offset: 2, unit: 'DOLLARS' } }
const trailFields = { trail: 'trail' } as const
const protectedEntry = (ground: Ground): Body => {
  const entry = ticket(ground)
  const stop = { childQuantity: entry['quantity'], childDirectionality: 'SELL', childPrice: 45, childOrderType: 'STOP' }
  return { ...entry, ...stopLimit, ...stop }
}
const findOrders = ({ call, paper }: Ground) => call('order.findOrders', { body: { accountNumber: paper.number } })
const readOrder: StoredSample['read'] = async (ground, { orderId }) => {
  const order = (await findOrders(ground)).find((one) => one['orderId'] === orderId)
  return { ...order, child: (order?.['children'] as readonly Body[] | undefined)?.[0] }
}
/** Reads the two orders of a pair. */
const readPair: StoredSample['read'] = async (ground, { orderId }) => {
  const pair = (await findOrders(ground)).filter((one) => one['parentOrderId'] === orderId)
  return {
    target: pair.find(({ orderType }) => orderType === 'LIMIT'),
    stop: pair.find(({ orderType }) => orderType !== 'LIMIT'),
  }
}
/** Reads the two exits of an entry, which are in a wrapper that is its child. */
const readBracket: StoredSample['read'] = async (ground, { orderId }) => {
  const all = await findOrders(ground)
  const wrapper = all.find((one) => one['parentOrderId'] === orderId)
  const exits = all.filter((one) => one['parentOrderId'] === wrapper?.['orderId'])
  return {
    entry: all.find((one) => one['orderId'] === orderId),
    target: exits.find(({ orderType }) => orderType === 'LIMIT'),
    stop: exits.find(({ orderType }) => orderType !== 'LIMIT'),
  }
}
const lastDay = ({ app }: Ground): string => {
  const day = new Date(app.services.clock.nowMs() + 2 * 86_400_000)
  // A last day on a weekend is the session before it.
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
/** Buys what the pair closes. */
async function heldPair(ground: Ground): Promise<Body> {
  const bought = ticket(ground)
  await ground.call('order.putOrder', { body: { ...bought, orderType: 'MARKET', price: null } })
  return { ...bought, directionality: 'SELL', targetPrice: 60 }
}
const spreadLegs = ({ app }: Ground): Body[] => {
  const [near, far] = ['ACME  280121C00050000', 'ACME  280121C00055000'] as const
  app.market.set(near, 4)
  app.market.set(far, 1)
  return [
    { ticket: near, instruction: 'BUY_TO_OPEN', ratio: 1 },
    { ticket: far, instruction: 'SELL_TO_OPEN', ratio: 1 },
  ]
}
const lasting = { duration: 'GOOD_TILL_CANCEL' } as const
const limited: Body = { childOrderType: 'STOP_LIMIT', childPrice: 45, childLimitPrice: 44 }

/** One of the two proves the owner's consent; both end as a sealed token. */
const proof = {
  code: { because: 'It is exchanged for the tokens, which link-accounts.test.ts reads the account with.' },
  keyPair: { because: 'It is sealed like a token; link-key-pair.test.ts reads the account with it.' },
} as const satisfies Record<string, ReadPlace>
/** Returns a key pair of a new login at the brokerage that takes them, and the call that links its account. */
async function keyPairAt({ app, manager }: Ground, name: string): Promise<{ keyPair: KeyPair; linking: Body }> {
  const { db, clock } = app.services
  const session = await findSession(db, clock, manager.user.token, true)
  const { authoriseUrl, token } = await startLinkAttempt(db, clock, {
    broker: app.alpaca,
    session: session!,
    accountId: null,
  })
  const keyPair = await (await app.register(authoriseUrl, name)).makeKeyPair()
  return { keyPair, linking: { keyPair, token, ownerId: manager.user.id } }
}

const answered: ReadPlace = { because: 'The answers are compared with the questions of this order and not kept.' }

const rule = (terms: Body, subject: Body): Body => ({
  terms,
  note: '',
  isRepeating: true,
  expiresOn: '2026-12-01',
  ...subject,
})
const move = { kind: 'MOVE', direction: 'UP', percent: 5, against: 'PRICE', price: 50 }
const level = { kind: 'LEVEL', side: 'RESISTANCE', price: 70 }
const drawdown = { kind: 'DRAWDOWN', percent: 5 }

/** The samples of creating a rule, and of changing one: by then it has an id. */
function ruleSamples(send: (ground: Ground, body: Body) => Body | Promise<Body>): readonly StoredSample[] {
  const read: StoredSample['read'] = async ({ call }) => (await call('alertRule.find'))[0]
  const aboutCode = ({ code }: Ground): Body => ({ code, accountId: null })
  return [
    {
      body: (ground) => send(ground, { ...rule(move, aboutCode(ground)), drawingId: 'drawing1' }),
      read,
      fields: {
        'terms<MOVE>.price': 'terms.price',
        code: 'code',
        expiresOn: 'expiresOn',
        drawingId: 'drawingId',
      },
    },
    {
      body: (ground) => send(ground, rule(level, aboutCode(ground))),
      read,
      fields: { 'terms<LEVEL>.price': 'terms.price' },
    },
    {
      body: (ground) => send(ground, rule(drawdown, { code: null, accountId: ground.account.id })),
      read,
      fields: { accountId: 'accountId' },
    },
  ]
}

/** Returns the id of an order that waits, and can be changed. */
async function openOrder(ground: Ground): Promise<unknown> {
  return (await ground.call('order.putOrderWithTrigger', { body: protectedEntry(ground) }))['orderId']
}

/** Returns the id of an entry with a target and this stop. */
async function openBracket(ground: Ground, stop: Body): Promise<unknown> {
  const body = { ...protectedEntry(ground), ...lasting, ...stop, targetPrice: 70 }
  return (await ground.call('order.putOrderWithTrigger', { body }))['orderId']
}

/** Acts on what is held, whatever other samples have bought. */
const acting =
  (actionOf: () => Body): StoredSample['body'] =>
  async (ground) => {
    const position = { accountNumber: ground.paper.number, ticket: 'ACME' }
    const read = { ...position, held: '1', action: { kind: 'CLOSE', quantity: null } }
    const { held } = await ground.call('positionAction.previewPositionAction', { body: read })
    return { ...position, held, action: actionOf(), answered: [] }
  }
const inItsOrder = { because: 'It becomes a part of an order, which position-action.test.ts reads at the brokerage.' }

export const tradingCalls: StoredCalls = {
  'positionAction.actOnPosition': [
    {
      body: async (ground) => {
        await ground.call('order.putOrder', {
          body: { ...ticket(ground), quantity: 50, orderType: 'MARKET', price: null },
        })
        return acting(() => ({ kind: 'ADD', quantity: ++orders, limitPrice: 40 }))(ground)
      },
      fields: { 'action<ADD>.limitPrice': inItsOrder, answered },
    },
    { body: acting(() => ({ kind: 'CLOSE', quantity: 1 })), fields: { 'action<CLOSE>.quantity': inItsOrder } },
    { body: acting(() => ({ kind: 'REVERSE', stopPrice: 60 })), fields: { 'action<REVERSE>.stopPrice': inItsOrder } },
    // Back to the side of the other samples.
    { body: acting(() => ({ kind: 'REVERSE', stopPrice: 40 })), fields: { 'action<REVERSE>.stopPrice': inItsOrder } },
  ],
  'account.createMy': [
    {
      body: async ({ app, manager }) => {
        const { authoriseUrl } = await manager.client.account.getAmtTk()
        const back = await (await app.register(authoriseUrl, 'stored-fields-2')).allow()
        return { code: back.get('code'), token: back.get('state'), isActive: 'false', ownerId: manager.user.id }
      },
      read: async ({ call, manager }) =>
        (await call('account.viewMyAccount', { params: { userId: manager.user.id } })).find(
          ({ isActive }) => isActive === 'false',
        ),
      fields: { isActive: 'isActive', code: proof.code },
    },
    {
      body: async (ground) => (await keyPairAt(ground, 'stored-fields-3')).linking,
      fields: { keyPair: proof.keyPair },
    },
  ],
  'account.renewAccount': [
    {
      body: async ({ manager, paper, consent }) => {
        const [started] = await manager.client.account.getAccessByAccount({ params: { accountId: paper.id } })
        const back = await consent.allow(started!.authoriseUrl)
        return { accountId: paper.id, code: back.get('code'), token: back.get('state') }
      },
      fields: { token: { because: 'It names the attempt, which the call uses up.' }, code: proof.code },
    },
    {
      body: async (ground) => {
        const { linking, keyPair } = await keyPairAt(ground, 'stored-fields-4')
        const list = () => ground.manager.client.account.viewMyAccount({ params: { userId: ground.manager.user.id } })
        const before = new Set((await list()).map(({ number }) => number))
        await ground.call('account.createMy', { body: linking })
        const accounts = await list()
        const { id } = accounts.find(({ number }) => !before.has(number))!
        const [started] = await ground.manager.client.account.getAccessByAccount({ params: { accountId: id } })
        return { accountId: id, keyPair, token: started!.token }
      },
      fields: { keyPair: proof.keyPair },
    },
  ],
  'wallet.create': [
    {
      body: () => ({ currency: 'USD', type: 'CASH', name: 'Second', reference: randomUUID() }),
      fields: { name: { because: 'The paper brokerage keeps it and shows it on its own pages.' } },
    },
  ],
  'order.putOrder': [
    {
      body: (ground) => ({ ...ticket(ground), ...stopLimit, duration: 'GOOD_TILL_CANCEL', answered: [] }),
      read: readOrder,
      fields: { price: 'stopPrice', limitPrice: 'price', duration: 'duration', answered },
    },
    { body: (ground) => ({ ...ticket(ground), ...trailing }), read: readOrder, fields: trailFields },
    {
      body: (ground) => ({ ...ticket(ground), orderType: 'LIMIT', price: 40, duration: 'DAY', session: 'SEAMLESS' }),
      read: readOrder,
      fields: { session: 'session' },
    },
    {
      body: (ground) => ({
        ...ticket(ground),
        orderType: 'LIMIT',
        price: 40,
        duration: 'GOOD_TILL_CANCEL',
        goodTill: lastDay(ground),
      }),
      read: readOrder,
      fields: { goodTill: 'goodTill' },
    },
  ],
  'order.putOrderPair': [
    {
      body: async (ground) => ({
        ...(await heldPair(ground)),
        stopOrderType: 'STOP_LIMIT',
        stopPrice: 45,
        stopLimitPrice: 44,
        duration: 'GOOD_TILL_CANCEL',
        goodTill: lastDay(ground),
        answered: [],
      }),
      read: readPair,
      fields: {
        stopPrice: 'stop.stopPrice',
        stopLimitPrice: 'stop.price',
        duration: 'stop.duration',
        goodTill: 'stop.goodTill',
        answered,
      },
    },
    {
      body: async (ground) => ({
        ...(await heldPair(ground)),
        stopOrderType: 'TRAILING_STOP',
        stopPrice: null,
        stopTrail: { offset: 2, unit: 'DOLLARS' },
      }),
      read: readPair,
      fields: { stopTrail: 'stop.trail' },
    },
  ],
  'order.putSpread': [
    {
      body: (ground) => ({
        accountNumber: ground.paper.number,
        legs: spreadLegs(ground),
        quantity: ++orders,
        priceType: 'NET_DEBIT',
        netPrice: 0.01,
        duration: 'GOOD_TILL_CANCEL',
        goodTill: lastDay(ground),
        answered: [],
      }),
      read: readOrder,
      fields: {
        netPrice: 'price',
        duration: 'duration',
        goodTill: 'goodTill',
        answered,
      },
    },
  ],
  'order.putOrderWithTrigger': [
    {
      body: (ground) => ({ ...protectedEntry(ground), duration: 'GOOD_TILL_CANCEL', cancelPrice: 40, answered: [] }),
      read: readOrder,
      fields: { price: 'stopPrice', limitPrice: 'price', duration: 'duration', cancelPrice: 'cancelPrice', answered },
    },
    {
      body: (ground) => ({ ...protectedEntry(ground), limitPrice: null, ...trailing }),
      read: readOrder,
      fields: trailFields,
    },
    {
      body: (ground) => ({
        ...protectedEntry(ground),
        ...lasting,
        ...limited,
        targetPrice: 70,
        goodTill: lastDay(ground),
      }),
      read: readBracket,
      fields: {
        childPrice: 'stop.stopPrice',
        childLimitPrice: 'stop.price',
        targetPrice: 'target.price',
        goodTill: 'entry.goodTill',
      },
    },
    {
      body: (ground) => ({
        ...protectedEntry(ground),
        childOrderType: 'TRAILING_STOP',
        childPrice: null,
        childTrail: { offset: 2, unit: 'DOLLARS' },
      }),
      read: readOrder,
      fields: { childTrail: 'child.trail' },
    },
    {
      body: (ground) => ({
        ...protectedEntry(ground),
        orderType: 'LIMIT',
        price: 40,
        limitPrice: null,
        childPrice: 35,
        duration: 'DAY',
        session: 'SEAMLESS',
      }),
      read: readOrder,
      fields: { session: 'session' },
    },
  ],
  'order.replaceOrder': [
    {
      body: async (ground) => ({
        accountNumber: ground.paper.number,
        orderId: await openOrder(ground),
        quantity: ++orders,
        filledQuantity: 0,
        price: 62,
        limitPrice: 63,
        childPrice: 46,
        answered: [],
      }),
      read: readOrder,
      fields: { price: 'stopPrice', limitPrice: 'price', childPrice: 'child.price', answered },
    },
    {
      body: async (ground) => ({
        accountNumber: ground.paper.number,
        orderId: (await ground.call('order.putOrder', { body: { ...ticket(ground), ...trailing } }))['orderId'],
        quantity: ++orders,
        filledQuantity: 0,
        price: null,
        trail: { offset: 3, unit: 'DOLLARS' },
      }),
      read: readOrder,
      fields: trailFields,
    },
    {
      body: async (ground) => ({
        accountNumber: ground.paper.number,
        orderId: await openBracket(ground, limited),
        quantity: ++orders,
        filledQuantity: 0,
        price: 62,
        childPrice: 43,
        childLimitPrice: 42,
        targetPrice: 75,
      }),
      read: readBracket,
      fields: { childLimitPrice: 'stop.price', targetPrice: 'target.price' },
    },
    {
      body: async (ground) => ({
        accountNumber: ground.paper.number,
        orderId: await openBracket(ground, {
          childOrderType: 'TRAILING_STOP',
          childPrice: null,
          childTrail: { offset: 2, unit: 'DOLLARS' },
        }),
        quantity: ++orders,
        filledQuantity: 0,
        price: 62,
        childTrail: { offset: 3, unit: 'DOLLARS' },
      }),
      read: readBracket,
      fields: { childTrail: 'stop.trail' },
    },
  ],
  'order.cancelAllOrders': [
    {
      body: async (ground) => ({ accountNumber: ground.paper.number, orderIds: [await openOrder(ground)] }),
      read: (_ground, reply) => Promise.resolve(reply),
      fields: { orderIds: { because: 'It chooses which orders to cancel; change-order.test.ts reads them.' } },
    },
  ],
  'order.saveGuardRails': [
    {
      body: ({ paper }) => ({
        accountNumber: paper.number,
        largestOrder: 90_000,
        largestPosition: 95_000,
        dailyLoss: 1000,
        priceDistance: 99,
        largestPositionPercent: 60,
        openHeat: 80_000,
        openHeatPercent: 70,
        heatWithoutStop: 15,
        openPositions: 400,
        symbolRule: 'BLOCK',
        symbols: ['NOSUCH'],
        cancelsEntries: true,
      }),
      read: ({ call, paper }) => call('order.findGuardRails', { params: { accountNumber: paper.number } }),
      fields: {
        largestOrder: 'largestOrder',
        largestPosition: 'largestPosition',
        dailyLoss: 'dailyLoss',
        priceDistance: 'priceDistance',
        largestPositionPercent: 'largestPositionPercent',
        openHeat: 'openHeat',
        openHeatPercent: 'openHeatPercent',
        heatWithoutStop: 'heatWithoutStop',
        openPositions: 'openPositions',
        symbolRule: 'symbolRule',
        symbols: 'symbols',
        cancelsEntries: 'cancelsEntries',
      },
    },
  ],
  'order.saveQuestionLimits': [
    {
      body: () => ({ limitThrough: 3, buyingPower: 77, usualQuantity: 8 }),
      read: ({ call }) => call('order.findQuestionLimits'),
      fields: { limitThrough: 'limitThrough', buyingPower: 'buyingPower', usualQuantity: 'usualQuantity' },
    },
  ],
  'alertRule.create': ruleSamples((_ground, body) => body),
  'alertRule.update': ruleSamples(async ({ app, call, account }, body) => {
    app.clock.advance(1000)
    const { id } = await call('alertRule.create', { body: rule(drawdown, { code: null, accountId: account.id }) })
    return { ...body, id }
  }),
  'calculator.saveAnalysis': [
    {
      body: ({ code }) => ({
        name: 'Mine',
        content: {
          ticket: code,
          timing: '_D',
          startDate: '2026-01-02',
          endDate: '2026-03-03',
          investment_type: 'long',
          capital: '1000',
          risk: '2',
          resistance_price: '',
          support_price: '',
        },
      }),
      read: async ({ call }) => (await call('calculator.findAnalyses'))[0],
      fields: { 'content.ticket': 'content.ticket' },
    },
  ],
  'stock.saveWorkspace': [
    {
      body: async ({ call, code }) => {
        const saved = await call('stock.saveWorkspace', {
          body: { symbol: code, timing: '_D', config: '{"version":1,"of":"the base"}' },
        })
        return { token: 'any', symbol: code, timing: '_D', config: '{"version":1}', base: saved['revision'] }
      },
      read: ({ call, code }) => call('stock.getWorkspace', { body: { symbol: code, timing: '_D' } }),
      fields: {
        config: 'config',
        token: { because: "The specification's charts send it; the session identifies the caller." },
        base: { because: 'It decides whether the chart is saved; workspace.test.ts reads what is.' },
      },
    },
  ],
}
