// From a row of the seeker to a working trigger order at the paper brokerage, and from the calculator to the same
// ticket. Source: docs/rules/trading.md, "Trigger orders".
import type { Page } from '@playwright/test'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expect, test } from '../support/journey.ts'
import { linkNewLogin, readAccounts } from '../support/link-account.ts'

test.describe.configure({ timeout: 300_000 })
test.use({ role: 'manager' })

test.beforeEach(async ({ person }) => {
  await linkNewLogin(person, person.brokerageLogin)
  await readAccounts(person)
})

test('a long row becomes a BUY STOP with its SELL STOP, given up at the support', async ({ page, product }) => {
  await page.goto(`${product.origin}/opportunity-seeker?capital=20000&risk=1&qec=true&asked=true`)
  const opener = page.getByRole('button', { name: /^Show the graph of/ }).first()
  const code = (await opener.getAttribute('aria-label'))!.replace('Show the graph of ', '')
  await opener.click()
  const graph = page.getByRole('dialog')
  const figure = async (name: string) =>
    (await graph.getByLabel('Summary').locator(`dt:text-is("${name}") + dd`).innerText()).replaceAll(',', '')
  const [stocks, buy, sell, support] = [
    await figure('Stocks'),
    await figure('Buy price'),
    await figure('Sell price'),
    await figure('Support'),
  ]
  await graph.getByRole('button', { name: 'Put long order' }).click()
  const orders = ordersScreen(page)
  await page.clock.runFor(1_000)
  await expect(orders.ticket.getByLabel('Qty', { exact: true })).toHaveValue(stocks)
  await expect(orders.ticket.getByLabel('Price', { exact: true })).toHaveValue(buy.slice(1))
  await expect(orders.ticket.getByRole('textbox', { name: 'Stop Loss' })).toHaveValue(sell.slice(1))
  await expect(orders.ticket.getByRole('textbox', { name: 'Cancel Price' })).toHaveValue(support.slice(1))
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.toast(/Order \d+ to buy \d+ \S+ .* is working/)).toBeVisible()
  await page.goto(`${product.origin}/order`)
  await expect(orders.rows).toHaveCount(1)
  await expect(orders.rows.first()).toContainText(code)
  await expect(orders.rows.first()).toContainText('Working')
  await expect(orders.rows.first()).toContainText('awaiting parent order')
})

test('the calculator sells short by a SELL_SHORT STOP with its BUY STOP, given up at the resistance', async ({
  page,
  product,
}) => {
  await page.goto(
    `${product.origin}/stock-calculator-advance?ticket=SPY&direction=short&capital=20000&risk=1&resistance=47.60&support=44.20`,
  )
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  const orders = ordersScreen(page)
  await expect(orders.ticket.getByLabel('Price', { exact: true })).toHaveValue('44.19')
  await expect(orders.ticket.getByRole('textbox', { name: 'Stop Loss' })).toHaveValue('49.03')
  await expect(orders.ticket.getByRole('textbox', { name: 'Cancel Price' })).toHaveValue('47.60')
  // The ticket reports that the calculator has changed, and takes over its figures.
  const support = page.getByRole('textbox', { name: 'Support' })
  await support.fill('45.20')
  await support.press('Enter')
  await expect(orders.ticket).toContainText('The calculator no longer matches this ticket: quantity')
  await expect(orders.ticket).toContainText('price $44.19 → $45.19')
  await orders.ticket.getByRole('button', { name: 'Take the new figures' }).click()
  await expect(orders.ticket.getByLabel('Price', { exact: true })).toHaveValue('45.19')
  await expect(orders.ticket).not.toContainText('no longer matches')
  await orders.ticket.getByRole('button', { name: 'Close' }).click()

  // However late a preview arrives, and whatever order it is for: the order that is sent is the one that the
  // confirmation shows with its own preview.
  await page.goto(`${product.origin}/order`)
  const sent: { readonly quantity: number; readonly price: number }[] = []
  await page.route('**/order/put-order', async (route) => {
    sent.push(route.request().postDataJSON() as (typeof sent)[number])
    await route.continue()
  })
  const last = await orders.lastPrice('SPY')
  const price = (last * 0.8).toFixed(2)
  const dollars = (quantity: number) =>
    (Number(price) * quantity).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const previews = await holdPreviews(page)
  const confirmation = orders.ticket.getByLabel('Order', { exact: true })
  const quantity = orders.ticket.getByLabel('Qty', { exact: true })
  const put = orders.ticket.getByRole('button', { name: 'Put long order' })
  previews.letGo()
  await orders.type({ code: 'SPY', quantity: '3', price, type: 'Limit' })

  // Edited after its preview, with Enter before the typing has settled: the figures of the previous order are not
  // shown, and Enter sends nothing.
  previews.hold()
  await quantity.fill('30')
  await quantity.press('Enter')
  await expect(confirmation).toContainText('30 shares')
  await expect(confirmation).not.toContainText(dollars(3))
  await expect(put).toBeFocused()
  await expect(put).toBeDisabled()
  await page.keyboard.press('Enter')
  // The preview of this very order enables sending, with a single Enter.
  previews.letGo()
  await expect(confirmation).toContainText(dollars(30))
  await expect(put).toBeEnabled()
  expect(sent).toEqual([])
  await orders.ticket.getByRole('button', { name: 'Back' }).click()

  // The preview of the previous order arrives while the next one is reviewed: it is not mistaken for it.
  previews.hold()
  await quantity.fill('4')
  await page.clock.runFor(1_000)
  await previews.waitFor('4')
  await quantity.fill('5')
  await quantity.press('Enter')
  await previews.letGoOf('4')
  await expect(confirmation).toContainText('5 shares')
  await expect(confirmation).not.toContainText(dollars(4))
  await expect(put).toBeDisabled()
  await page.keyboard.press('Enter')
  expect(sent).toEqual([])

  // No preview at all: after three seconds the order may be sent, with a notice that nothing is known.
  await page.clock.runFor(3_100)
  await expect(orders.ticket).toContainText('No preview is available')
  await expect(put).toBeEnabled()
  // The preview finally arrives, with a question: Put is disabled again.
  await previews.answerWith('5', {
    questions: [{ id: 'limitThrough', kind: 'limitThrough', text: 'Is that the price you mean?' }],
  })
  await expect(put).toBeDisabled()
  await put.press('Enter')
  expect(sent).toEqual([])
  await orders.ticket.getByRole('checkbox', { name: 'Is that the price you mean?' }).check()
  await put.press('Enter')
  await expect(orders.toast(/Order \d+ to buy 5 SPY/)).toBeVisible()
  expect(sent).toMatchObject([{ quantity: 5, price: Number(price), answered: ['limitThrough'] }])
})

/** Holds the responses of previews until they are released, each by the quantity it was requested for. */
async function holdPreviews(page: Page) {
  let isHeld = false
  const held = new Map<string, { readonly release: (more?: object) => Promise<void> }>()
  await page.route('**/order/preview-order', async (route) => {
    const { quantity } = route.request().postDataJSON() as { readonly quantity: number }
    if (!isHeld) return route.continue()
    const answer = await route.fetch()
    const body = (await answer.json()) as object
    // A page that has moved on no longer wants a response.
    const release = (more = {}) => route.fulfill({ json: { ...body, ...more } }).catch(() => undefined)
    // It may have been released while it was on its way here.
    if (!isHeld) return release()
    held.set(String(quantity), { release })
  })
  const waitFor = (quantity: string) => expect.poll(() => held.has(quantity)).toBe(true)
  const release = async (quantity: string, more?: object): Promise<void> => {
    await waitFor(quantity)
    await held.get(quantity)!.release(more)
    held.delete(quantity)
  }
  return {
    hold: () => void (isHeld = true),
    letGo: () => {
      isHeld = false
      for (const [quantity, { release: go }] of held) {
        held.delete(quantity)
        void go()
      }
    },
    waitFor,
    letGoOf: (quantity: string) => release(quantity),
    answerWith: (quantity: string, more: object) => release(quantity, more),
  }
}
