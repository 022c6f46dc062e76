// Brings Accounts and the choice of a brokerage into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

export async function openBrokerageChoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link an account' }).first().click()
  await page.getByRole('dialog', { name: 'Link an account' }).getByText('From files').waitFor()
}

export async function openKeyPair(page: Page): Promise<void> {
  await openBrokerageChoice(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Alpaca/ })
    .click()
  await page.getByRole('dialog').getByLabel('Key ID').waitFor()
}

export async function openImportFund(page: Page): Promise<void> {
  await openBrokerageChoice(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Exported fund/ })
    .click()
  await page.getByRole('dialog', { name: 'Import a fund' }).getByLabel('Exported fund').waitFor()
}
