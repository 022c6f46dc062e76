// Orders in the browser against the paper brokerage: the whole life of a trigger order, cancelling at each stage, a
// lost answer, every status. Source: docs/rules/trading.md, "Orders".
import { Order } from '@clubfolio/contract'
import { orderStatuses, sentenceCase } from '@clubfolio/domain'
import type { Page } from '@playwright/test'
import { sampleOrder } from '../../packages/web/src/testing/samples.ts'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { readCutOff } from '../support/cut-off.ts'
import { expect, test, type Person } from '../support/journey.ts'
import { linkNewLogin, readAccounts } from '../support/link-account.ts'
import { journeyStart, type Product } from '../support/product.ts'

const allStatuses = orderStatuses.join('.')
const start = Date.parse('2026-03-04T15:01:00Z')
const code = 'SPY'

let nowMs = 0

// The market runs minute by minute until prices are touched.
test.describe.configure({ timeout: 420_000 })
test.use({ role: 'manager' })

test.beforeEach(async ({ page, product, person }) => {
  nowMs = Date.parse(journeyStart)
  await linkNewLogin(person, person.brokerageLogin)
  await readAccounts(person)
  await page.goto(`${product.origin}/order`)
})

/** Advances market and server by a minute. */
async function marketMinute(product: Product): Promise<void> {
  nowMs += 60_000
  await product.moveClock(new Date(nowMs).toISOString())
}

/** The browser follows, with somebody at the keyboard, and reads the orders. */
async function follow(page: Page, minutes: number): Promise<void> {
  const read = page.waitForResponse((response) => response.url().endsWith('/find-orders'))
  await page.clock.fastForward(minutes * 60_000 + 1_000)
  await page.keyboard.press('Shift')
  await read
}

async function minute(page: Page, product: Product): Promise<void> {
  await marketMinute(product)
  await follow(page, 1)
}

async function accountOf({ client, id: userId }: Person) {
  const [account] = await client.account.viewMyAccount({ params: { userId } })
  return account!
}

/**
 * Lets the market run until that many orders are filled; the seeded market gets there within the minutes allowed. The
 * page checks every ten.
 */
async function untilFilled(page: Page, product: Product, person: Person, filled: number): Promise<void> {
  const { number: accountNumber } = await accountOf(person)
  const isReached = async () =>
    (await person.client.order.findOrders({ body: { accountNumber } })).filter(({ status }) => status === 'FILLED')
      .length >= filled
  let unseen = 0
  for (let passed = 0; passed < 120 && !(await isReached()); passed++) {
    await marketMinute(product)
    unseen++
    if (unseen < 10) continue
    await follow(page, unseen)
    unseen = 0
  }
  if (unseen > 0) await follow(page, unseen)
}

test.describe('on a product of its own', () => {
  test.use({ ownProduct: {} })

  test('a trigger order lives through its whole life: entered by a double click, working, filled, its child working, stopped out', async ({
    page,
    product,
    person,
  }) => {
    const orders = ordersScreen(page)
    await expect(page.getByText('No orders yet')).toBeVisible()
    await expectAccessible(page, 'orders of a new account')
    const last = await orders.lastPrice(code)
    const entry = (last * 1.0004).toFixed(2)
    const stop = (last * 0.9992).toFixed(2)
    await orders.type({ code, quantity: '10', price: entry, stopLoss: stop })
    await expect(orders.ticket).toContainText(`Buy 10 ${code} at stop $${entry}`)
    await expect(orders.ticket).toContainText(`Sell 10 ${code} at stop $${stop}`)
    await expect(orders.ticket).toContainText(`-$${((Number(entry) - Number(stop)) * 10).toFixed(2)}`)
    await orders.ticket.getByRole('button', { name: 'Review order' }).click()
    const confirmation = orders.ticket.getByLabel('Order', { exact: true })
    await expect(confirmation).toContainText(code)
    await expect(confirmation).toContainText(`$${entry}`)
    await expect(confirmation).toContainText(`$${stop}`)
    await expect(confirmation).toContainText(
      (Number(entry) * 10).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    )
    for (const words of [
      'SideBuy',
      'TypeStop',
      'DurationGood till cancelled',
      'for 10 shares',
      'of the account value of $',
      'AccountMargin account •••• ',
    ])
      await expect(confirmation).toContainText(words)
    await expectAccessible(page, 'order confirmation')
    await orders.ticket.getByRole('button', { name: 'Put long order' }).dblclick()
    await expect(orders.toast(/Order \d+ to buy 10 SPY .* is working/)).toBeVisible()

    await expect(orders.rows).toHaveCount(1)
    const parent = orders.rows.first()
    await expect(parent).toContainText('Working')
    await expect(parent).toContainText('awaiting parent order')
    await untilFilled(page, product, person, 1)
    await expect(parent).toContainText('Filled')
    await expect(orders.rows).toHaveCount(2)
    const child = orders.row('↳')
    await expect(child.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(child).toContainText('Working')
    await untilFilled(page, product, person, 2)
    await expect(child).toContainText('Filled')
    await expect(parent).toContainText('filled')
    await expect(orders.table.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  })

  test('cancelled at each stage, a lost answer is one order, every status has its words', async ({ page, product }) => {
    const orders = ordersScreen(page)
    const last = await orders.lastPrice(code)

    // Offline nothing is sent, not even later, and typed text stays.
    const unconfirmed = page.getByRole('region', { name: 'Unconfirmed requests' })
    const entry = {
      code,
      quantity: '5',
      price: (last * 1.05).toFixed(2),
      stopLoss: (last * 0.9).toFixed(2),
      cancelPrice: (last * 0.8).toFixed(2),
    }
    const review = orders.ticket.getByRole('button', { name: 'Review order' })
    const put = orders.ticket.getByRole('button', { name: 'Put long order' })
    await orders.type(entry)
    await review.click()
    await page.context().setOffline(true)
    await expect(unconfirmed).toContainText('You are offline.')
    await put.click()
    await expect(orders.toast('You are offline. Nothing was sent.')).toBeVisible()
    await expect(orders.ticket.getByLabel('Qty', { exact: true })).toHaveValue('5')
    await page.context().setOffline(false)
    await expect(unconfirmed).toBeHidden()

    // The answer never arrives, and for a while the server cannot be asked: the outcome is unknown, and the screen says
    // so. Meanwhile the ticket is closed and filled in again: the confirmation names the order that exists, and sends
    // no other one without being told.
    let tries = 0
    await page.route('**/order/put-order-with-trigger', async (route) => {
      tries++
      await route.fetch()
      return route.abort()
    })
    await page.route('**/request/settle', (route) => route.fulfill({ status: 504, body: 'no answer' }))
    await review.click()
    await put.click()
    await expect(unconfirmed).toContainText("We don't know yet whether your order was placed: Buy 5 SPY at stop")
    await expectAccessible(page, 'an order of unknown fate')
    // While it is sending, its button is disabled and has lost the focus, so keys do not reach the ticket.
    await orders.ticket.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(orders.ticket).toBeHidden()
    await orders.type(entry)
    await review.click()
    const twin = orders.ticket.getByRole('checkbox', {
      name: /^Order \d+ was placed at \d\d:\d\d:\d\d ET\. It is equal to this order\./,
    })
    await expect(twin).toBeVisible()
    await expect(put).toBeDisabled()
    await put.press('Enter')
    await expectAccessible(page, 'order confirmation with a question')
    await twin.check()
    await expect(put).toBeEnabled()
    await orders.ticket.getByRole('button', { name: 'Close' }).click()
    await page.unroute('**/request/settle')
    // It polls after each pause, however many there were.
    await expect(async () => {
      await page.clock.runFor(16_000)
      await expect(unconfirmed).toContainText(/Your order was placed\. Order \d+ to buy 5 SPY at a stop of/, {
        timeout: 2_000,
      })
    }).toPass({ timeout: 60_000 })
    expect(tries).toBe(1)
    await expect(orders.rows).toHaveCount(1)

    // The page is reloaded while the answer is on its way.
    await page.unroute('**/order/put-order-with-trigger')
    const arrived = new Promise<void>((resolve) => {
      void page.route('**/order/put-order', async (route) => {
        await route.fetch()
        resolve()
      })
    })
    await orders.type({ code, quantity: '3', price: (last * 0.5).toFixed(2), type: 'Limit' })
    await review.click()
    await put.click()
    await arrived
    await page.reload()
    await expect(unconfirmed).toContainText(/Your order was placed\. Order \d+ to buy 3 SPY at/)
    // The outcome of the previous one is listed too: nobody has dismissed it yet.
    await expect(unconfirmed).toContainText(/Your order was placed\. Order \d+ to buy 5 SPY at a stop of/)
    await page.reload()
    await expect(unconfirmed.getByRole('button', { name: 'Dismiss' })).toHaveCount(2)
    await unconfirmed.getByRole('button', { name: 'Dismiss' }).first().click()
    await unconfirmed.getByRole('button', { name: 'Dismiss' }).click()
    await expect(unconfirmed).toBeHidden()
    await expect(orders.rows).toHaveCount(2)
    await orders.row('LIMIT').or(orders.row('Limit')).first().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel order', exact: true }).click()
    await expect(orders.rows).toHaveCount(1)

    // While the entry waits: its child is cancelled with it.
    await orders.rows.first().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel order', exact: true }).click()
    await expect(orders.toast(/is cancelled/)).toBeVisible()
    await page.goto(`${product.origin}/order?status=${allStatuses}`)
    // The entry with its child, and the one that was placed before the reload.
    await expect(orders.row('Cancelled')).toHaveCount(3)

    // While the child works: the position stays, and the question says so.
    await orders.type({ code, quantity: '5', type: 'Market', stopLoss: (last * 0.8).toFixed(2) })
    await orders.ticket.getByRole('button', { name: 'Review order' }).click()
    await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
    await expect(orders.toast(/Order \d+ to buy 5 SPY/)).toBeVisible()
    const child = orders.row('↳').filter({ has: page.getByRole('button', { name: 'Cancel' }) })
    for (let passed = 0; passed < 5 && (await child.count()) === 0; passed++) await minute(page, product)
    await child.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('It protects a position, which stays open without it.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel order', exact: true }).click()
    await expect(child).toHaveCount(0)

    // Every status of the wire, as rows.
    const partly = orderWith('WORKING', orderStatuses.length, {
      filledQuantity: '40',
      averageFillPrice: '49.98333',
      filledTime: start,
    })
    const rejected = orderWith('REJECTED', orderStatuses.length + 1, {
      description: 'The order is for 100 of ACME, but only 0 held and not claimed by other orders.',
    })
    await page.route('**/order/find-orders', (route) =>
      route.fulfill({ json: [...orderStatuses.map((status, index) => orderWith(status, index)), partly, rejected] }),
    )
    await page.goto(`${product.origin}/order?status=${allStatuses}&count=50`)
    await expect(orders.rows).toHaveCount(orderStatuses.length + 2)
    for (const status of orderStatuses)
      await expect(orders.row(String(900 + orderStatuses.indexOf(status)))).toContainText(sentenceCase(status))
    await expect(orders.row('40 of 100')).toContainText('Working')
    await expect(orders.row('40 of 100')).toContainText('$50.01')
    await expect(orders.row('40 of 100')).toContainText(/\$49\.9833.*2026-03-04 10:01:00 ET/)
    await expect(orders.row('The order is for 100 of ACME')).toContainText('Rejected')
    await expect(orders.table.getByRole('button', { name: 'Cancel' })).toHaveCount(3)
    await expectAccessible(page, 'orders of every status')
    await orders.rows.first().getByRole('button', { name: 'ACME' }).click()
    await expect(page.getByRole('dialog', { name: /^Graph/ })).toContainText('Month')
  })
})

test('a working order is changed, by its number and for good', async ({ page, product }) => {
  const orders = ordersScreen(page)
  const last = await orders.lastPrice(code)
  const at = (factor: number) => (last * factor).toFixed(2)

  // The ticket is docked: the list next to it stays usable, and B and S open the ticket from anywhere.
  await page.locator('h1').click()
  await page.keyboard.press('s')
  await expect(orders.ticket.getByRole('radio', { name: 'Sell short' })).toBeChecked()
  await page.getByRole('button', { name: 'Guard rails' }).click()
  await page.getByRole('dialog', { name: 'Guard rails' }).getByRole('button', { name: 'Cancel' }).click()
  await orders.ticket.getByRole('button', { name: 'Close' }).click()
  await expect(orders.ticket).toHaveCount(0)

  // A company is found by its name.
  await page.keyboard.press('b')
  await orders.ticket.getByLabel('Code').pressSequentially('INDEX')
  await page.clock.runFor(1_000)
  await page.getByRole('option', { name: new RegExp(`^${code} `) }).click()
  await expect(orders.ticket.getByLabel('Code')).toHaveValue(code)
  await page.keyboard.press('Escape')

  await orders.type({ code, quantity: '10', price: at(1.05), stopLoss: at(0.9), cancelPrice: at(0.8) })
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.toast(/is working/)).toBeVisible()
  await expect(orders.rows).toHaveCount(1)

  // The cancel button of an order is visible next to the docked ticket; at 1,440 px every column is.
  await page.keyboard.press('b')
  await expect(orders.ticket.getByLabel('Code')).toBeFocused()
  await expect(orders.rows.first()).toContainText('awaiting parent order')
  await expect(orders.rows.getByRole('button', { name: /^Cancel order/ })).toHaveCount(1)
  await expect.poll(() => readCutOff(page, 'Orders')).toEqual({ widerPx: 0, buttons: [] })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await readCutOff(page, 'Orders')).buttons).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(orders.ticket).toHaveCount(0)

  await orders.rows
    .first()
    .getByRole('button', { name: /^Change order/ })
    .click()
  const change = page.getByRole('dialog', { name: /^Change order/ })
  await expect(change.getByRole('button', { name: 'Review change' })).toBeDisabled()
  await change.getByLabel('Qty').fill('7')
  // What the brokerage would refuse is said at the field, before anything is sent.
  await change.getByLabel('Stop Price').fill(at(0.98))
  await page.clock.runFor(1_000)
  await expect(change.getByLabel('Stop Price')).toHaveAccessibleDescription(
    /^A stop to buy has to be above the ask of /,
  )
  await expect(change.getByRole('button', { name: 'Review change' })).toBeDisabled()
  await change.getByLabel('Stop Price').fill(at(1.06))
  await change.getByLabel('Stop Loss').fill(at(0.91))
  await expectAccessible(page, 'change order')
  await change.getByRole('button', { name: 'Review change' }).click()
  await expect(change.getByLabel('Change')).toContainText(`10 → 7`)
  await expect(change.getByLabel('Change')).toContainText(`$${at(1.05)} → $${at(1.06)}`)
  await expectAccessible(page, 'change of an order')
  await change.getByRole('button', { name: 'Replace order' }).dblclick()
  await expect(orders.toast(/Order \d+ to buy 7 SPY .* is working/)).toBeVisible()
  await expect(orders.rows).toHaveCount(1)
  await expect(orders.rows.first()).toContainText(`then sell 7 at $${at(0.91)}`)
  await expect(orders.rows.first()).toContainText(`cancel price $${at(0.8)}`)

  // A change that never arrives can be reopened with its values, also after a reload.
  await page.route('**/order/replace-order', (route) => route.abort(), { times: 1 })
  await orders.rows
    .first()
    .getByRole('button', { name: /^Change order/ })
    .click()
  await change.getByLabel('Qty').fill('6')
  await change.getByLabel('Stop Loss').fill(at(0.92))
  await change.getByRole('button', { name: 'Review change' }).click()
  await change.getByRole('button', { name: 'Replace order' }).click()
  const unconfirmed = page.getByRole('region', { name: 'Unconfirmed requests' })
  await expect(unconfirmed).toContainText(/This was not carried out: Change order \d+ to 6 at \$/)
  await page.reload()
  await unconfirmed.getByRole('button', { name: 'Open change' }).click()
  await expect(unconfirmed).toBeHidden()
  await expect(change.getByLabel('Qty')).toHaveValue('6')
  await change.getByRole('button', { name: 'Review change' }).click()
  await expect(change.getByLabel('Change')).toContainText('7 → 6')
  await expect(change.getByLabel('Change')).toContainText(`$${at(0.91)} → $${at(0.92)}`)
  await change.getByRole('button', { name: 'Replace order' }).click()
  await expect(orders.toast(/Order \d+ to buy 6 SPY .* is working/)).toBeVisible()
  await expect(orders.rows.first()).toContainText(`then sell 6 at $${at(0.92)}`)

  // A stop-limit shows both of its prices.
  await orders.type({ code, quantity: '3', type: 'Stop limit', price: at(1.03), limitPrice: at(1.04) })
  await expect(orders.ticket).toContainText(`at stop $${at(1.03)}, limit $${at(1.04)}`)
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.row('Stop limit')).toContainText(`stop $${at(1.03)}`)

  // A trailing stop says where its stop is now, and changes by its distance.
  await orders.type({ code, quantity: '2', type: 'Trailing stop', trail: '4' })
  await expect(orders.ticket.getByRole('note')).toHaveText(
    `Trails the last price by $4.00: the stop is $${(last + 4).toFixed(2)} now.`,
  )
  await expect(orders.ticket).toContainText(`at a stop that trails by $4.00, $${(last + 4).toFixed(2)} now`)
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await expect(orders.ticket.getByLabel('Order', { exact: true })).toContainText('$4.00 behind the last price')
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.row('Trailing stop')).toContainText('trails by $4.00')
  await orders
    .row('Trailing stop')
    .getByRole('button', { name: /^Change order/ })
    .click()
  await change.getByLabel('Trail').fill('5')
  await change.getByRole('button', { name: 'Review change' }).click()
  await expect(change.getByLabel('Change')).toContainText('$4.00 → $5.00')
  await change.getByRole('button', { name: 'Replace order' }).click()
  await expect(orders.row('Trailing stop')).toContainText('trails by $5.00')

  // Cancel is for QUEUED and WORKING; an order that waits for its parent is withdrawn.
  await page.goto(`${product.origin}/order?status=AWAITING_PARENT_ORDER`)
  const child = orders.row('↳')
  await expect(child.getByRole('button', { name: /^Cancel order/ })).toHaveCount(0)
  await child.getByRole('button', { name: /^Change order/ }).click()
  await change.getByRole('button', { name: 'Withdraw order' }).click()
  await expect(orders.toast(/is cancelled/)).toBeVisible()
  await expect(orders.rows).toHaveCount(0)

  // All at once: how many, which of them protect positions, and the outcome of each.
  await page.getByRole('button', { name: 'Cancel all' }).click()
  const all = page.getByRole('dialog', { name: /^Cancel all orders/ })
  await expect(all).toContainText('3 orders will be cancelled. None of them is a stop that protects a position.')
  await expectAccessible(page, 'cancel all orders')
  await all.getByRole('button', { name: 'Cancel 3 orders' }).click()
  await expect(all.getByRole('status')).toHaveText('3 of 3 done')
  await expect(all.getByRole('listitem').filter({ hasText: 'Cancelled' })).toHaveCount(3)
  await all.getByRole('button', { name: 'Done' }).click()
})

test.describe('where orders fill in parts', () => {
  test.use({ ownProduct: { environment: { PAPER_PARTIAL_FILLS: '100' } } })

  test('an order that fills while it is changed is changed for what is left, in each order of events', async ({
    page,
    product,
    person,
  }) => {
    const orders = ordersScreen(page)
    const last = await orders.lastPrice(code)
    const shares = Math.floor(150_000 / last)
    // Through the market: each tick fills a part of the remainder.
    await orders.type({ code, quantity: String(shares), type: 'Limit', price: (last * 1.01).toFixed(2) })
    await orders.ticket.getByRole('button', { name: 'Review order' }).click()
    // Large enough that no tick fills it completely.
    await orders.ticket.getByRole('checkbox', { name: /of the buying power/ }).check()
    await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
    await expect(orders.toast(/is working/)).toBeVisible()

    const { client } = person
    const { id: accountId, number: accountNumber } = await accountOf(person)
    const all = () => client.order.findOrders({ body: { accountNumber } })
    const left = async () =>
      (await all())
        .filter(({ status }) => status === 'WORKING')
        .reduce((sum, { quantity, filledQuantity }) => sum + Number(quantity) - Number(filledQuantity), 0)
    const filled = async () => (await all()).reduce((sum, { filledQuantity }) => sum + Number(filledQuantity), 0)
    const tick = async () => {
      const before = await left()
      nowMs += 2_000
      await product.moveClock(new Date(nowMs).toISOString())
      await client.account.syncNow({ body: { accountId } })
      expect(await left()).toBeLessThan(before)
    }
    const count = (value: number) => value.toLocaleString('en-US')

    // A second tab whose clock does not advance: a fill reaches it with the message, not at the next minute.
    const beside = await page.context().newPage()
    await beside.goto(`${product.origin}/operation`)
    const position = beside.getByRole('table', { name: 'Operations' }).locator('tbody tr').first()
    await expect(position).toContainText(count(await filled()))
    await page.bringToFront()

    await orders.rows
      .first()
      .getByRole('button', { name: /^Change order/ })
      .click()
    const change = page.getByRole('dialog', { name: /^Change order/ })
    const quantity = change.getByLabel('Qty')
    await expect(quantity).toHaveValue(String(await left()))
    await change.getByLabel('Limit Price').fill((last * 0.9).toFixed(2))

    // Filled while only the price was typed: the quantity follows, and the dialog says so.
    await tick()
    await expect(change.getByRole('alert')).toContainText(
      `${count(shares - (await left()))} of ${count(shares)} are filled by now`,
    )
    await expect(quantity).toHaveValue(String(await left()))
    await expectAccessible(page, 'change of an order that fills')
    await expect(position).toContainText(count(await filled()))

    // Filled after the quantity was typed: the dialog asks for it again.
    await quantity.fill(String((await left()) - 1))
    await tick()
    await expect(change).toContainText(`Enter how many of ${count(await left())} you still want.`)
    await expect(change.getByRole('button', { name: 'Review change' })).toBeDisabled()
    await quantity.fill(String(await left()))

    // Filled while the change was reviewed: back to the fields.
    await change.getByRole('button', { name: 'Review change' }).click()
    await expect(change.getByRole('button', { name: 'Replace order' })).toBeVisible()
    await tick()
    await expect(change.getByRole('button', { name: 'Review change' })).toBeDisabled()
    await quantity.fill(String(await left()))

    // Filled on the way to the server: nothing is changed, and the response says why.
    await page.route(
      '**/order/replace-order',
      async (route) => {
        await tick()
        await route.continue()
      },
      { times: 1 },
    )
    await change.getByRole('button', { name: 'Review change' }).click()
    await change.getByRole('button', { name: 'Replace order' }).click()
    await expect(orders.toast('Nothing was changed')).toBeVisible()
    await expect(change.getByRole('alert')).toContainText(`${count(await left())} are left`)

    await quantity.fill(String(await left()))
    await change.getByRole('button', { name: 'Review change' }).click()
    await change.getByRole('button', { name: 'Replace order' }).click()
    await expect(change).toHaveCount(0)
    await expect.poll(async () => (await filled()) + (await left())).toBe(shares)
  })
})

/** An order as it travels to the page. */
function orderWith(status: Order['status'], index: number, fields: Partial<Order> = {}) {
  return Order.encode(
    sampleOrder({
      orderId: String(900 + index),
      status,
      price: '50.01',
      instruction: index % 2 === 0 ? 'BUY' : 'SELL',
      enteredTime: start - index * 60_000,
      isCancellable: status === 'QUEUED' || status === 'WORKING',
      isEditable: false,
      ...fields,
    }),
  )
}
