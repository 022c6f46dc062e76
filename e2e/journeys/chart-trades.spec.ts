// The user's own trades on the chart: fills, open orders and the average price of the position, up to date, and nobody
// else's.
import type { Page } from '@playwright/test'
import { chartScreen } from '../screens/chart-screen.ts'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { clubEnvironment, expect, test } from '../support/journey.ts'
import { linkNewLogin, readAccounts } from '../support/link-account.ts'
import { enterSession } from '../support/sign-in.ts'

test.describe.configure({ timeout: 300_000 })
test.use({ role: 'manager' })

const panel = (page: Page) => page.getByRole('region', { name: 'My trades' })

test.describe('on a product of its own', () => {
  test.use({ ownProduct: { environment: clubEnvironment } })

  test('a held instrument shows its average price, its stop and its fills; orders come and go while one looks; a switch hides them', async ({
    page,
    product,
    another,
  }) => {
    await page.goto(`${product.origin}/operation`)
    const row = page.getByRole('table', { name: 'Operations' }).locator('tbody tr').filter({ hasText: 'Long' }).first()
    const [code, quantity, average] = [
      await cell(row, 'Code').innerText(),
      await cell(row, 'Qty').innerText(),
      await cell(row, 'Avg Price').innerText(),
    ]
    await page.goto(`${product.origin}/chart/${code}/_D`)
    const chart = chartScreen(page)
    await expect(chart.prices).toBeVisible()
    await expect(panel(page)).toContainText(`Long ${quantity}`)
    await expect(panel(page)).toContainText(average)
    await expect(panel(page).getByRole('list', { name: 'Open orders' })).toContainText(`Sell ${quantity} stop`)
    await expect(panel(page).getByRole('list', { name: 'Last fills' }).getByRole('listitem').first()).toContainText(
      /bought|sold/,
    )
    await expectAccessible(page, 'a chart with own trades')
    const shown = await chart.picture()
    await panel(page).getByRole('switch', { name: 'My trades on the chart' }).click()
    await expect(panel(page).getByRole('list')).toHaveCount(0)
    await expect.poll(() => chart.picture()).not.toBe(shown)
    const hidden = await chart.picture()

    // Once switched off it stays off on every chart, until it is switched on again.
    await page.reload()
    await expect(chart.prices).toBeVisible()
    await expect(panel(page).getByRole('switch', { name: 'My trades on the chart' })).not.toBeChecked()
    expect(hidden).not.toBe('')
    await panel(page).getByRole('switch', { name: 'My trades on the chart' }).click()
    await expect(panel(page).getByRole('list', { name: 'Open orders' })).toBeVisible()

    // An order that is cancelled elsewhere disappears from the chart without a reload.
    const asked = page.waitForResponse((response) => response.url().includes('/operation/find-trading-by-instrument/'))
    await page.clock.fastForward(5_000)
    const before = (await (await asked).json()) as { orders: { orderId: string }[] }
    const number = (
      (await panel(page)
        .getByLabel(/^Held in/)
        .getAttribute('aria-label')) ?? ''
    ).replace(/^Held in | · Paper$/g, '')
    for (const { orderId } of before.orders) {
      await page.evaluate(
        async (body) => {
          const { token } = JSON.parse(localStorage.getItem('user')!) as { token: string }
          await fetch('/v1/api/order/cancel-order', {
            method: 'POST',
            headers: { 'content-type': 'application/json', token, 'idempotency-key': crypto.randomUUID() },
            body: JSON.stringify(body),
          })
        },
        { accountNumber: number, orderId },
      )
    }
    await page.clock.fastForward(5_000)
    await expect(panel(page).getByRole('list', { name: 'Open orders' })).toHaveCount(0)
    await expect(panel(page)).toContainText(`Long ${quantity}`)

    // Another person sees none of it, neither on the screen nor by requesting the account's number.
    await page.evaluate(() => localStorage.clear())
    await enterSession(page, product, (await another('member')).user)
    await page.goto(`${product.origin}/chart/${code}/_D`)
    await expect(chart.prices).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    const status = await page.evaluate(async (path) => {
      const { token } = JSON.parse(localStorage.getItem('user')!) as { token: string }
      return (await fetch(path, { headers: { token } })).status
    }, `/v1/api/operation/find-trading-by-instrument/${number}/${code}`)
    expect(status).toBe(404)
  })
})

test('an entry with its stop stands on the chart as trigger, stop and the price that gives it up', async ({
  page,
  product,
  person,
}) => {
  await linkNewLogin(person, person.brokerageLogin)
  await readAccounts(person)
  await page.goto(`${product.origin}/order`)
  const orders = ordersScreen(page)
  const last = await orders.lastPrice('QQQ')
  const at = (share: number) => (last * share).toFixed(2)
  await orders.type({ code: 'QQQ', quantity: '7', price: at(1.03), stopLoss: at(0.95), cancelPrice: at(0.97) })
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await orders.ticket.getByRole('button', { name: /^Put .*order$/ }).click()
  await expect(orders.toast(/is working/)).toBeVisible()
  await page.goto(`${product.origin}/chart/QQQ/_D`)
  const open = panel(page).getByRole('list', { name: 'Open orders' })
  await expect(open).toContainText(`Buy 7 trigger$${at(1.03)}`)
  await expect(open).toContainText(`Sell 7 stop, waits for its entry$${at(0.95)}`)

  // The stop of the entry moves by keys; Escape returns it, and one confirmation changes the entry with its stop.
  const stop = page.getByRole('slider', { name: 'Sell 7 stop, waits for its entry' })
  await stop.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Escape')
  await expect(stop).toHaveAttribute('aria-valuenow', String(Number(at(0.95))))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: /Change order/ })
    .getByRole('button', { name: 'Replace order' })
    .click()
  const moved = (Number(at(0.95)) + 0.01).toFixed(2)
  await expect(open).toContainText(`Sell 7 stop, waits for its entry$${moved}`)
  await expect(stop).toHaveAttribute('aria-valuenow', String(Number(moved)))
})
