// The account in view, as the top bar names it and lets it be chosen.
import type { Locator, Page } from '@playwright/test'

export interface AccountInView {
  /** "In view: 1001 · Margin"; plain text while there is only one account. */
  readonly shown: Locator
  number(): Promise<string>
  choose(number: string): Promise<void>
}

export function accountInView(page: Page): AccountInView {
  const shown = page.getByTitle(/^The account in view/)
  return {
    shown,
    number: async () => (await shown.innerText()).split(' ')[0]!,
    async choose(number) {
      await shown.click()
      await page.getByRole('menuitemradio', { name: new RegExp(`^${number} `) }).click()
    },
  }
}
