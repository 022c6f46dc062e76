// Operations: open positions with their totals, the graph of a code, auto refresh, and a position whose stop is gone.
// Source: specification 2, sections 2, 8 and 9 Operations.
import { expect, test, type Page } from '@playwright/test'
import { linkDemonstration } from '../screens/linked-demonstration.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product

test.beforeEach(async ({ context, page }) => {
  product = await startProduct()
  await startBrowserClock(context)
  await signIn(page, product, people.manager)
})

test.afterEach(async () => {
  await product.stop()
})

/** Calls the server as the page's user, for what has its own screen elsewhere. */
const call = <Answer>(page: Page, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ({ method: verb, path: to, body: content }) => {
      const { token } = JSON.parse(localStorage.getItem('user')!) as { token: string }
      const answer = await fetch(`/v1/api/${to}`, { method: verb, headers: { 'content-type': 'application/json', token, 'idempotency-key': crypto.randomUUID() }, ...(content ? { body: JSON.stringify(content) } : {}) })
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
    { method, path, body },
  )

const money = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)

test('positions show cost, value, profit and risk; a stop that is gone is named and placed again by one click', async ({ page }) => {
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByText('No account', { exact: true })).toBeVisible()
  await linkDemonstration(page, product)

  // The first answer fails; the place says so and asks again when told to.
  await page.route('**/operation/find-open-operation-by-account/**', (route) => route.abort(), { times: 1 })
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByText('The operations could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()

  const table = page.getByRole('table', { name: 'Operations' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveCount(7)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Code', 'Type', 'Qty', 'Avg Price', 'Investment', 'Last Price', 'Float Cap.', 'Real Cap.', 'P/L Open', 'P/L %', 'Protection', 'Stop Price', 'Stop Qty', 'Risk %', 'Risk Qty',
  ])
  await expectAccessible(page, 'operations')
  await page.getByRole('switch', { name: 'Auto refresh' }).click()
  await expect(page.getByText(/next in/)).toBeHidden()

  // Totals are the sums of what stands above them; tints follow the sign of the profit.
  for (const column of [4, 6, 7, 8, 14]) {
    const cells = await rows.locator(`td:nth-child(${column + 1})`).allInnerTexts()
    const total = await table.locator(`tfoot td:nth-child(${column + 1})`).innerText()
    expect(cells.reduce((sum, cell) => sum + money(cell), 0)).toBe(money(total))
  }
  for (const row of await rows.all()) {
    const profit = money(await row.locator('td').nth(8).innerText())
    if (profit !== 0) expect(await row.getAttribute('data-tone')).toBe(profit > 0 ? 'profit' : 'loss')
  }
  await expect(rows.filter({ hasText: 'Short' }).first()).toBeVisible()

  await rows.first().getByRole('button', { name: /^Graph of/ }).click()
  await expect(page.getByRole('dialog', { name: /^Graph/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The stop of the first long position is cancelled elsewhere.
  const number = (await page.getByRole('combobox', { name: 'Account' }).inputValue()).split(' ')[0]!
  const orders = await call<{ orderId: string; code: string | null; orderType: string | null; status: string; instruction: string | null }[]>(page, 'POST', 'order/find-orders', {
    enteredFrom: null, enteredTo: null, closedFrom: null, closedTo: null, orderType: `'WORKING'`, accountNumber: number,
  })
  const long = rows.filter({ hasText: 'Long' }).first()
  const code = await long.locator('td').first().innerText()
  const held = await long.locator('td').nth(2).innerText()
  const stop = orders.find((order) => order.code === code && order.orderType === 'STOP' && order.instruction === 'SELL')!
  await call(page, 'POST', 'order/cancel-order', { accountNumber: number, orderId: stop.orderId })
  await page.reload()
  await expect(page.getByText(`${code} has no stop`)).toBeVisible()
  await expect(rows.filter({ hasText: code })).toContainText('no stop')
  await expectAccessible(page, 'operations with a missing stop')

  await page.getByRole('button', { name: `Repair the protection of ${code}` }).click()
  const plans = page.getByRole('list', { name: 'Proposed repairs' })
  await expect(plans).toContainText(`Place: SELL ${held} ${code}, STOP at $`)
  await expectAccessible(page, 'proposed repairs')
  await page.getByRole('button', { name: `Repair ${code}` }).click()
  // The ticket is filled in; it alone sends.
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  await expect(ticket).toContainText(code)
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await ticket.getByRole('button', { name: 'Put sell order' }).click()
  await expect(page.getByText(`${code} has no stop`)).toBeHidden()
  await expect(rows.filter({ hasText: code }).getByRole('img', { name: 'Protected' })).toBeVisible()
})
