// The books of a fund and the statements of its holders, by what a person sees in them.
import { expect, type Locator, type Page } from '@playwright/test'

export interface BooksScreen {
  readonly dialog: Locator
  open(
    part: 'Matching' | 'Expenses' | 'Transfers' | 'Distributions' | 'Fees' | 'Settings' | 'Check' | 'Requests',
  ): Promise<void>
  close(): Promise<void>
  openOn(dayAndWords: string): Promise<void>
  recordExpense(amount: string, description: string): Promise<void>
  recordTransfer(from: string, to: string, amount: string, description: string): Promise<void>
  /** Closes the books up to a day of the displayed month: `closePeriod('10 March 2026')`. */
  closePeriod(day: string): Promise<void>
  /** Opens the derivation of a figure and reads its rows: `derivation('the fund value', 'Fund value')`. */
  derivation(opener: string, title: string): Promise<string[][]>
}

export function booksScreen(page: Page): BooksScreen {
  const dialog = page.getByRole('dialog')
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  return {
    dialog,
    close,
    async open(part) {
      if ((await dialog.count()) === 0) await page.getByRole('button', { name: 'Books' }).click()
      await dialog.getByText(part, { exact: true }).click()
    },
    async openOn(dayAndWords) {
      await choose('Opening day', dayAndWords)
      await dialog.getByRole('button', { name: 'Save opening' }).click()
      await expect(page.getByText(/^The fund opens on/)).toBeVisible()
    },
    async recordExpense(amount, description) {
      await dialog.getByLabel('Amount').fill(amount)
      await dialog.getByLabel('Description').fill(description)
      await dialog.getByRole('button', { name: 'Record expense' }).click()
      await expect(page.getByText('Expense recorded.')).toBeVisible()
    },
    async recordTransfer(from, to, amount, description) {
      await choose('From', from)
      await choose('To', to)
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByLabel('Description').fill(description)
      await dialog.getByRole('button', { name: 'Record transfer' }).click()
      await expect(page.getByText('Transfer recorded.')).toBeVisible()
    },
    async closePeriod(day) {
      await dialog.getByRole('button', { name: 'Up to' }).click()
      await page.getByRole('button', { name: day, exact: true }).click()
      await dialog.getByRole('button', { name: 'Close the books' }).click()
      await page
        .getByRole('dialog', { name: /close the books/i })
        .getByRole('button', { name: 'Close the books' })
        .click()
      await expect(page.getByText(/^The books are closed up to/)).toBeVisible()
    },
    async derivation(opener, title) {
      await page
        .getByRole('button', { name: new RegExp(`Where ${opener} comes from`) })
        .or(page.getByTitle(`Where ${opener} comes from`))
        .first()
        .click()
      const table = dialog.getByRole('table', { name: `Rows behind ${title}` })
      await table.locator('tbody tr').first().waitFor()
      const rows = await table
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())))
      await close()
      return rows
    },
  }
}
