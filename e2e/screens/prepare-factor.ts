// Brings the user profile into the states of sign-in methods and linked sign-ins that `shots.ts` lists. What the server
// would refuse after 10 minutes, or for a group that requires more, is refused here.
import type { Page } from '@playwright/test'
import { demonstrationPassword } from '../support/sign-in.ts'

const addedAt = '2026-03-04T15:00:00.000Z'
const methods = [
  { id: '018f3b5e-0000-7000-8000-000000000001', kind: 'PASSKEY', name: 'My laptop', addedAt, lastUsedAt: null },
  { id: '018f3b5e-0000-7000-8000-000000000002', kind: 'AUTHENTICATOR', name: 'My phone', addedAt, lastUsedAt: null },
]

async function refuse(page: Page, refusal: string, shown: readonly object[]): Promise<void> {
  await page.route('**/change-password', (route) =>
    route.fulfill({ status: 403, json: { code: 403, error: 'Refused.', refusal } }),
  )
  await page.route('**/find-my-sign-in-methods', (route) =>
    route.fulfill({
      json: { methods: shown, recoveryCodesLeft: 8, isSmsOn: true, isStrongFactorRequired: shown.length === 0 },
    }),
  )
  await page.reload()
  await page.getByLabel('Current password').fill(demonstrationPassword)
  await page.getByLabel('New password', { exact: true }).fill('harbour lights on')
  await page.getByRole('button', { name: 'Change password' }).click()
}

/** The browser keeps the request that waits; the next screen would report it as not carried out. */
async function forgetRequest(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('pendingEffect:')) localStorage.removeItem(name)
  })
}

export async function askToConfirm(page: Page): Promise<void> {
  await refuse(page, 'freshFactorNeeded', methods.slice(1))
  await page.getByRole('dialog', { name: "Confirm it's you" }).getByText('Code from the app').waitFor()
  await forgetRequest(page)
}

export async function askForMethod(page: Page): Promise<void> {
  await refuse(page, 'strongFactorNeeded', [])
  await page.getByRole('dialog', { name: 'Add a sign-in method' }).waitFor()
  await forgetRequest(page)
}

export async function showAuthenticator(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByLabel('Your password').fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('QR code for the authenticator app').waitFor()
}

/** As for a server with a provider, which the demonstration has not. */
export async function showLinkedSignIns(page: Page): Promise<void> {
  await page.route('**/find-oidc-provider', (route) => route.fulfill({ json: { provider: { name: 'Harbour' } } }))
  const id = '018f3b5e-0000-7000-8000-000000000003'
  await page.route('**/find-linked-sign-ins', (route) =>
    route.fulfill({
      json: [{ id, provider: 'Harbour', email: 'maria@harbour.example', linkedAt: addedAt, lastUsedAt: addedAt }],
    }),
  )
  await page.reload()
  await page.getByRole('table', { name: 'Linked sign-ins' }).getByText('Harbour', { exact: true }).waitFor()
}
