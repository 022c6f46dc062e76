// What an unintended order can cost: a likely slip triggers a question with its figure; an impossible order is not sent;
// a partly filled order shows its fill price; a stop that the brokerage rejects is shown in red. The questions about a
// change and the limits of the questions are in `order-question.test.ts`, `change-order-modal.test.tsx` and
// `guard-rails-modal.test.tsx`.
import type { Page } from '@playwright/test'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { linkDemonstrationLogin } from '../support/link-account.ts'
import { enterSession } from '../support/sign-in.ts'

const allStatuses = 'QUEUED.WORKING.FILLED.CANCELED.REPLACED.REJECTED.AWAITING_PARENT_ORDER'
/** Neither is held in the demonstration's account. */
const code = 'ROKA'
const otherCode = 'DAYO'

const home = shareProduct({ environment: { PAPER_PARTIAL_FILLS: '100' } })
let nowMs = Date.parse('2026-03-04T15:01:00Z')

test.describe.configure({ timeout: 240_000 })

test.beforeAll(async () => {
  await linkDemonstrationLogin(await home().demonstrationPerson('manager'))
  // The account and its orders are read.
  await home().product.moveClock(new Date(nowMs).toISOString())
})

test.beforeEach(async ({ page, product }) => {
  await enterSession(page, product, (await home().demonstrationPerson('manager')).user)
  await page.goto(`${product.origin}/order`)
})

/** Lets that many seconds pass for market, server and browser, with the account read. */
async function pass(page: Page, seconds: number): Promise<void> {
  nowMs += seconds * 1000
  await home().product.moveClock(new Date(nowMs).toISOString())
  await page.clock.fastForward(seconds * 1000)
  const client = clientOf(home().product, await userOf(page))
  await client.account.syncNow({ body: { accountId: (await accountOf(page)).id } })
}

async function accountOf(page: Page) {
  const user = await userOf(page)
  const [account] = await clientOf(home().product, user).account.viewMyAccount({ params: { userId: user.id } })
  return account!
}

async function ordersOf(page: Page) {
  const { number: accountNumber } = await accountOf(page)
  return clientOf(home().product, await userOf(page)).order.findOrders({ body: { accountNumber } })
}

const dollars = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const count = (value: number) => value.toLocaleString('en-US')
const numbersIn = (words: string) =>
  [...words.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([text]) => Number(text.replaceAll(',', '')))

test('a slip of the fingers is asked about with its figure', async ({ page }) => {
  const orders = ordersScreen(page)
  const last = await orders.lastPrice(code)
  const price = (last * 1.07).toFixed(2)
  const power = Number((await accountOf(page)).buyingPower) / 100
  const shares = Math.ceil((power * 0.3) / Number(price))
  const usual = (await ordersOf(page))
    .filter(({ parentOrderId, quantity }) => parentOrderId === null && Number(quantity) > 0)
    .slice(0, 20)
    .map(({ quantity }) => Number(quantity))
    .toSorted((a, b) => a - b)
  const median = (usual[9]! + usual[10]!) / 2
  expect(shares).toBeGreaterThan(10 * median)

  await orders.type({ code, quantity: String(shares), type: 'Limit', price })
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  const put = orders.ticket.getByRole('button', { name: 'Put long order' })
  const asked = (name: RegExp) => orders.ticket.getByRole('checkbox', { name })
  await expect(orders.ticket.getByRole('checkbox')).toHaveCount(3)
  await expect(put).toHaveAttribute('aria-disabled', 'true')
  await expect(orders.ticket.getByRole('status')).toHaveText('3 questions are open')
  await expectAccessible(page, 'an order with three questions')

  // Each question shows its figure, and the figure is right.
  const [limit, through, market] = numbersIn(await orders.ticket.getByText(/^The limit of /).innerText())
  expect(limit).toBe(Number(price))
  expect(through).toBeCloseTo((limit! / market! - 1) * 100, 1)
  const [taken, percent, of] = numbersIn(await orders.ticket.getByText(/^This one order takes /).innerText())
  expect(of).toBe(power)
  expect(percent).toBeCloseTo((taken! / of!) * 100, 1)
  await expect(
    orders.ticket.getByText(
      `${count(shares)} shares of ${code} is ${(shares / median).toFixed(1).replace(/\.0$/, '')} times your usual ${count(median)} (the median of your last 20 orders)`,
    ),
  ).toBeVisible()

  // Answering one question does not answer another.
  await asked(/^The limit of /).check()
  await asked(/^This one order takes /).check()
  await expect(orders.ticket.getByRole('status')).toHaveText('1 question is open')
  await put.press('Enter')
  await asked(/shares of .* times your usual /).check()
  await put.click()
  await expect(orders.toast(/Order \d+ to buy [\d,]+ ROKA .* is working/)).toBeVisible()

  // A small order triggers no question.
  await orders.type({ code, quantity: '20', type: 'Limit', price: (last * 0.5).toFixed(2) })
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await expect(put).toBeEnabled()
  await expect(orders.ticket.getByRole('checkbox')).toHaveCount(0)
  await put.click()
  await expect(orders.toast(/Order \d+ to buy 20 ROKA .* is working/)).toBeVisible()
})

test('an order that can only go wrong is not sent, and says what is wrong; the confirmation states what is closed', async ({
  page,
}) => {
  const orders = ordersScreen(page)
  const sent: string[] = []
  page.on('request', (request) => (/\/order\/put-order/.test(request.url()) ? sent.push(request.url()) : undefined))
  const last = await orders.lastPrice(otherCode)
  const at = (factor: number) => (last * factor).toFixed(2)
  const review = orders.ticket.getByRole('button', { name: 'Review order' })
  const field = (name: string) => orders.ticket.getByRole('textbox', { name, exact: true })
  const wrong = async (name: string, words: RegExp) => {
    await field(name).blur()
    await expect(orders.ticket.getByText(words).first()).toBeVisible()
    await expect(review).toBeDisabled()
    await field(name).press('Enter')
    await expect(orders.ticket.getByLabel('Order', { exact: true })).toHaveCount(0)
  }
  await orders.type({ code: otherCode, quantity: '10', price: at(1.02), stopLoss: at(0.95), cancelPrice: at(0.97) })
  await expect(review).toBeEnabled()

  // Judged from the order alone: the stop above its entry, and for more than the entry.
  await field('Stop Loss').fill(at(1.03))
  await wrong(
    'Stop Loss',
    new RegExp(`The stop loss of \\$${at(1.03)} is on the wrong side: it has to be below the entry of \\$${at(1.02)}`),
  )
  await expectAccessible(page, 'a stop on the wrong side')
  await field('Stop Loss').fill(at(0.95))
  await field('Stop Qty').fill('11')
  await wrong('Stop Qty', /The stop loss is for 11, more than the 10 of the entry/)
  await field('Stop Qty').fill('10')
  // Judged from the market: a cancel price that is already touched, and one beyond the entry.
  await field('Cancel Price').fill(at(1.01))
  await page.clock.runFor(1_000)
  await wrong(
    'Cancel Price',
    new RegExp(`The cancel price of \\$${at(1.01)} is touched already: the last price is \\$`),
  )
  await field('Cancel Price').fill(at(1.5))
  await wrong(
    'Cancel Price',
    new RegExp(`The cancel price of \\$${at(1.5)} has to be below the entry of \\$${at(1.02)}`),
  )
  await field('Cancel Price').fill(at(0.97))
  await page.clock.runFor(1_000)
  await expect(review).toBeEnabled()
  await orders.ticket.getByRole('button', { name: 'Close' }).click()

  // A limit is reached from the side of the cancel price.
  await orders.type({ code: otherCode, quantity: '10', type: 'Limit', price: at(0.98), stopLoss: at(0.9) })
  await expect(orders.ticket.getByRole('textbox', { name: 'Cancel Price' })).toHaveCount(0)
  await orders.ticket.getByRole('button', { name: 'Close' }).click()

  // A purchase that covers a short position is labelled so, and a market order is for the day.
  const short = (await ordersOf(page)).find(
    ({ status, parentOrderId, instruction, orderType }) =>
      status === 'WORKING' && parentOrderId !== null && instruction === 'BUY' && orderType === 'STOP',
  )!
  await orders.type({ code: short.code!, quantity: short.quantity!, type: 'Market' })
  await expect(orders.ticket.getByRole('combobox', { name: 'Duration' })).toHaveValue('Day')
  await review.click()
  const confirmation = orders.ticket.getByLabel('Order', { exact: true })
  for (const words of [
    'SideBuy to cover',
    `Code${short.code}`,
    `Qty${short.quantity} shares`,
    'TypeMarket',
    'DurationDay',
    'regular session',
    'AccountMargin account •••• ',
  ])
    await expect(confirmation).toContainText(words)
  await expect(orders.ticket).toContainText('Do you want to put this cover order?')
  expect(sent).toEqual([])
})

test('a part that is filled, its price and time stand in its row; a stop that the brokerage rejects later is said in red with its repair', async ({
  page,
  product,
}) => {
  const orders = ordersScreen(page)
  const last = await orders.lastPrice(otherCode)
  const power = Number((await accountOf(page)).buyingPower) / 100
  const shares = Math.floor((power * 0.2) / last)
  const answerAll = async () => {
    for (const box of await orders.ticket.getByRole('checkbox').all()) await box.check()
  }
  const review = orders.ticket.getByRole('button', { name: 'Review order' })
  const limit = (last * 1.04).toFixed(2)
  await orders.type({
    code: otherCode,
    quantity: String(shares),
    type: 'Limit',
    price: limit,
    stopLoss: (last * 0.9).toFixed(2),
  })
  await review.click()
  await expect(orders.ticket.getByRole('button', { name: 'Put long order' })).toBeVisible()
  await answerAll()
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.toast(/Order \d+ to buy [\d,]+ DAYO .* is working/)).toBeVisible()
  const entry = async () =>
    (await ordersOf(page)).find(
      ({ code: of, quantity, parentOrderId }) =>
        of === otherCode && parentOrderId === null && quantity === String(shares),
    )!

  // A part is filled: how many of how many, at which price and when; the requested price is next to it.
  await pass(page, 2)
  const part = await entry()
  const filled = Number(part.filledQuantity)
  expect(filled).toBeGreaterThan(0)
  expect(filled).toBeLessThan(shares)
  const row = orders.row(part.orderId).first()
  await expect(row).toContainText('Working')
  await expect(row).toContainText(`${count(filled)} of ${count(shares)}`)
  await expect(row).toContainText(`$${limit}`)
  const price = Number(part.averageFillPrice)
  expect(price).toBeLessThan(Number(limit))
  await expect(row.getByText(new RegExp(`^\\${dollars(price).replace('.', '\\.')}\\d*$`)).first()).toBeVisible()
  await expect(row).toContainText(/2026-03-04 10:\d\d:\d\d ET/)
  await expectAccessible(page, 'an order that is filled in part')

  // Another order claims a part of the position, so that the stop finds too little when the entry is filled in full.
  await orders.type({ code: otherCode, quantity: '1', type: 'Limit', price: (last * 1.3).toFixed(2) })
  await orders.ticket.getByText('Sell', { exact: true }).click()
  await page.clock.runFor(1_000)
  await review.click()
  await answerAll()
  await orders.ticket.getByRole('button', { name: 'Put sell order' }).click()
  await expect(orders.toast(/Order \d+ to sell 1 DAYO/)).toBeVisible()
  for (let ticks = 0; ticks < 60 && (await entry()).status !== 'FILLED'; ticks++) await pass(page, 2)
  const bar = page
    .getByText(new RegExp(`^Your stop was rejected: .* You hold [\\d,]+ ${otherCode} without a stop\\.`))
    .first()
  await expect(bar).toBeVisible()
  await page.goto(`${product.origin}/order?status=${allStatuses}`)
  await expect(bar).toBeVisible()
  await expect(orders.row('↳').filter({ hasText: 'Rejected' })).toHaveCount(1)
  await expectAccessible(page, 'a rejected stop')
  await page.goto(`${product.origin}/operation`)
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Put a stop' }).click()
  await expect(orders.ticket.getByLabel('Code')).toHaveValue(otherCode)
  await expect(orders.ticket.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue((last * 0.9).toFixed(2))
  // One share is still claimed elsewhere, so that the whole would be rejected again: the ticket says so, and uses what
  // is free.
  await page.clock.runFor(1_000)
  await expect(orders.ticket).toContainText('The brokerage would reject it')
  await orders.ticket.getByLabel('Qty', { exact: true }).fill(String(shares - 1))
  await page.clock.runFor(1_000)
  await expect(orders.ticket).not.toContainText('The brokerage would reject it')
  await review.click()
  await answerAll()
  await orders.ticket.getByRole('button', { name: 'Put sell order' }).click()
  await expect(orders.toast(/Order \d+ to sell [\d,]+ DAYO at a stop/)).toBeVisible()
  await expect(bar).toBeHidden()

  // A trailing stop shows its trail, and its fill price.
  await page.goto(`${product.origin}/order?status=FILLED&count=200`)
  const trailed = orders.row('trails by 9.00%').first()
  await expect(trailed).toContainText('Filled')
  await trailed.scrollIntoViewIfNeeded()
})
