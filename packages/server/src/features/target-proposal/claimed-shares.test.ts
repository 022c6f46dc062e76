// A proposal for a position whose shares a stop claims, at the real paper brokerage: what the ticket cannot sell is
// sold by closing a part of the position, and an open sale stays what it is.
import type { OrderProposal, TargetPlan } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LinkedAccount, linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import type { TestUser } from '../../testing/test-app.ts'

let app: TestBrokerage
let owner: TestUser
let account: LinkedAccount
let logins = 0
let keys = 0
const key = () => ({ idempotencyKey: `claimed-test-${keys++}` })

const leaf = (part: Partial<NonNullable<TargetPlan['classes'][number]['leaf']>>) => ({
  takes: [],
  codes: [],
  holdsCash: false,
  rule: 'HELD' as const,
  parts: [],
  ...part,
})
const plan: TargetPlan = {
  grouping: 'OWN',
  band: { points: '0.5', relative: null },
  alerts: false,
  classes: [
    { key: 'a', parent: null, name: 'A', percent: '20', leaf: leaf({ codes: ['ACME'] }) },
    { key: 'cash', parent: null, name: 'Cash', percent: '80', leaf: leaf({ holdsCash: true }) },
  ],
}

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())
/** 1,000 ACME at 50, half of the account. */
beforeEach(async () => {
  app.market.set('ACME', 50)
  ;({ owner, account } = await linkTrader(app, `claimed${logins++}`))
  await put({ quantity: '1000', directionality: 'BUY', orderType: 'MARKET', price: null })
  await owner.client.target.savePlan({ body: { accountId: account.id, version: 0, plan } }, key())
})

type Given = Pick<Parameters<TestUser['client']['order']['putOrder']>[0]['body'], 'quantity' | 'directionality'> & {
  readonly orderType: 'MARKET' | 'STOP' | 'LIMIT'
  readonly price: string | null
}
async function put(given: Given) {
  const order = { ticket: 'ACME', accountNumber: account.number, ...given }
  const { questions } = await owner.client.order.previewOrder({ body: order })
  return owner.client.order.putOrder({ body: { ...order, answered: questions.map(({ id }) => id) } }, key())
}
const propose = () =>
  owner.client.target.proposeOrders({
    body: {
      accountId: account.id,
      mode: 'REBALANCE',
      smallestOrder: 100_00n as OrderProposal['value'],
      feePerOrder: 0n as OrderProposal['value'],
      neverSold: [],
    },
  })
const words = ({ orders }: OrderProposal) =>
  orders.map(({ directionality, quantity, code, closesPart }) =>
    [directionality, Number(quantity), code, ...(closesPart ? ['by closing a part'] : [])].join(' '),
  )
const openStops = async () =>
  (await owner.client.order.findOrders({ body: { accountNumber: account.number, orderType: ['WORKING'] } })).map(
    ({ orderType, quantity }) => `${orderType} ${Number(quantity)}`,
  )

test('what a stop claims is sold by closing a part, which leaves the rest its stop, and only once', async () => {
  await put({ quantity: '1000', directionality: 'SELL', orderType: 'STOP', price: '48' })
  const first = await propose()
  expect(words(first)).toEqual(['SELL 600 ACME by closing a part'])
  expect(first.notes).toEqual([])
  // The ticket would be rejected.
  await expect(put({ quantity: '600', directionality: 'SELL', orderType: 'MARKET', price: null })).rejects.toEqual(
    refusedAs('orderRejected'),
  )
  const body = {
    accountNumber: account.number,
    ticket: 'ACME',
    held: '1000',
    action: { kind: 'CLOSE' as const, quantity: '600' },
  }
  const { questions, faults } = await owner.client.positionAction.previewPositionAction({ body })
  expect(faults).toEqual([])
  const answered = questions.map(({ id }) => id)
  expect(await owner.client.positionAction.actOnPosition({ body: { ...body, answered } }, key())).toMatchObject({
    state: 'DONE',
  })
  expect(await openStops()).toEqual(['STOP 400'])
  expect(await propose()).toMatchObject({ orders: [], isWithinBands: true })
})

test('what no order claims goes through the ticket', async () => {
  await put({ quantity: '400', directionality: 'SELL', orderType: 'STOP', price: '48' })
  expect(words(await propose())).toEqual(['SELL 600 ACME'])
  await put({ quantity: '1', directionality: 'SELL', orderType: 'STOP', price: '47' })
  expect(words(await propose())).toEqual(['SELL 600 ACME by closing a part'])
})

test('a sale that counts as filled is not taken back for another one', async () => {
  await put({ quantity: '100', directionality: 'SELL', orderType: 'LIMIT', price: '50.5' })
  await put({ quantity: '900', directionality: 'SELL', orderType: 'STOP', price: '48' })
  const { orders, notes } = await propose()
  expect(orders).toEqual([])
  expect(notes.map(({ kind }) => kind)).toEqual(['OPEN_ORDER', 'CLAIMED'])
})
