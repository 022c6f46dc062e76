// Orders that are never sent and orders that need confirmation, at the real paper brokerage: the preview reports it,
// and placing checks it again, whatever the page knew.
import type { OrderEntryWithTrigger } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LinkedAccount, linkTrader, listAtBroker, protectedEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

beforeEach(async () => {
  app.clock.set(testStartMs + 364 * 86_400_000 * logins)
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `ask${logins++}`))
})

type Entry = OrderEntryWithTrigger
const entry = (more: Partial<Entry> = {}): Entry => protectedEntry(account, more)
const limit = (more: Partial<Entry> = {}): Entry =>
  entry({ orderType: 'LIMIT', price: '45', childPrice: '40', ...more })
const put = (body: Entry) => owner.client.order.putOrderWithTrigger({ body })
const preview = (body: Entry) => owner.client.order.previewOrder({ body })
const atBroker = () => listAtBroker(app, account)
const kinds = async (body: Entry) => (await preview(body)).questions.map(({ kind }) => kind)

describe('never sent', () => {
  test.each([
    ['a stop above a long entry', { childPrice: '50.5' }, 'on the wrong side'],
    [
      'a stop above the market of a long market order',
      { orderType: 'MARKET', price: null, childPrice: '50.5' },
      'below the market',
    ],
    [
      'a stop below a short entry',
      { directionality: 'SELL_SHORT', price: '49.5', childDirectionality: 'BUY', childPrice: '49' },
      'above the entry',
    ],
    ['a stop for more than the entry', { childQuantity: '101' }, 'more than the 100 of the entry'],
    ['a cancel price that is touched', { cancelPrice: '50.2' }, 'touched already'],
    [
      'a cancel price that the entry passes first',
      { orderType: 'LIMIT', price: '45', childPrice: '40', cancelPrice: '44' },
      'never be touched before the entry',
    ],
  ] as const)('%s', async (_what, more, words) => {
    expect((await preview(entry(more))).faults).toEqual([expect.stringContaining(words)])
    await expect(put(entry(more))).rejects.toEqual(refusedAs('orderFaulty'))
    expect(await atBroker()).toEqual([])
  })

  test('a stop below an order that covers', async () => {
    await app.fill(account.number, 'SELL_SHORT', 100, 'ACME', 50)
    expect(await preview(entry({ orderType: 'LIMIT', price: '45', childPrice: '40' }))).toMatchObject({
      brokerInstruction: 'BUY_TO_COVER',
      faults: [expect.stringContaining('closes a position')],
    })
    await expect(put(limit())).rejects.toEqual(refusedAs('orderFaulty'))
  })
})

describe('asked a second time', () => {
  test('a limit far through the market, and a large part of the buying power, with their figures', async () => {
    // 50,25 was once read as 5025.
    const slip = limit({ price: '60', quantity: '900', childQuantity: '900' })
    expect((await preview(slip)).questions).toMatchObject([
      {
        id: 'limitThrough',
        text: expect.stringMatching(
          /^The limit of \$60\.00 is (19|20)\.\d\d% above the market at \$50\.\d\d\./,
        ) as string,
      },
      {
        id: 'buyingPower',
        text: expect.stringMatching(
          /^This one order takes \$54,000\.00, 27\.00% of the buying power of \$200,000\.00\./,
        ) as string,
      },
    ])
    await expect(put(slip)).rejects.toEqual(refusedAs('orderQuestioned'))
    await expect(put({ ...slip, answered: ['limitThrough'] })).rejects.toEqual(refusedAs('orderQuestioned'))
    await expect(put({ ...slip, answered: ['buyingPower', 'equalOrder:1'] })).rejects.toEqual(
      refusedAs('orderQuestioned'),
    )
    expect(await atBroker()).toEqual([])
    await put({ ...slip, answered: ['limitThrough', 'buyingPower'] })
    expect(await atBroker()).toHaveLength(1)
  })

  test('ten times the usual quantity, once there is a usual one', async () => {
    for (const price of ['41', '42', '43', '44']) await put(limit({ price, quantity: '10', childQuantity: '10' }))
    expect(await kinds(limit({ quantity: '100' }))).toEqual([])
    await put(limit({ price: '45', quantity: '10', childQuantity: '10' }))
    expect(await kinds(limit({ quantity: '99', childQuantity: '99' }))).toEqual([])
    expect((await preview(limit())).questions).toMatchObject([
      {
        id: 'usualQuantity',
        text: expect.stringContaining(
          '100 shares of ACME is 10 times your usual 10 (the median of your last 5 orders)',
        ) as string,
      },
    ])
    await expect(put(limit())).rejects.toEqual(refusedAs('orderQuestioned'))
  })

  test('an order equal to one of the last five minutes, by name and time, and the one after that again', async () => {
    const { orderId } = await put(limit())
    expect((await preview(limit())).questions).toMatchObject([
      {
        kind: 'equalOrder',
        text: expect.stringMatching(
          new RegExp(`^Order ${orderId} was placed at \\d\\d:\\d\\d:\\d\\d ET\\. It is equal to this order\\.`),
        ) as string,
      },
    ])
    await expect(put(limit())).rejects.toEqual(refusedAs('orderQuestioned'))
    for (const other of [{ quantity: '99', childQuantity: '99' }, { price: '45.01' }, { ticket: 'BETA' }])
      expect(await kinds(limit(other))).toEqual([])
    const answered = (await preview(limit())).questions.map(({ id }) => id)
    await put({ ...limit(), answered })
    await expect(put({ ...limit(), answered })).rejects.toEqual(refusedAs('orderQuestioned'))
    expect(await atBroker()).toHaveLength(2)
    app.clock.advance(5 * 60_000)
    app.market.set('ACME', 50)
    expect(await kinds(limit())).toEqual([])
  })

  test('of two equal orders in the same instant under different keys one is placed and the other asks', async () => {
    const both = await Promise.allSettled([put(limit()), put(limit())])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusedAs('orderQuestioned') as object,
    })
    expect(await atBroker()).toHaveLength(1)
  })

  test('repeating a call by its key asks nothing: it is the same order', async () => {
    const once = () =>
      owner.client.order.putOrderWithTrigger({ body: limit() }, { idempotencyKey: `ask-${logins}-same-key` })
    expect(await once()).toMatchObject({ orderId: (await once()).orderId })
    expect(await atBroker()).toHaveLength(1)
  })
})

describe('changing an order asks like putting one', () => {
  const open = async (more: Partial<Entry> = {}) => (await put(limit(more))).orderId
  type Change = Partial<{ quantity: string; price: string; answered: string[] }>
  const asChange = (orderId: string, more: Change = {}) => ({
    body: { accountNumber: account.number, orderId, quantity: '100', filledQuantity: '0', price: '45.5', ...more },
  })
  const change = (orderId: string, more: Change = {}) => owner.client.order.replaceOrder(asChange(orderId, more))
  const asked = async (orderId: string, more: Change = {}) =>
    (await owner.client.order.previewReplacement(asChange(orderId, more))).questions.map(({ kind }) => kind)
  const working = async () => (await atBroker()).filter(({ status }) => status === 'WORKING')

  test('about a limit far through the market', async () => {
    const orderId = await open()
    expect(await asked(orderId)).toEqual([])
    // 45,50 was once read as 4550.
    expect((await owner.client.order.previewReplacement(asChange(orderId, { price: '60' }))).questions).toMatchObject([
      {
        id: 'limitThrough',
        text: expect.stringMatching(/^The limit of \$60\.00 is (19|20)\.\d\d% above the market/) as string,
      },
    ])
    await expect(change(orderId, { price: '60' })).rejects.toEqual(refusedAs('orderQuestioned'))
    expect(await working()).toMatchObject([{ brokerId: orderId, price: '45' }])
    await change(orderId, { price: '60', answered: ['limitThrough'] })
    expect(await working()).toEqual([])
  })

  test('about what it takes of the buying power that is there without the old order, where it takes more', async () => {
    const orderId = await open({ quantity: '1000', childQuantity: '1000' })
    expect((await owner.client.order.previewReplacement(asChange(orderId, { quantity: '1090' }))).questions).toEqual([])
    expect(
      (await owner.client.order.previewReplacement(asChange(orderId, { quantity: '1200' }))).questions,
    ).toMatchObject([
      {
        id: 'buyingPower',
        text: 'This one order takes $54,600.00, 27.30% of the buying power of $200,000.00. Is that what you mean?',
      },
    ])
    await expect(change(orderId, { quantity: '1200' })).rejects.toEqual(refusedAs('orderQuestioned'))
    const { orderId: next } = await change(orderId, { quantity: '1200', answered: ['buyingPower'] })
    expect(await asked(next, { quantity: '1150' })).toEqual([])
  })

  test('about ten times the usual quantity', async () => {
    let orderId = ''
    for (const price of ['41', '42', '43', '44', '44.5'])
      orderId = await open({ price, quantity: '10', childQuantity: '10' })
    expect(await asked(orderId, { quantity: '99' })).toEqual([])
    expect(await asked(orderId, { quantity: '100' })).toEqual(['usualQuantity'])
    await expect(change(orderId, { quantity: '100' })).rejects.toEqual(refusedAs('orderQuestioned'))
  })

  test('about an equal order, but not about the one that it takes the place of', async () => {
    await open({ price: '45.5' })
    const orderId = await open()
    expect(await asked(orderId)).toEqual(['equalOrder'])
    await expect(change(orderId)).rejects.toEqual(refusedAs('orderQuestioned'))
    const { orderId: next } = await change(orderId, { price: '45.2' })
    // Back to its earlier price: there is no other order at it.
    expect(await asked(next, { price: '45' })).toEqual([])
  })

  test('and says what can only go wrong, and what a guard rail keeps back', async () => {
    const orderId = await open()
    expect(await owner.client.order.previewReplacement(asChange(orderId, { price: '39' }))).toMatchObject({
      faults: [expect.stringContaining('on the wrong side')],
    })
    await owner.client.order.saveGuardRails({
      body: {
        accountNumber: account.number,
        largestOrder: 500_000n as never,
        largestPosition: null,
        dailyLoss: null,
        priceDistance: null,
      },
    })
    expect(await owner.client.order.previewReplacement(asChange(orderId, { quantity: '200' }))).toMatchObject({
      faults: [],
      breaches: [expect.stringContaining('largest order')],
    })
  })
})

test('each user changes the limits, and switches them off', async () => {
  const read = () => owner.client.order.findQuestionLimits()
  expect(await read()).toEqual({ limitThrough: '5', buyingPower: '25', usualQuantity: '10' })
  const slip = limit({ price: '60', quantity: '900', childQuantity: '900' })
  await owner.client.order.saveQuestionLimits({ body: { limitThrough: '30', buyingPower: '27', usualQuantity: '0' } })
  expect(await read()).toEqual({ limitThrough: '30', buyingPower: '27', usualQuantity: null })
  expect(await kinds(slip)).toEqual([])
  await owner.client.order.saveQuestionLimits({ body: { limitThrough: '19', buyingPower: null, usualQuantity: null } })
  expect(await kinds(slip)).toEqual(['limitThrough'])
  const other = await app.signUp(['MANAGERS'])
  expect(await other.client.order.findQuestionLimits()).toEqual({
    limitThrough: '5',
    buyingPower: '25',
    usualQuantity: '10',
  })
})
