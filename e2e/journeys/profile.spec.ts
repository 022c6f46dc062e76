// User Profile, and what happens to a page whose session runs out: decisions, "Sign-in and access"; specification 1, section 4 "Session".
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { readCodeAt, readLink, waitForMail } from '../support/outbox.ts'
import { startProduct, type Product } from '../support/product.ts'
import { demonstrationPassword, enterPassword, people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product
test.beforeEach(async ({ context }) => {
  product = await startProduct()
  await startBrowserClock(context)
})
test.afterEach(() => product.stop())

const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'User Profile' }).click()
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
}
const form = (page: Page, name: string) => page.getByRole('form', { name })
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Please Sign In' })

test('names change at once, also in the user menu', async ({ page }) => {
  await signIn(page, product, people.manager)
  await openProfile(page)
  await expect(page.getByText('+12125550101')).toBeVisible()
  await form(page, 'Names').getByLabel('First name').fill('Marie')
  await form(page, 'Names').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'User menu, Marie Keller' })).toBeVisible()
})

test('another e-mail address is proven by its link, ends the session, and the old address is told', async ({ page }) => {
  await signIn(page, product, people.member)
  await openProfile(page)
  const email = form(page, 'E-mail')
  await expect(email.getByRole('button', { name: 'Send link' })).toBeDisabled()
  await email.getByLabel('New e-mail').fill('nora@club.example')
  await email.getByRole('textbox', { name: 'Your password' }).fill('not the password')
  await email.getByRole('button', { name: 'Send link' }).click()
  await expect(email.getByText('The password is wrong.')).toBeVisible()
  await email.getByRole('textbox', { name: 'Your password' }).fill(demonstrationPassword)
  await email.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('A mail with a link went to nora@club.example.')).toBeVisible()
  await page.goto(await readLink(product, 'nora@club.example', 'Confirm your new Clubfolio e-mail address'))
  await expect(page.getByRole('heading', { name: 'New e-mail address' })).toBeVisible()
  await expectAccessible(page, 'new e-mail address')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('Your e-mail address was changed. Please sign in with the new one.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nora@club.example')
  expect(await waitForMail(product, people.member, 'Your Clubfolio e-mail address was changed')).toContain('nora@club.example')
})

test('another phone number is proven by its code and ends the session', async ({ page }) => {
  await signIn(page, product, people.member)
  await openProfile(page)
  const phone = form(page, 'Phone')
  await phone.getByLabel('New phone number').fill('+1 310 555 0199')
  await phone.getByRole('textbox', { name: 'Your password' }).fill(demonstrationPassword)
  await phone.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Code received')).toBeVisible()
  await expectAccessible(page, 'phone code')
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(await readCodeAt(product, '+13105550199'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your phone number was changed. Please sign in again.')).toBeVisible()
  await expect(signInHeading(page)).toBeVisible()
})

test('sessions elsewhere are seen and ended, and a new password ends them too', async ({ page, browser }) => {
  await signIn(page, product, people.manager)
  const elsewhere = await browser.newContext()
  await startBrowserClock(elsewhere)
  const other = await elsewhere.newPage()
  await signIn(other, product, people.manager)
  await openProfile(page)
  const table = page.getByRole('table', { name: 'Active sessions' })
  await expect(table.getByText('This session')).toBeVisible()
  await table.getByRole('button', { name: /^End the session/ }).click()
  await expect(page.getByText('The session was ended.')).toBeVisible()
  await expect(table.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
  await other.clock.fastForward(61_000)
  await expect(signInHeading(other)).toBeVisible()
  const password = form(page, 'Password')
  await password.getByRole('textbox', { name: 'Present password' }).fill(demonstrationPassword)
  await password.getByRole('textbox', { name: 'New password' }).fill('password1')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('This password is one of the commonest and would be guessed. Choose another one.')).toBeVisible()
  await password.getByRole('textbox', { name: 'New password' }).fill('seven grey herons')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password was changed, and your other sessions were ended.')).toBeVisible()
  await elsewhere.close()
})

test.describe('a session that runs out while a form is open', () => {
  const type = async (page: Page) => {
    await page.goto(`${product.origin}/member`)
    await page.getByRole('button', { name: /Add|Create Member/ }).first().click()
    const modal = page.getByRole('dialog', { name: 'Create Member' })
    await modal.getByLabel('First name').fill('Half')
    await modal.getByLabel('Last name').fill('Typed')
    return modal
  }
  const runOut = async (page: Page) => {
    await page.waitForLoadState('networkidle')
    await product.moveClock('2026-03-04T15:31:00Z')
    await page.clock.fastForward(31 * 60_000)
  }
  const signInAgain = async (page: Page) => {
    const again = page.getByRole('dialog', { name: 'Please Sign In' })
    await expect(again.getByLabel('Email')).toHaveValue(people.manager)
    await again.getByRole('textbox', { name: 'Password' }).fill(demonstrationPassword)
    await again.getByRole('button', { name: 'Login' }).click()
    await expect(again.getByText('Code received')).toBeVisible()
    await page.keyboard.type(await product.readCode())
    await again.getByRole('button', { name: 'Confirm' }).click()
    await expect(again).toHaveCount(0)
  }

  test('loses no typed text: the same person signs in over the page and goes on', async ({ page }) => {
    await signIn(page, product, people.manager)
    const modal = await type(page)
    await runOut(page)
    const again = page.getByRole('dialog', { name: 'Please Sign In' })
    await expect(again).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await expectAccessible(page, 'sign in again')
    await page.keyboard.press('Escape')
    await signInAgain(page)
    await expect(modal.getByLabel('First name')).toHaveValue('Half')
    await modal.getByLabel('Phone').fill('2125550177')
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table').getByText('Typed')).toBeVisible()
  })

  test('waits in both tabs and goes on in both', async ({ page, context }) => {
    await signIn(page, product, people.manager)
    const other = await context.newPage()
    const [modal, otherModal] = [await type(page), await type(other)]
    await runOut(page)
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    await expect(other.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    await signInAgain(page)
    await expect(modal.getByLabel('Last name')).toHaveValue('Typed')
    await expect(other.getByRole('dialog', { name: 'Please Sign In' })).toHaveCount(0)
    await expect(otherModal.getByLabel('Last name')).toHaveValue('Typed')
  })

  test('can be left, and then nothing of it remains', async ({ page }) => {
    await signIn(page, product, people.manager)
    await type(page)
    await runOut(page)
    await page.getByRole('button', { name: 'Leave it and sign out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    // The dialog has an Email field of its own while it fades out.
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toHaveCount(0)
    await enterPassword(page, people.member)
    await expect(page.getByText('Code received')).toBeVisible()
    await expect(page.getByText('Half')).toHaveCount(0)
  })

  test('shows nothing to somebody else who signs in, in another tab', async ({ page, context }) => {
    await signIn(page, product, people.manager)
    await type(page)
    await runOut(page)
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    const other = await context.newPage()
    await signIn(other, product, people.member)
    await expect(page.getByRole('button', { name: 'User menu, Nora Lind' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
