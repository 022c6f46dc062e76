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
  await app.link(owner, 'targets')
  account = await findLinkedAccount(app, owner)
  await app.fill(account.number, 'BUY', 1000, 'ACME', 40)
  await syncAccount(app.services, account.id)
})
afterAll(() => app.stop())

function quote(): void {
  app.market.set('ACME', 50)
  app.market.set('BOLT', 20)
  app.market.set('COIL', 10)
}

const leaf = (code: string) => ({ takes: [], codes: [code], holdsCash: false, rule: 'HELD', parts: [] }) as const
const plan: TargetPlan = {
  grouping: 'OWN',
  band: { points: '0.5', relative: null },
  alerts: false,
  classes: [
    { key: 'a', parent: null, name: 'A', percent: '20', leaf: leaf('ACME') },
    { key: 'b', parent: null, name: 'B', percent: '60', leaf: leaf('BOLT') },
    { key: 'c', parent: null, name: 'C', percent: '20', leaf: leaf('COIL') },
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
const send = ({ code, directionality, quantity, accountNumber }: OrderProposal['orders'][number]) =>
  owner.client.order.putOrder(
    {
      body: {
        ticket: code,
        quantity: String(Number(quantity)),
        directionality,
        accountNumber,
        price: null,
        orderType: 'MARKET',
        answered: [],
      },
    },
    key(),
  )
/** Advances the market until nothing is open. */
async function fillAll(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    app.clock.advance(3_000)
    quote()
    await runOrderTurn(app.services)
    const orders = await owner.client.order.findOrders({
      body: { accountNumber: account.number, orderType: ['WORKING', 'QUEUED', 'ACCEPTED', 'PENDING_ACTIVATION'] },
    })
    if (orders.length === 0) return
  }
}

test('without a plan nothing is proposed', async () => {
  await expect(propose()).rejects.toEqual(refusedAs('targetPlanMissing'))
})

test('after a partial fill and a rejected order the next proposal holds only the rest', async () => {
  await owner.client.target.savePlan({ body: { accountId: account.id, version: 0, plan } }, key())
  const first = await propose()
  expect([words(first), first.notes, first.leaves]).toEqual([])
})
