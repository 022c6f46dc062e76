// A passkey from the first to the last day, with the browser's virtual device: added in the profile, signing in alone
// and after the password, and lost. Source: docs/rules/access.md, "Sign-in methods".
import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { demonstrationPassword, enterPassword } from '../support/sign-in.ts'

let port: number
let brokeragePort: number

test.beforeAll(async () => {
  port = await findFreePort()
  brokeragePort = await findFreePort()
})
// Browsers bind passkeys to a name; an address in numbers has none.
shareProduct(() => ({
  ports: [port, brokeragePort],
  environment: { CLUBFOLIO_ORIGIN: `http://localhost:${port}` },
}))

/** A device that holds passkeys and always recognises its owner; returns how to lose it. */
async function plugInDevice(page: Page): Promise<() => Promise<void>> {
  const device: CDPSession = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }
}

test('a passkey signs in alone and after the password, and a recovery code replaces a lost one', async ({
  page,
  product,
  another,
}) => {
  const place = `http://localhost:${port}`
  const { email } = await another('member')
  const inside = page.getByRole('button', { name: /^User menu/ })
  const signOut = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${place}/auth`)
  }
  const loseDevice = await plugInDevice(page)
  await page.goto(`${place}/auth`)
  await enterPassword(page, email)
  await expect(page.getByText('Code received')).toBeVisible()
  await page.keyboard.type(await product.readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(inside).toBeVisible()

  await page.goto(`${place}/profile`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'adding a passkey')
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const code = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('table', { name: 'Sign-in methods' }).getByText('Laptop')).toBeVisible()
  await page.getByRole('button', { name: 'Switch off text messages' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Switch off', exact: true }).click()
  await expect(page.getByText('Off: a text message does not sign you in')).toBeVisible()
  await expectAccessible(page, 'sign-in methods')

  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(inside).toBeVisible()

  await signOut()
  await enterPassword(page, email)
  await expect(page.getByRole('button', { name: 'Use passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a text message' })).toHaveCount(0)
  await expectAccessible(page, 'the passkey step')
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(inside).toBeVisible()

  await loseDevice()
  await signOut()
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await expectAccessible(page, 'the recovery code')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(inside).toBeVisible()
})
