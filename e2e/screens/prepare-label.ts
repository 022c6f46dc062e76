// The form of an own label, on the chart screen and in a row of Performance.
import type { Page } from '@playwright/test'

export async function openLabel(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Label/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Own label' }).fill('Long term')
}
