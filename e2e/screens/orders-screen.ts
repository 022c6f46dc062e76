// The Orders screen and its ticket, by what a person sees on them.
import { expect, type Locator, type Page } from '@playwright/test'

export interface TypedOrder {
  readonly code: string
  readonly quantity: string
  readonly price?: string
  readonly type?: 'Stop' | 'Limit' | 'Market' | 'Stop limit' | 'Trailing stop'
  readonly side?: 'Buy' | 'Sell' | 'Sell short'
  /** Distance of a trailing stop, in dollars. */
  readonly trail?: string
  readonly limitPrice?: string
  readonly stopLoss?: string
  readonly cancelPrice?: string
}

export interface OrdersScreen {
  readonly table: Locator
  readonly rows: Locator
  readonly ticket: Locator
  row(words: string | RegExp): Locator
  toast(words: string | RegExp): Locator
  /** Opens the ticket and types; resolves when the effect of the order is shown. */
  type(order: TypedOrder): Promise<void>
  /** Returns the last price of a code from the ticket, and closes the ticket. */
  lastPrice(code: string): Promise<number>
}

export function ordersScreen(page: Page): OrdersScreen {
  const table = page.getByRole('table', { name: 'Orders' })
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  const effect = ticket.getByRole('region', { name: 'What the order does' })
  const type: OrdersScreen['type'] = async ({
    code,
    quantity,
    price,
    type: kind = 'Stop',
    limitPrice,
    side,
    trail,
    stopLoss,
    cancelPrice,
  }) => {
    await page.getByRole('button', { name: 'Put order' }).first().click()
    await ticket.getByLabel('Code').fill(code)
    await ticket.getByLabel('Qty', { exact: true }).fill(quantity)
    if (kind !== 'Stop') {
      await ticket.getByRole('combobox', { name: 'Type', exact: true }).click()
      await page.getByRole('option', { name: kind, exact: true }).click()
    }
    if (side !== undefined) await ticket.getByText(side, { exact: true }).click()
    if (trail !== undefined) await ticket.getByLabel('Trail', { exact: true }).fill(trail)
    if (price !== undefined)
      await ticket.getByLabel(kind === 'Stop limit' ? 'Stop Price' : 'Price', { exact: true }).fill(price)
    if (limitPrice !== undefined) await ticket.getByLabel('Limit Price', { exact: true }).fill(limitPrice)
    if (stopLoss !== undefined) {
      await ticket.getByRole('textbox', { name: 'Stop Loss' }).fill(stopLoss)
      if (cancelPrice !== undefined) await ticket.getByRole('button', { name: 'More' }).click()
      if (cancelPrice !== undefined) await ticket.getByRole('textbox', { name: 'Cancel Price' }).fill(cancelPrice)
    }
    // Typed text is evaluated when the typing pauses.
    await page.clock.runFor(1_000)
    await expect(effect).toContainText('Buying power')
  }
  return {
    table,
    ticket,
    type,
    rows: table.locator('tbody tr'),
    row: (words) => table.locator('tbody tr').filter({ hasText: words }),
    toast: (words) => page.locator('[role="alert"], [role="status"]').filter({ hasText: words }),
    async lastPrice(code) {
      await type({ code, quantity: '1', price: '1', type: 'Limit' })
      const last = ticket.getByLabel('Quote').locator('div').filter({ hasText: 'Last' }).locator('dd')
      await expect(last).toContainText('$')
      const words = await last.innerText()
      await page.keyboard.press('Escape')
      await expect(ticket).toBeHidden()
      return Number(words.replace(/[^\d.]/g, ''))
    },
  }
}
