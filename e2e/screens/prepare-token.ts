// Brings the user profile into the states of API tokens that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { demonstrationPassword } from '../support/sign-in.ts'

export async function openNewToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByText('Chosen accounts').click()
  await dialog.getByLabel('Name').fill('Monthly spreadsheet')
}

let made = 0

/** A name is free once. */
export async function makeToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  made++
  await dialog.getByLabel('Name').fill(`Spreadsheet ${made} of ${Date.now()}`)
  await dialog.getByLabel('Your password').fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog', { name: 'Your new API token' }).waitFor()
}

export async function showTokens(page: Page): Promise<void> {
  await makeToken(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'API tokens' }).getByText('Spreadsheet').first().waitFor()
}
