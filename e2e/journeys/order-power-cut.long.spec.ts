// A power cut while an order is on its way: the whole product, including the brokerage, is killed without warning
// between its own record, the call and the stored answer, and restarted on the same data. Exactly one order per request
// is at the brokerage, and no request is left in doubt after one reconciliation. Source: docs/rules/brokerage.md,
// "Sending an order"; docs/rules/promises.md, "Books and data".
import { randomUUID } from 'node:crypto'
import { createClient, type Client } from '@clubfolio/contract'
import type { Page } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { startBrokerageWire, type BrokerageWire, type CutPlace } from '../support/brokerage-wire.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'
import { expect, test } from '../support/timed-test.ts'

test.describe.configure({ timeout: 420_000 })

let wire: BrokerageWire
let product: Product
let token = ''
let accountNumber = ''
let accountId = ''
let nowMs = 0

test.beforeEach(async ({ context, page }) => {
  nowMs = Date.parse('2026-03-04T15:01:00Z')
  wire = await startBrokerageWire()
  product = await startProduct({ isEmbedded: true, environment: wire.environment })
  await startBrowserClock(context)
  await signIn(page, product, people.manager)
  await link(page)
})

// Nothing was started for a journey that is skipped.
// oxlint-disable-next-line no-empty-pattern
test.afterEach(async ({}, { status }) => {
  if (status === 'skipped') return
  await product.stop()
  await wire.stop()
})

async function link(page: Page): Promise<void> {
  await page.goto(`${product.origin}/account`)
  const popup = await accountsScreen(page).startLinking()
  await popup.register('cut')
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await expect(accountsScreen(page).rows).toHaveCount(1)
  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string; token: string },
  )
  token = user.token
  const [account] = await client().account.viewMyAccount({ params: { userId: user.id } })
  accountNumber = account!.number
  accountId = account!.id
}

const client = (): Client => createClient({ baseUrl: product.origin, getToken: () => token })

async function later(ms: number): Promise<void> {
  nowMs += ms
  await product.moveClock(new Date(nowMs).toISOString())
}

/** Restarted on the same data, at the instant at which it died. */
async function restart(): Promise<void> {
  product = await startProduct({
    dataDirectory: product.dataDirectory,
    environment: { ...wire.environment, CLUBFOLIO_NOW: new Date(nowMs).toISOString() },
  })
}

const put = (price: string, key: string) =>
  client().order.putOrderWithTrigger(
    {
      body: {
        ticket: 'SPY',
        quantity: '3',
        directionality: 'BUY',
        accountNumber,
        price,
        orderType: 'STOP',
        childQuantity: '3',
        childDirectionality: 'SELL',
        childPrice: '100',
        childOrderType: 'STOP',
        cancelPrice: null,
      },
    },
    { idempotencyKey: key },
  )
/** Returns everything the product knows of the account's orders; the job refreshes it from the brokerage. */
const orders = () => client().order.findOrders({ body: { accountNumber } })
const entriesAt = async (price: string) =>
  (await orders()).filter((order) => order.parentOrderId === null && Number(order.price) === Number(price))

test('kill -9 before, between and after the call leaves exactly one order per wish, and none in doubt after one reconciliation', async () => {
  const cuts: readonly (readonly [CutPlace, string])[] = [
    ['before-list', '901'],
    ['before-order', '902'],
    ['after-order', '903'],
  ]
  for (const [place, price] of cuts) {
    const key = randomUUID()
    const dead = new Promise<void>((resolve, reject) => wire.cutAt(place, () => product.kill().then(resolve, reject)))
    await expect(put(price, key)).rejects.toThrow()
    await dead
    await restart()
    // Longer than the search for an order lasts; one turn of the job settles what is open.
    await later(61_000)
    // The minute of the search starts with the first list that could be read.
    await later(61_000)
    await expect
      .poll(async () => (await orders()).filter(({ status }) => status === 'UNKNOWN'), { timeout: 60_000 })
      .toEqual([])
    await expect
      .poll(async () => (await entriesAt(price)).length, { timeout: 60_000 })
      .toBe(place === 'after-order' ? 1 : 0)
    // The same request again: returns the existing order, or places it now for the first time.
    const { orderId } = await put(price, key)
    expect(await entriesAt(price)).toMatchObject([
      { orderId, status: 'WORKING', children: [{ status: 'AWAITING_PARENT_ORDER' }] },
    ])
  }
  const sent = wire.passed.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders')).length
  expect(sent).toBe(4)
  await client().account.syncNow({ body: { accountId } })
  expect(
    (await orders()).filter(({ parentOrderId, status }) => parentOrderId === null && status === 'WORKING'),
  ).toHaveLength(3)
})
