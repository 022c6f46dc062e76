// Brings alerts into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

export async function openNewAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New alert' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^New alert/ })
  await dialog.getByRole('textbox', { name: 'Instrument' }).fill('SPY')
  await page.getByRole('option', { name: /^SPY/ }).click()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('900')
  await dialog.getByText(/^SPY at or above/).waitFor()
}
