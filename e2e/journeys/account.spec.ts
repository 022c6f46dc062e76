// Accounts as their owner uses them: linking and renewing through the broker's popup, and what needs a browser of the
// table. The rest of the table is in `account-list.test.tsx`.
// Source: docs/rules/accounts.md, "Accounts screen"; docs/rules/brokerage.md, "Linking".
import type { Page } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { expect, test, type Person } from '../support/journey.ts'
import { linkNewLogin } from '../support/link-account.ts'
import { people, signInAt } from '../support/sign-in.ts'

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

test('on a phone the account number stays next to the editor of its initial value, with buttons for a finger', async ({
  page,
  person,
}) => {
  await linked(page, person)
  const place = page.getByRole('button', { name: /^Initial Value of/ })
  const field = page.getByRole('textbox', { name: /^Initial Value of/ })
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
    await expect(accounts.health(number)).toContainText(
      'The access has lapsed since 2026-03-11 11:00:00 ET · values as of',
    )
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
})

test('what one tab changes the other shows by itself', async ({ page, context, product, person }) => {
  await linked(page, person, 2)
  const other = await context.newPage()
  await other.goto(`${product.origin}/account`)
  const [first, second] = (await accounts.numbers()) as [string, string]
  await expect(other.getByRole('switch', { name: `Default account ${first}` })).toBeChecked()
  // The switch shows at once what is asked for; the other tab reads again what is saved.
  const saved = page.waitForResponse('**/v1/api/account/toggle-default')
  await page.getByRole('switch', { name: `Default account ${second}` }).click()
  await expect(page.getByRole('switch', { name: `Default account ${second}` })).toBeChecked()
  await saved
  await other.clock.fastForward(15_000)
  await expect(other.getByRole('switch', { name: `Default account ${second}` })).toBeChecked()
  await expect(other.getByRole('switch', { name: `Default account ${first}` })).not.toBeChecked()
})
