// An authenticator app from the QR code to the sign-in, with an app of the test's own arithmetic (RFC 6238).
// Source: docs/rules/access.md, "Sign-in methods".
import type { Page } from '@playwright/test'
import { appStepMs, codeOfApp } from '../support/code-of-app.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { demonstrationPassword, enterPassword } from '../support/sign-in.ts'

shareProduct()

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

test('an authenticator app is added by its key and signs in by its code, each code once, and confirms what gives rights', async ({
  page,
  product,
  another,
}) => {
  const { email } = await another('member')
  const inside = page.getByRole('button', { name: /^User menu/ })
  await page.goto(`${product.origin}/auth`)
  await enterPassword(page, email)
  await expect(page.getByText('Code received')).toBeVisible()
  await page.keyboard.type(await product.readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(inside).toBeVisible()

  await page.goto(`${product.origin}/profile`)
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(demonstrationPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('QR code for the authenticator app')).toBeVisible()
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const first = codeOfApp(key, Date.parse(product.now))
  await typeCode(page, first)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('table', { name: 'Sign-in methods' }).getByText('My phone')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${product.origin}/auth`)
  await enterPassword(page, email)
  await typeCode(page, first)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('Digit 1 of 6')).toHaveAttribute('aria-invalid', 'true')
  // The clock of the phone may be a step ahead, so the next code counts already.
  await typeCode(page, codeOfApp(key, Date.parse(product.now) + appStepMs))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(inside).toBeVisible()

  // After ten minutes a new password asks for the app again, and what was typed stays.
  await product.moveClock(new Date(Date.parse(product.now) + 11 * 60_000).toISOString())
  await page.goto(`${product.origin}/profile`)
  await page.getByLabel('Current password').fill(demonstrationPassword)
  await page.getByLabel('New password', { exact: true }).fill('harbour lights on')
  await page.getByRole('button', { name: 'Change password' }).click()
  const question = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(question).toBeVisible()
  await typeCode(page, codeOfApp(key, Date.parse(product.now)))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Current password')).toHaveValue('')
})
