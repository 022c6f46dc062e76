// From a row of the seeker to a working trigger order at the paper brokerage, and from the calculator to the same ticket.
// Source: specification 2, section 7, "Notes on use".
import { expect, test } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { ordersScreen } from '../screens/orders-screen.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product

test.describe.configure({ timeout: 300_000 })

test.beforeEach(async ({ context, page }) => {
  product = await startProduct()
  await startBrowserClock(context)
  await signIn(page, product, people.manager)
  await page.goto(`${product.origin}/account`)
  const popup = await accountsScreen(page).startLinking()
  await popup.register('seeker')
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await accountsScreen(page).rows.first().waitFor()
  await product.moveClock('2026-03-04T15:01:00Z')
})

test.afterEach(async () => {
  await product.stop()
})

test('a long row becomes a BUY STOP with its SELL STOP, given up at the support', async ({ page }) => {
  await page.goto(`${product.origin}/opportunity-seeker?capital=20000&risk=1&qec=true&asked=true`)
  const opener = page.getByRole('button', { name: /^Show the graph of/ }).first()
  const code = (await opener.getAttribute('aria-label'))!.replace('Show the graph of ', '')
  await opener.click()
  const graph = page.getByRole('dialog')
  const figure = async (name: string) => (await graph.getByLabel('Summary').locator(`dt:text-is("${name}") + dd`).innerText()).replaceAll(',', '')
  const [stocks, buy, sell, support] = [await figure('Stocks'), await figure('Buy price'), await figure('Sell price'), await figure('Support')]
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

test('the calculator sells short by a SELL_SHORT STOP with its BUY STOP, given up at the resistance', async ({ page }) => {
  await page.goto(`${product.origin}/stock-calculator-advance?ticket=SPY&direction=short&capital=20000&risk=1&resistance=47.60&support=44.20`)
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  const orders = ordersScreen(page)
  await expect(orders.ticket.getByLabel('Price', { exact: true })).toHaveValue('44.19')
  await expect(orders.ticket.getByRole('textbox', { name: 'Stop Loss' })).toHaveValue('49.03')
  await expect(orders.ticket.getByRole('textbox', { name: 'Cancel Price' })).toHaveValue('47.60')
})
