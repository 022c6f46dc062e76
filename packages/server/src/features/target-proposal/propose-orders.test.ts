// A proposal at the real paper brokerage, sent order by order: a sale that is filled in part, a purchase that is
// rejected, and a second proposal that holds only the rest.
import type { OrderProposal, TargetPlan } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { findLinkedAccount, type LinkedAccount } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let keys = 0
const key = () => ({ idempotencyKey: `proposal-test-${keys++}` })

beforeAll(async () => {
  app = await startTestBrokerage({ execution: { partialFills: { seed: 'parts', percent: 100 } } })
  quote()
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'targets', 'CASH')
  account = await findLinkedAccount(app, owner)
  await app.fill(account.number, 'BUY', 1000, 'ACME', 40)
  await syncAccount(app.services, account.id)
})
afterAll(() => app.stop())

function quote(): void {
  app.market.set('ACME', 50)
  app.market.set('BOLT', 20)
  app.market.set('BASK', 10)
}

const leaf = (code: string): NonNullable<TargetPlan['classes'][number]['leaf']> => ({
  takes: [],
  codes: [code],
  holdsCash: false,
  rule: 'HELD',
  parts: [],
})
const plan: TargetPlan = {
  grouping: 'OWN',
  band: { points: '0.5', relative: null },
  alerts: false,
  classes: [
    { key: 'a', parent: null, name: 'A', percent: '20', leaf: leaf('ACME') },
    { key: 'b', parent: null, name: 'B', percent: '60', leaf: leaf('BOLT') },
    { key: 'c', parent: null, name: 'C', percent: '20', leaf: leaf('BASK') },
  ],
}
const propose = (mode: OrderProposal['mode'] = 'REBALANCE') =>
  owner.client.target.proposeOrders({
    body: {
      accountId: account.id,
      mode,
      smallestOrder: 100_00n as OrderProposal['value'],
      feePerOrder: 0n as OrderProposal['value'],
      neverSold: [],
    },
  })
const words = ({ orders }: OrderProposal) =>
  orders.map(({ directionality, quantity, code, waitsForSales }) =>
    [directionality, Number(quantity), code, ...(waitsForSales ? ['after sales'] : [])].join(' '),
  )
/** As the ticket does: the order is previewed, and its questions are answered. */
async function send({ code, directionality, quantity, accountNumber }: OrderProposal['orders'][number]) {
  const order = {
    ticket: code,
    quantity: String(Number(quantity)),
    directionality,
    accountNumber,
    price: null,
    orderType: 'MARKET' as const,
  }
  const { questions } = await owner.client.order.previewOrder({ body: order })
  return owner.client.order.putOrder({ body: { ...order, answered: questions.map(({ id }) => id) } }, key())
}
/** Advances the market until nothing is open. */
async function fillAll(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    app.clock.advance(3_000)
    quote()
    await runOrderTurn(app.services)
    if ((await openOrders()).length === 0) return
  }
}

test('without a plan nothing is proposed', async () => {
  await expect(propose()).rejects.toEqual(refusedAs('targetPlanMissing'))
})

const openOrders = () =>
  owner.client.order.findOrders({
    body: { accountNumber: account.number, orderType: ['WORKING', 'QUEUED', 'ACCEPTED', 'PENDING_ACTIVATION'] },
  })
const held = async (code: string): Promise<number> => {
  await syncAccount(app.services, account.id)
  const { classes } = await owner.client.target.findAllocation({
    params: { accountId: account.id, grouping: 'ASSET_TYPE' },
  })
  const found = classes.flatMap(({ instruments }) => instruments).find((one) => one.code === code)
  return Number(found?.quantity ?? 0)
}

test('after a partial fill and a rejected order the next proposal holds only the rest', async () => {
  await owner.client.target.savePlan({ body: { accountId: account.id, version: 0, plan } }, key())
  const first = await propose()
  expect(words(first)).toEqual(['SELL 560 ACME', 'BUY 3300 BOLT after sales', 'BUY 2194 BASK after sales'])
  expect(first).toMatchObject({
    spread: 54_94n,
    cashAfter: 5_06n,
    isWithinBands: false,
    quantityDecimals: 0,
    notes: [],
  })
  // 560 of the 1,000 that were bought at 40.00 are sold at 50.00.
  expect(first.gain).toEqual({ shortTerm: 5600_00n, longTerm: 0n, total: 5600_00n, isComplete: true })
  expect(first.orders[0]).toMatchObject({ reason: 'A is $28,000.00 above its target.' })
  expect(first.orders[0]!.lots).toMatchObject([{ quantity: '560', cost: 22_400_00n, term: 'SHORT_TERM' }])
  expect(first.orders[1]).toMatchObject({ reason: 'B is $66,000.00 below its target.' })

  await send(first.orders[0]!)
  const [working] = await openOrders()
  const filled = Number(working!.filledQuantity)
  expect(filled).toBeGreaterThan(0)
  expect(filled).toBeLessThan(560)

  // The sale is on its way: it is not proposed again, and purchases wait for it. What a cash account has sold can be
  // spent when it is settled.
  const second = await propose()
  expect(second.notes[0]).toMatchObject({ kind: 'OPEN_ORDER', code: 'ACME' })
  expect(second.orders).toMatchObject([{ directionality: 'BUY', code: 'BOLT', waitsForSales: true }])
  await expect(send(second.orders[0]!)).rejects.toEqual(refusedAs('orderRejected'))
  expect(words(await propose())).toEqual(words(second))

  await owner.client.order.cancelAllOrders({ body: { accountNumber: account.number } }, key())
  await runOrderTurn(app.services)
  expect(await held('ACME')).toBe(1000 - filled)
  const third = await propose()
  expect(words(third)[0]).toBe(`SELL ${560 - filled} ACME`)
  await send(third.orders[0]!)
  await fillAll()
  expect(await held('ACME')).toBe(440)

  app.clock.advance(24 * 60 * 60_000)
  owner = await app.signIn(owner.email)
  quote()
  const last = await propose()
  expect(last.orders).toMatchObject([
    { directionality: 'BUY', code: 'BOLT', waitsForSales: false },
    { directionality: 'BUY', code: 'BASK', waitsForSales: false },
  ])
  // Both are paid at the ask, which is above the last price.
  for (const order of last.orders) await send(order)
  await fillAll()
  expect(await propose()).toMatchObject({ orders: [], isWithinBands: true })
  expect(await held('BOLT')).toBe(Number(last.orders[0]!.quantity))
  expect(await held('BASK')).toBe(Number(last.orders[1]!.quantity))
})
