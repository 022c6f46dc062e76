// Everything that may happen between Clubfolio, the popup and the brokerage while access is given: codes that are late or used
// up, and answers for somebody else.
// Source: design of the brokerage, section 2; specification 1, sections 2 and 4.
import { expect, test } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { startBrokerageWire, type BrokerageWire } from '../support/brokerage-wire.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

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
