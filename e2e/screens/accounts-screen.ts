// The Accounts screen, by what a person sees on it.
import { expect, type Locator, type Page } from '@playwright/test'
import { brokeragePopup, type BrokeragePopup } from './brokerage-popup.ts'
import { cell } from '../support/cell.ts'

export interface AccountsScreen {
  readonly page: Page
  readonly table: Locator
  readonly rows: Locator
  row(number: string): Locator
  /** The account numbers in displayed order. */
  numbers(): Promise<string[]>
  /** Presses the round add button, chooses a brokerage by its title, and returns the popup that opens. */
  startLinking(brokerage?: string): Promise<BrokeragePopup>
  /** Runs `press`, which opens the broker's page, and returns its popup. */
  popupOf(press: () => Promise<void>): Promise<BrokeragePopup>
  /** Links a new login of the brokerage with this many accounts. */
  link(name: string, accountCount?: number): Promise<void>
  toast(words: string | RegExp): Locator
  /** The line of an account that shows the state of its readings and its access. */
  health(number: string): Locator
}

export function accountsScreen(page: Page): AccountsScreen {
  const table = page.getByRole('table', { name: 'Accounts' })
  const rows = table.locator('tbody tr')
  const popupOf: AccountsScreen['popupOf'] = async (press) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
    await popup.waitForURL(/\/v1\/oauth\/authorize/)
    return brokeragePopup(popup)
  }
  const startLinking = async (brokerage = 'Paper brokerage') => {
    await page.getByRole('button', { name: 'Link an account' }).first().click()
    const choices = page.getByRole('dialog', { name: 'Link an account' }).getByRole('list')
    return popupOf(() => choices.getByRole('button', { name: brokerage }).click())
  }
  const toast: AccountsScreen['toast'] = (words) =>
    page.locator('[role="alert"], [role="status"]').filter({ hasText: words })
  return {
    page,
    table,
    rows,
    row: (number) => rows.filter({ hasText: number }),
    async numbers() {
      const names = await cell(rows, 'Number').allInnerTexts()
      return names.map((name) => name.split(/\s/)[0] ?? '')
    },
    startLinking,
    popupOf,
    async link(name, accountCount = 1) {
      const popup = await startLinking()
      await popup.register(name)
      for (let more = 1; more < accountCount; more++) await popup.openAnotherAccount()
      await Promise.all([popup.page.waitForEvent('close'), popup.allow()])
      // The brokerage is asked for tokens and every account in the meantime.
      await expect(rows).toHaveCount(accountCount, { timeout: 60_000 })
    },
    toast,
    health: (number) =>
      page
        .getByRole('region', { name: 'Readings and access' })
        .locator('li')
        .filter({ has: page.getByText(number, { exact: true }) }),
  }
}
