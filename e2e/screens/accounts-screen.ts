// The Accounts screen as a person finds things on it.
import type { Locator, Page } from '@playwright/test'
import { brokeragePopup, type BrokeragePopup } from './brokerage-popup.ts'

export interface AccountsScreen {
  readonly page: Page
  readonly table: Locator
  readonly rows: Locator
  row(number: string): Locator
  /** The account numbers in shown order. */
  numbers(): Promise<string[]>
  /** Presses the round add button and gives the popup that opens. */
  startLinking(): Promise<BrokeragePopup>
  /** Does `press`, which opens the broker's page, and gives its popup. */
  popupOf(press: () => Promise<void>): Promise<BrokeragePopup>
  toast(words: string | RegExp): Locator
}

export function accountsScreen(page: Page): AccountsScreen {
  const table = page.getByRole('table', { name: 'Accounts' })
  const rows = table.locator('tbody tr')
  const popupOf: AccountsScreen['popupOf'] = async (press) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
    await popup.waitForURL(/\/v1\/oauth\/authorize/)
    return brokeragePopup(popup)
  }
  return {
    page,
    table,
    rows,
    row: (number) => rows.filter({ hasText: number }),
    numbers: () => rows.locator('td:first-child').allInnerTexts(),
    startLinking: () => popupOf(() => page.getByRole('button', { name: 'Link an account' }).first().click()),
    popupOf,
    toast: (words) => page.locator('[role="alert"], [role="status"]').filter({ hasText: words }),
  }
}
