// Accounts as their owner lives with them: linking and renewing through the broker's popup, and everything the table offers.
// Source: specification 1, sections 2 and 4; design of the brokerage, section 2.
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product
let accounts: AccountsScreen

test.beforeEach(async ({ context, page }) => {
  product = await startProduct()
  await startBrowserClock(context)
  await signIn(page, product, people.administrator)
  await page.goto(`${product.origin}/account`)
  accounts = accountsScreen(page)
})

test.afterEach(async () => {
  await product.stop()
})

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

/** Links a new login of the brokerage with this many accounts. */
async function link(name: string, accountCount = 1): Promise<void> {
  const popup = await accounts.startLinking()
  await popup.register(name)
  for (let more = 1; more < accountCount; more++) await popup.openAnotherAccount()
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await expect(accounts.toast(/linked\.$/)).toBeVisible()
  await expect(accounts.rows).toHaveCount(accountCount)
}

test('an empty screen says what it is for, and the popup links all accounts of a login', async ({ page }) => {
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
  expect(heads.map((text) => text.trim())).toEqual(['Number', 'Type', 'Initial Value', 'Float Value', 'Real Value', 'Buying Power', 'Default', 'Access Exp.', 'Actions'])
  await expect(accounts.table.locator('tfoot')).toContainText('$200,000.00')
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:00')
  await expect(page.getByText('2 active, 0 disabled')).toBeVisible()
  await expectAccessible(page, 'accounts')
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

test('a callback that nobody waits for is ignored, says so, and its code leaves the address at once', async ({ page }) => {
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
  const third = await accounts.popupOf(() => dialog.getByRole('link', { name: 'Open the page of the brokerage' }).click())
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

test('linking in a second tab takes over, and the first tab says so', async ({ page, context }: { page: Page; context: BrowserContext }) => {
  await accounts.startLinking()
  const otherPage = await context.newPage()
  await otherPage.goto(`${product.origin}/account`)
  const other = accountsScreen(otherPage)
  const popup = await other.startLinking()
  await expect(accounts.toast('Linking goes on in another window or tab')).toBeVisible()
  await popup.register('dora')
  await popup.allow()
  await expect(other.toast('is linked.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the initial value is edited by double-click, Enter and F2; nothing empty is accepted; Cancel brings it back', async ({ page }) => {
  await link('erna')
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
})

test('the default moves from one account to the other', async ({ page }) => {
  await link('frida', 2)
  const [first, second] = await accounts.numbers()
  const flag = (number: string) => page.getByRole('switch', { name: `Default account ${number}` })
  await expect(flag(first!)).toBeChecked()
  await flag(second!).click()
  await expect(flag(second!)).toBeChecked()
  await expect(flag(first!)).not.toBeChecked()
})

test('disabling asks first; declined it stays, accepted it turns dim and offers Enable', async ({ page }) => {
  await link('gerda')
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

test('two days before the end a chip asks, Enter on the date renews, and lapsed access says what is old', async ({ page }) => {
  await link('hanna')
  await product.moveClock('2026-03-09T15:00:00Z')
  await page.clock.setSystemTime('2026-03-09T15:00:00Z')
  await signIn(page, product, people.administrator)
  await page.goto(`${product.origin}/account`)
  await expect(page.getByRole('button', { name: '2 days · Renew' })).toBeVisible()
  await expectAccessible(page, 'access ends soon')

  await product.moveClock('2026-03-11T15:00:30Z')
  await page.clock.setSystemTime('2026-03-11T15:00:30Z')
  await signIn(page, product, people.administrator)
  await page.goto(`${product.origin}/account`)
  await expect(page.getByRole('button', { name: 'Lapsed · Renew' })).toBeVisible()
  await expect(page.getByText(/The access has lapsed since/)).toBeVisible()
  const popup = await accounts.popupOf(() => page.getByRole('button', { name: /^Access to \d+ ends/ }).press('Enter'))
  await popup.signIn('hanna')
  await popup.allow()
  await expect(accounts.toast('is renewed.')).toBeVisible()
  await expect(accounts.rows.first()).toContainText('2026-03-18 11:00')
  await expect(page.getByText('Lapsed · Renew')).toHaveCount(0)
})
