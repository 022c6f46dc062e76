// Brings the pages before a sign-in into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { enterPassword, people } from '../support/sign-in.ts'

export async function askForCode(page: Page): Promise<void> {
  await enterPassword(page, people.member)
  await page.getByText('Code received').waitFor()
}

/** As for a server with a provider, which the demonstration has not. */
async function openInvitation(page: Page, invitation: object): Promise<void> {
  await page.route('**/find-oidc-provider', (route) => route.fulfill({ json: { provider: { name: 'Harbour' } } }))
  await page.route('**/security/find-invitation', (route) => route.fulfill({ json: invitation }))
  await page.reload()
  await page.goto(new URL(`/auth#invite=${'x'.repeat(43)}`, page.url()).href)
  await page.getByRole('button', { name: 'Continue with Harbour' }).waitFor()
}

export const showUserInvitation = (page: Page): Promise<void> =>
  openInvitation(page, { email: 'maria@harbour.example', isKnown: true, isToAdminister: false })

export const showAdministratorInvitation = (page: Page): Promise<void> =>
  openInvitation(page, { email: 'maria@harbour.example', isKnown: false, isToAdminister: true })

export async function askForPassword(page: Page): Promise<void> {
  await page.getByText('Forgot password?').click()
  await page.getByRole('form', { name: 'Forgot password' }).waitFor()
}
