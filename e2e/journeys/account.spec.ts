// Accounts as their owner uses them: linking and renewing through the broker's popup, and everything the table offers.
// Source: docs/rules/accounts.md, "Accounts screen"; docs/rules/brokerage.md, "Linking".
import type { Page } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { grant } from '../support/grant.ts'
import { expect, test, type Person } from '../support/journey.ts'
import { linkDemonstrationLogin, linkNewLogin } from '../support/link-account.ts'
import { people, signIn, signInAt, startBrowserClock } from '../support/sign-in.ts'

// Several people, windows and sign-ins take their time.
test.describe.configure({ timeout: 240_000 })

let accounts: AccountsScreen

test.use({ role: 'administrator' })

test.beforeEach(async ({ page, product }) => {
  await page.goto(`${product.origin}/account`)
  accounts = accountsScreen(page)
})

/** Links accounts without the brokerage's popup. */
async function linked(page: Page, person: Person, accountCount = 1): Promise<void> {
  await linkNewLogin(person, person.brokerageLogin, accountCount)
  await page.reload()
  await expect(accounts.rows).toHaveCount(accountCount)
}

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

test('an empty screen says what it is for, and the popup links all accounts of a login', async ({ page, product }) => {
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await expectAccessible(page, 'no accounts')
  const popup = await accounts.startLinking()
  await expect(page.getByRole('dialog', { name: 'Link accounts' })).toBeVisible()
  await expectAccessible(page, 'linking')
  await popup.register('anna')
  await popup.openAnotherAccount()
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await expect(accounts.toast('2 accounts are linked.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(accounts.rows).toHaveCount(2)
  await expect(page).toHaveURL(`${product.origin}/account`)
  expect(await stored(page)).not.toContain('code')
  expect(await stored(page)).not.toContain('linkAttempt')
  const heads = await accounts.table.getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.trim())).toEqual([
    'Number',
    'Type',
    'Initial Value',
    'Float Value',
    'Real Value',
    'Buying Power',
    'Default',
    'Access Exp.',
    'Actions',
  ])
  await expect(accounts.table.locator('tfoot')).toContainText('$200,000.00')
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:00')
  await expect(page.getByText('2 active, 0 disabled')).toBeVisible()
})

test('who denies at the brokerage is told so, and nothing is linked', async ({ page }) => {
  const popup = await accounts.startLinking()
  await popup.register('berta')
  const closed = popup.page.waitForEvent('close')
  await popup.deny()
  await closed
  await expect(accounts.toast('You denied the access')).toBeVisible()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('a callback that nobody waits for is ignored, says so, and its code leaves the address at once', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/account?code=C0.made-up%40&session=x&state=made-up`)
  await expect(page.getByText('This answer of the brokerage was not expected')).toBeVisible()
  await expect(page).toHaveURL(`${product.origin}/account`)
  expect(await stored(page)).not.toContain('code')
  await expectAccessible(page, 'unexpected callback')
  await page.getByRole('button', { name: 'Go to the accounts' }).click()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('Cancel ends the attempt with its popup; a closed popup alone does not', async ({ page }) => {
  const popup = await accounts.startLinking()
  const closed = popup.page.waitForEvent('close')
  await page.getByRole('dialog', { name: 'Link accounts' }).getByRole('button', { name: 'Cancel' }).click()
  await closed
  expect(await stored(page)).not.toContain('linkAttempt')

  const second = await accounts.startLinking()
  await second.page.close()
  const dialog = page.getByRole('dialog', { name: 'Link accounts' })
  await expect(dialog).toBeVisible()
  const third = await accounts.popupOf(() =>
    dialog.getByRole('link', { name: 'Open the page of the brokerage' }).click(),
  )
  await third.register('carla')
  await third.allow()
  await expect(accounts.toast('is linked.')).toBeVisible()
})

test('after ten minutes the attempt is over and says so', async ({ page }) => {
  await accounts.startLinking()
  await page.clock.fastForward(10 * 60_000 + 1_000)
  await expect(accounts.toast('The ten minutes for this attempt are over.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('linking in a second tab takes over, and the first tab says so', async ({ page, context, product }) => {
  await accounts.startLinking()
  const otherPage = await context.newPage()
  await otherPage.goto(`${product.origin}/account`)
  const other = accountsScreen(otherPage)
  const popup = await other.startLinking()
  await expect(accounts.toast('Linking continues in another window or tab')).toBeVisible()
  await popup.register('dora')
  await popup.allow()
  await expect(other.toast('is linked.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the initial value is edited by double-click, Enter and F2; nothing empty is accepted; Cancel brings it back', async ({
  page,
  person,
}) => {
  await linked(page, person)
  const place = page.getByRole('button', { name: /^Initial Value of/ })
  await place.dblclick()
  const field = page.getByRole('textbox', { name: /^Initial Value of/ })
  await expect(field).toHaveValue('100000.00')
  await field.fill('')
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await field.fill('75000.05')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  await place.press('F2')
  await field.fill('1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  await place.press('Enter')
  await field.fill('80000')
  await field.press('Enter')
  await expect(accounts.rows.first()).toContainText('$80,000.00')
  await page.reload()
  await expect(accounts.rows.first()).toContainText('$80,000.00')

  // On a phone the account number stays next to the editor, and both buttons are large enough for a finger.
  await page.setViewportSize({ width: 390, height: 844 })
  await place.press('Enter')
  const number = (await cell(accounts.rows.first(), 'Number').boundingBox())!
  expect((await field.boundingBox())!.x).toBeGreaterThanOrEqual(number.x + number.width)
  for (const name of ['Accept', 'Cancel']) {
    const button = (await page.getByRole('button', { name, exact: true }).boundingBox())!
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(40)
    expect(button.x + button.width).toBeLessThanOrEqual(390)
  }
  await expectAccessible(page, 'an initial value edited on a phone')
})

test('the default moves from one account to the other', async ({ page, person }) => {
  await linked(page, person, 2)
  const [first, second] = await accounts.numbers()
  const flag = (number: string) => page.getByRole('switch', { name: `Default account ${number}` })
  await expect(flag(first!)).toBeChecked()
  await flag(second!).click()
  await expect(flag(second!)).toBeChecked()
  await expect(flag(first!)).not.toBeChecked()
})

test('disabling asks first; declined it stays, accepted it turns dim and offers Enable', async ({
  page,
  product,
  person,
}) => {
  await linked(page, person)
  const [number] = await accounts.numbers()
  const question = page.getByText('Do you want to disable this account?')
  await page.getByRole('button', { name: `Disable ${number}` }).click()
  await expect(question).toBeVisible()
  await expectAccessible(page, 'disable question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Disable ${number}` })).toBeVisible()
  await page.getByRole('button', { name: `Disable ${number}` }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByRole('button', { name: `Enable ${number}` })).toBeVisible()
  await expect(page.getByText('0 active, 1 disabled')).toBeVisible()
  await page.goto(`${product.origin}/account/activate`)
  await expectAccessible(page, 'activate accounts')
  await page.getByRole('button', { name: `Enable ${number}` }).click()
  await expect(page.getByText('Nothing to activate')).toBeVisible()
})

test.describe('on a product of its own', () => {
  test.use({ ownProduct: {} })

  test('two days before the end a chip asks, lapsed access says what is old, and Enter or a double-click on the date renews', async ({
    page,
    product,
  }) => {
    await accounts.link('hanna')
    const number = (await accounts.numbers())[0]!
    const expiry = page.getByRole('button', { name: /^Access to \d+ ends/ })
    await signInAt(page, product, people.administrator, '2026-03-09T15:00:00Z')
    await page.goto(`${product.origin}/account`)
    await expect(page.getByRole('button', { name: '2 days · Renew' })).toBeVisible()
    await expectAccessible(page, 'access ends soon')
    const early = await accounts.popupOf(() => expiry.press('Enter'))
    await early.signIn('hanna')
    await early.deny()
    await expect(accounts.toast('You denied the access')).toBeVisible()
    await expect(accounts.rows.first()).toContainText('2026-03-11 11:00')

    await signInAt(page, product, people.administrator, '2026-03-11T15:00:30Z')
    await page.goto(`${product.origin}/account`)
    await expect(page.getByRole('button', { name: 'Lapsed · Renew' })).toBeVisible()
    await expect(accounts.health(number)).toContainText('The access has lapsed since 11:00:30 ET · values as of')
    await expectAccessible(page, 'lapsed access')
    const popup = await accounts.popupOf(() => expiry.dblclick())
    await expect(page.getByRole('dialog', { name: `Renew access ${number}` })).toBeVisible()
    await popup.signIn('hanna')
    await popup.allow()
    await expect(accounts.rows.first()).toContainText('2026-03-18 11:00')
    await expect(page.getByText('Lapsed · Renew')).toHaveCount(0)
    await page.getByRole('button', { name: `Read now: ${number}` }).click()
    await expect(accounts.health(number)).toContainText('Values as of 11:00:30 ET · access for 7 days')
  })

  test('an account with working orders asks what becomes of them before it is disabled', async ({
    page,
    person,
    product,
  }) => {
    await linkDemonstrationLogin(person)
    // The account and its orders are read.
    await product.moveClock('2026-03-04T15:01:00Z')
    await page.reload()
    await accounts.rows.first().waitFor()
    const number = (await accounts.numbers())[0]!
    const disable = async () => {
      await page.getByRole('button', { name: `Disable ${number}` }).click()
      await page.getByRole('button', { name: 'Disable', exact: true }).click()
    }
    const question = page.getByText(/Do you want to cancel its \d+ open orders first\?/)
    const enable = page.getByRole('button', { name: `Enable ${number}` })
    await disable()
    await expect(question).toBeVisible()
    await expectAccessible(page, 'open orders question')
    await page.getByRole('button', { name: 'Leave them' }).click()
    await enable.click()
    await disable()
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Cancel them' }).click()
    await enable.click()
    await disable()
    await expect(enable).toBeVisible()
    await expect(question).toHaveCount(0)
  })
})

test('what the server cannot save goes back to what it was, and says so once', async ({ page, person }) => {
  await linked(page, person)
  const number = (await accounts.numbers())[0]!
  const disable = page.getByRole('button', { name: `Disable ${number}` })
  const flag = page.getByRole('switch', { name: `Default account ${number}` })
  await page.route(/account\/(enable-disable-account|toggle-default)$/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"code":503,"error":"Try again in a minute."}',
    }),
  )
  const refused = page.getByRole('alert').filter({ hasText: /^This was not carried out: .* Nothing was changed\./ })
  await disable.click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(refused).toHaveCount(1)
  await expect(disable).toBeVisible()
  await expect(page.getByText('1 active, 0 disabled')).toBeVisible()
  await page.reload()
  await flag.click()
  await expect(refused).toHaveCount(1)
  await expect(flag).toBeChecked()
})

test('who may link but not edit sees the figures without their controls', async ({
  page,
  browser,
  product,
  another,
}) => {
  const member = await another('member')
  await grant(page, product, member.email, ['CA'])
  const context = await browser.newContext()
  await startBrowserClock(context)
  const own = await context.newPage()
  await signIn(own, product, member.email)
  await own.goto(`${product.origin}/account`)
  const screen = accountsScreen(own)
  await screen.link('nora')
  const row = screen.rows.first()
  await row.getByText('$100,000.00').first().dblclick()
  await expect(row.getByRole('textbox')).toHaveCount(0)
  await expect(row.getByRole('switch')).toHaveCount(0)
  await expect(row.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible()
  await expect(
    own.getByText('Double-click or press Enter on an expiry date to renew access.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(own, 'accounts without editing')
  await context.close()
})

test('what one tab changes the other shows by itself', async ({ page, context, product, person }) => {
  await linked(page, person, 2)
  const other = await context.newPage()
  await other.goto(`${product.origin}/account`)
  const [first, second] = (await accounts.numbers()) as [string, string]
  await expect(other.getByRole('switch', { name: `Default account ${first}` })).toBeChecked()
  await page.getByRole('switch', { name: `Default account ${second}` }).click()
  await expect(page.getByRole('switch', { name: `Default account ${second}` })).toBeChecked()
  await other.clock.fastForward(15_000)
  await expect(other.getByRole('switch', { name: `Default account ${second}` })).toBeChecked()
  await expect(other.getByRole('switch', { name: `Default account ${first}` })).not.toBeChecked()
})
