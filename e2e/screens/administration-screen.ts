// The screens Groups and Users, by what a person sees on them.
import type { Locator, Page } from '@playwright/test'

export interface AdministrationScreen {
  readonly groups: Locator
  readonly users: Locator
  readonly dialog: Locator
  rowOf(table: Locator, words: string): Locator
  /** Opens the editor in place, types and accepts with Enter. */
  edit(label: string, text: string): Promise<void>
  chooseStatus(of: string, word: string): Promise<void>
  /** The toast with this title and exactly this message. */
  toast(title: string, message: string): Locator
  closeToasts(): Promise<void>
}

export function administrationScreen(page: Page): AdministrationScreen {
  const toasts = page.locator('[role="alert"], [role="status"]')
  return {
    groups: page.getByRole('table', { name: 'Groups' }),
    users: page.getByRole('table', { name: 'Users' }),
    dialog: page.getByRole('dialog'),
    rowOf: (table, words) => table.locator('tbody tr').filter({ hasText: words }),
    edit: async (label, text) => {
      await page.getByRole('button', { name: `${label}:` }).dblclick()
      await page.getByRole('textbox', { name: label }).fill(text)
      await page.keyboard.press('Enter')
    },
    chooseStatus: async (of, word) => {
      await page.getByRole('button', { name: `Status of ${of}:` }).click()
      await page.getByRole('menuitemradio', { name: word, exact: true }).click()
    },
    toast: (title, message) =>
      toasts
        .filter({ has: page.getByText(title, { exact: true }) })
        .filter({ has: page.getByText(message, { exact: true }) }),
    closeToasts: async () => {
      const close = page.getByRole('button', { name: 'Close message' })
      while ((await close.count()) > 0) await close.first().click()
    },
  }
}
