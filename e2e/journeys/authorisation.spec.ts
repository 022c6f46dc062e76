// Everything that may happen between Clubfolio, the popup and the brokerage while access is given: codes that are late or used
// up, and answers for somebody else.
// Source: design of the brokerage, section 2; specification 1, sections 2 and 4.
import { expect, test } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { demonstrationLogin } from '../screens/brokerage-popup.ts'
import { startBrokerageWire, type BrokerageWire } from '../support/brokerage-wire.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, signInAt, startBrowserClock } from '../support/sign-in.ts'

test.describe.configure({ timeout: 240_000 })

let wire: BrokerageWire
let product: Product
let accounts: AccountsScreen

test.beforeEach(async ({ context, page }) => {
  wire = await startBrokerageWire()
  product = await startProduct({ environment: wire.environment })
  await startBrowserClock(context)
  await signIn(page, product, people.administrator)
  await page.goto(`${product.origin}/account`)
  accounts = accountsScreen(page)
})

test.afterEach(async () => {
  await product.stop()
  await wire.stop()
})

const tokenRequests = (grant: string) => wire.passed.filter(({ path, body }) => path.startsWith('/v1/oauth/token') && body.includes(`grant_type=${grant}`))

test('a code that comes back after more than thirty seconds is refused in plain words, and a new attempt links', async ({ page }) => {
  wire.onReturn(async (address) => {
    await product.moveClock('2026-03-04T15:00:45Z')
    return address
  })
  const popup = await accounts.startLinking()
  await popup.register('anna')
  await popup.allow()
  await expect(accounts.toast('its code was already used or is older than 30 seconds. Start again.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Close message' }).click()
  const again = await accounts.startLinking()
  await again.page.getByRole('button', { name: 'Allow' }).click()
  await expect(accounts.toast('is linked.')).toBeVisible()
})

test('a code that somebody else used first links nothing', async ({ page }) => {
  wire.useCodesFirst()
  const popup = await accounts.startLinking()
  await popup.register('berta')
  await popup.allow()
  await expect(accounts.toast('its code was already used or is older than 30 seconds. Start again.')).toBeVisible()
  await expect(page.getByText('No accounts yet')).toBeVisible()
  expect(tokenRequests('authorization_code')).toHaveLength(1)
})

test('an answer with another state is ignored by the popup and by the page that waits', async ({ page }) => {
  wire.onReturn((address) => {
    address.searchParams.set('state', 'somebody-elses-state')
    return Promise.resolve(address)
  })
  const popup = await accounts.startLinking()
  await popup.register('carla')
  await popup.allow()
  await expect(popup.page.getByText('This answer of the brokerage was not expected')).toBeVisible()
  await expect(popup.page).toHaveURL(`${product.origin}/account`)
  const dialog = page.getByRole('dialog', { name: 'Link accounts' })
  await expect(dialog).toBeVisible()
  expect(tokenRequests('authorization_code')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('a page that was too busy to look for a while finds the code once, and says nothing else', async ({ page }) => {
  const popup = await accounts.startLinking()
  await popup.register('gina')
  await page.clock.pauseAt('2026-03-04T15:05:00Z')
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  // Several looks in a row, with no drawing in between.
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expect(accounts.toast('is linked.')).toBeVisible()
  await expect(accounts.toast('another window')).toHaveCount(0)
})

test('a page of the brokerage asked for with another return address ends there and gives nothing away', async ({ page }) => {
  const popup = await accounts.startLinking()
  const address = new URL(popup.page.url())
  for (const wrong of [`${product.origin}/account/`, `${product.origin}/wallet`, 'http://127.0.0.1:9/account']) {
    address.searchParams.set('redirect_uri', wrong)
    await popup.page.goto(address.href)
    await expect(popup.page.getByText('The return address is not the one this application registered. Close this window; nothing was allowed.')).toBeVisible()
    expect(popup.page.url()).toBe(address.href)
  }
  await page.getByRole('dialog', { name: 'Link accounts' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('the short access is renewed silently while the owner’s consent lasts, and its end stays where it was', async ({ page }) => {
  await accounts.link('hilda')
  const number = (await accounts.numbers())[0]!
  await product.moveClock('2026-03-04T15:28:30Z')
  expect(tokenRequests('refresh_token')).toHaveLength(1)
  await signInAt(page, product, people.administrator, '2026-03-04T16:30:00Z')
  expect(tokenRequests('refresh_token')).toHaveLength(2)
  await page.goto(`${product.origin}/account`)
  await expect(accounts.health(number)).toContainText('Values as of 11:30:00 ET · access for 7 days')
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:00')
  expect(tokenRequests('authorization_code')).toHaveLength(1)
})

test('linking a login again keeps initial value, default and history of its accounts', async ({ page }) => {
  const popup = await accounts.startLinking()
  await popup.signIn(demonstrationLogin.name, demonstrationLogin.password)
  await popup.allow()
  await expect(accounts.rows).toHaveCount(1)
  await product.moveClock('2026-03-04T15:01:00Z')
  await page.getByRole('button', { name: /^Initial Value of/ }).dblclick()
  await page.getByRole('textbox', { name: /^Initial Value of/ }).fill('75000.05')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  const client = clientOf(product, await userOf(page))
  const picture = async () => {
    const [account, ...others] = await client.account.viewMyAccount({ params: { userId: (await userOf(page)).id } })
    const history = await client.wallet.getWalletHistoric({ params: { accountId: account!.id, fromDate: null, toDate: '2026-03-03', timing: '1D' } })
    return { id: account!.id, isDefault: account!.isDefault, others, history }
  }
  const before = await picture()
  expect(before.history.length).toBeGreaterThan(200)

  await product.moveClock('2026-03-04T15:05:00Z')
  const again = await accounts.startLinking()
  await again.page.getByRole('button', { name: 'Allow' }).click()
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:05')
  await product.moveClock('2026-03-04T15:06:00Z')
  await page.reload()
  await expect(accounts.rows).toHaveCount(1)
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:05')
  expect(await picture()).toEqual(before)
})
