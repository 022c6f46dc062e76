// User Profile, and a page whose session expires. Source: docs/rules/access.md, "User profile" and "Session".
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, shareProduct, test, type Person } from '../support/journey.ts'
import { readCodeAt, readLink, waitForMail } from '../support/outbox.ts'
import type { Product } from '../support/product.ts'
import { demonstrationPassword, enterPassword, enterSession } from '../support/sign-in.ts'

test.use({ role: 'manager' })

const form = (page: Page, name: string) => page.getByRole('form', { name })
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Please Sign In' })

test('names change at once, also in the user menu', async ({ page, product, person }) => {
  await page.goto(`${product.origin}/page-not-found`)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'User Profile' }).click()
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  await expect(page.getByText(person.phoneNumber)).toBeVisible()
  await form(page, 'Names').getByLabel('First name').fill('Marie')
  await form(page, 'Names').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'User menu, Marie Keller' })).toBeVisible()
})

test.describe(() => {
  test.use({ role: 'member' })

  test('another e-mail address is proven by its link, ends the session, and the old address is told', async ({
    page,
    product,
    person,
  }) => {
    await page.goto(`${product.origin}/profile`)
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
    expect(await waitForMail(product, person.email, 'Your Clubfolio e-mail address was changed')).toContain(
      'nora@club.example',
    )
  })

  test('another phone number is proven by its code and ends the session', async ({ page, product }) => {
    await page.goto(`${product.origin}/profile`)
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
})

test('sessions elsewhere are seen and ended, and a new password ends them too', async ({
  page,
  product,
  person,
  openAs,
  signInElsewhere,
}) => {
  const other = await openAs({ user: await signInElsewhere(person) })
  await other.goto(`${product.origin}/page-not-found`)
  await expect(other.getByRole('button', { name: /^User menu/ })).toBeVisible()
  await page.goto(`${product.origin}/profile`)
  const table = page.getByRole('table', { name: 'Active sessions' })
  await expect(table.getByText('This session')).toBeVisible()
  await table.getByRole('button', { name: /^End the session/ }).click()
  await expect(page.getByText('The session was ended.')).toBeVisible()
  await expect(table.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
  await other.clock.fastForward(61_000)
  await expect(signInHeading(other)).toBeVisible()
  const password = form(page, 'Password')
  await password.getByRole('textbox', { name: 'Current password' }).fill(demonstrationPassword)
  await password.getByRole('textbox', { name: 'New password' }).fill('password1')
  await expect(
    password.getByText('This password is one of the commonest and would be guessed. Choose another one.'),
  ).toBeVisible()
  await password.getByRole('textbox', { name: 'New password' }).fill('seven grey herons')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password was changed, and your other sessions were ended.')).toBeVisible()
})

test.describe('a session that runs out while a form is open', () => {
  shareProduct()

  const type = async (page: Page, product: Product) => {
    await page.goto(`${product.origin}/member`)
    await page
      .getByRole('button', { name: /Add|Create Member/ })
      .first()
      .click()
    const modal = page.getByRole('dialog', { name: 'Create Member' })
    await modal.getByLabel('First name').fill('Half')
    await modal.getByLabel('Last name').fill('Typed')
    return modal
  }
  const runOut = async (page: Page, product: Product) => {
    await page.waitForLoadState('networkidle')
    await product.moveClock(new Date(Date.parse(product.now) + 31 * 60_000).toISOString())
    await page.clock.fastForward(31 * 60_000)
  }
  const signInAgain = async (page: Page, product: Product, { email }: Person) => {
    const again = page.getByRole('dialog', { name: 'Please Sign In' })
    await expect(again.getByLabel('Email')).toHaveValue(email)
    await again.getByRole('textbox', { name: 'Password' }).fill(demonstrationPassword)
    await again.getByRole('button', { name: 'Login' }).click()
    const code = page.getByRole('dialog', { name: 'Confirmation code' })
    await expect(code.getByText('Code received')).toBeVisible()
    await page.keyboard.type(await product.readCode())
    await code.getByRole('button', { name: 'Confirm' }).click()
    await expect(code).toHaveCount(0)
  }

  test('loses no typed text: the same person signs in over the page and goes on', async ({ page, product, person }) => {
    const modal = await type(page, product)
    await runOut(page, product)
    const again = page.getByRole('dialog', { name: 'Please Sign In' })
    await expect(again).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await expectAccessible(page, 'sign in again')
    await page.keyboard.press('Escape')
    await signInAgain(page, product, person)
    await expect(modal.getByLabel('First name')).toHaveValue('Half')
    await modal.getByLabel('Phone').fill('2125550177')
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table').getByText('Typed')).toBeVisible()
  })

  test('waits in both tabs and goes on in both', async ({ page, context, product, person }) => {
    const other = await context.newPage()
    const [modal, otherModal] = [await type(page, product), await type(other, product)]
    await runOut(page, product)
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    await expect(other.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    await signInAgain(page, product, person)
    await expect(modal.getByLabel('Last name')).toHaveValue('Typed')
    await expect(other.getByRole('dialog', { name: 'Please Sign In' })).toHaveCount(0)
    await expect(otherModal.getByLabel('Last name')).toHaveValue('Typed')
  })

  test('can be left, and then nothing of it remains', async ({ page, product, another }) => {
    await type(page, product)
    await runOut(page, product)
    await page.getByRole('button', { name: 'Leave it and sign out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    // While it fades out, the dialog has an Email field too.
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toHaveCount(0)
    await enterPassword(page, (await another('member')).email)
    await expect(page.getByText('Code received')).toBeVisible()
    await expect(page.getByText('Half')).toHaveCount(0)
  })

  test('shows nothing to somebody else who signs in, in another tab', async ({ page, context, product, another }) => {
    await type(page, product)
    await runOut(page, product)
    await expect(page.getByRole('dialog', { name: 'Please Sign In' })).toBeVisible()
    const other = await context.newPage()
    await enterSession(other, product, (await another('member')).user)
    await other.goto(`${product.origin}/page-not-found`)
    await expect(other.getByRole('button', { name: 'User menu, Nora Lind' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'User menu, Nora Lind' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
