// Brings the user profile into the states of webhooks that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { demonstrationPassword } from '../support/sign-in.ts'

export async function openNewWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('dialog', { name: 'New webhook' }).getByLabel('Name').fill('Ledger')
}

/** The address has no program behind it, so that its deliveries fail. */
async function makeWebhook(page: Page): Promise<void> {
  await openNewWebhook(page)
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Address').fill('https://hook.invalid/clubfolio')
  await dialog.getByLabel('Your password').fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('dialog', { name: 'Secret of your webhook' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** A name is free once. */
export async function showWebhooks(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Webhooks' })
  const row = table.getByText('Ledger').first()
  await row.or(page.getByText('No webhooks')).first().waitFor()
  if (!(await row.isVisible())) await makeWebhook(page)
  await row.waitFor()
}

export async function openWebhookLog(page: Page): Promise<void> {
  await showWebhooks(page)
  await page.getByRole('button', { name: 'Log of Ledger' }).click()
  const dialog = page.getByRole('dialog', { name: /Deliveries/ })
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog
    .getByText(/1 attempt/)
    .first()
    .click()
}
