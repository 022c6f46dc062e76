// Brings the pages before a sign-in into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { enterPassword, people } from '../support/sign-in.ts'

export async function askForCode(page: Page): Promise<void> {
  await enterPassword(page, people.member)
  await page.getByText('Code received').waitFor()
}

export async function askForPassword(page: Page): Promise<void> {
  await page.getByText('Forgot password?').click()
  await page.getByRole('form', { name: 'Forgot password' }).waitFor()
}
