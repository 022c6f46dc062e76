// Everything that can happen between Clubfolio, the popup and the brokerage while access is granted: codes that are
// late or used up, and responses for somebody else. Source: docs/rules/brokerage.md, "Linking".
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { demonstrationLogin } from '../screens/brokerage-popup.ts'
import { startBrokerageWire, type BrokerageWire } from '../support/brokerage-wire.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { linkDemonstrationLogin, linkNewLogin } from '../support/link-account.ts'
import type { Product } from '../support/product.ts'
import { enterSessionAt } from '../support/sign-in.ts'

test.describe.configure({ timeout: 240_000 })

let wire: BrokerageWire

test.beforeAll(async () => {
  wire = await startBrokerageWire()
})
// The journeys build on each other: each starts at the clock where the one before it ended.
shareProduct(() => ({ environment: wire.environment }))
test.afterAll(() => wire.stop())

test.use({ role: 'administrator' })

let accounts: AccountsScreen
/** How many requests had passed when the journey started. */
let passedBefore: number

test.beforeEach(async ({ page, product }) => {
  passedBefore = wire.passed.length
  await page.goto(`${product.origin}/account`)
  accounts = accountsScreen(page)
})

const tokenRequests = (grant: string) =>
  wire.passed
    .slice(passedBefore)
    .filter(({ path, body }) => path.startsWith('/v1/oauth/token') && body.includes(`grant_type=${grant}`))

const secondsLater = (product: Product, seconds: number) =>
  new Date(Date.parse(product.now) + seconds * 1_000).toISOString()

// First, because the accounts of the other journeys would be renewed with this one.
test('the short access is renewed silently while the owner’s consent lasts, and its end stays where it was', async ({
  page,
  product,
  person,
}) => {
  await linkNewLogin(person, person.brokerageLogin)
  const number = (await person.client.account.viewMyAccount({ params: { userId: person.id } }))[0]!.number
  await product.moveClock('2026-03-04T15:28:30Z')
  expect(tokenRequests('refresh_token')).toHaveLength(1)
  await enterSessionAt(page, product, person.email, '2026-03-04T16:30:00Z')
  expect(tokenRequests('refresh_token')).toHaveLength(2)
  await page.goto(`${product.origin}/account`)
  await expect(accounts.health(number)).toContainText('Values as of 11:30:00 ET · access for 7 days')
  await expect(accounts.rows.first()).toContainText('2026-03-11 11:00')
  expect(tokenRequests('authorization_code')).toHaveLength(1)
})
test('a code that comes back after more than thirty seconds is refused in plain words, and a new attempt links', async ({
  page,
  product,
  person,
}) => {
  wire.onReturn(async (address) => {
    await product.moveClock(secondsLater(product, 45))
    return address
  })
  const popup = await accounts.startLinking()
  await popup.register(person.brokerageLogin)
  await popup.allow()
  await expect(accounts.toast('its code was already used or is older than 30 seconds. Start again.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Close message' }).click()
  const again = await accounts.startLinking()
  await again.page.getByRole('button', { name: 'Allow' }).click()
  await expect(accounts.toast('is linked.')).toBeVisible()
})

test('a code that somebody else used first links nothing', async ({ page, person }) => {
  wire.useCodesFirst()
  const popup = await accounts.startLinking()
  await popup.register(person.brokerageLogin)
  await popup.allow()
  await expect(accounts.toast('its code was already used or is older than 30 seconds. Start again.')).toBeVisible()
  await expect(page.getByText('No accounts yet')).toBeVisible()
  expect(tokenRequests('authorization_code')).toHaveLength(1)
  wire.useCodesFirst(false)
})

test('an answer with another state is ignored by the popup and by the page that waits', async ({
  page,
  product,
  person,
}) => {
  wire.onReturn((address) => {
    address.searchParams.set('state', 'somebody-elses-state')
    return Promise.resolve(address)
  })
  const popup = await accounts.startLinking()
  await popup.register(person.brokerageLogin)
  await popup.allow()
  await expect(popup.page.getByText('This answer of the brokerage was not expected')).toBeVisible()
  await expect(popup.page).toHaveURL(`${product.origin}/account`)
  const dialog = page.getByRole('dialog', { name: 'Link accounts' })
  await expect(dialog).toBeVisible()
  expect(tokenRequests('authorization_code')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('a page that was too busy to look for a while finds the code once, and says nothing else', async ({
  page,
  product,
  person,
}) => {
  const popup = await accounts.startLinking()
  await popup.register(person.brokerageLogin)
  await page.clock.pauseAt(secondsLater(product, 300))
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  // Several polls in a row, without drawing in between.
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expect(accounts.toast('is linked.')).toBeVisible()
  await expect(accounts.toast('another window')).toHaveCount(0)
})

test('a page of the brokerage asked for with another return address ends there and gives nothing away', async ({
  page,
  product,
}) => {
  const popup = await accounts.startLinking()
  const address = new URL(popup.page.url())
  for (const wrong of [`${product.origin}/account/`, `${product.origin}/wallet`, 'http://127.0.0.1:9/account']) {
    address.searchParams.set('redirect_uri', wrong)
    await popup.page.goto(address.href)
    await expect(
      popup.page.getByText(
        'The return address is not the one this application registered. Close this window; nothing was allowed.',
      ),
    ).toBeVisible()
    expect(popup.page.url()).toBe(address.href)
  }
  await page.getByRole('dialog', { name: 'Link accounts' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('linking a login again keeps initial value, default and history of its accounts', async ({
  page,
  product,
  person,
}) => {
  await linkDemonstrationLogin(person)
  await product.moveClock(secondsLater(product, 60))
  await page.reload()
  await expect(accounts.rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Initial Value of/ }).dblclick()
  await page.getByRole('textbox', { name: /^Initial Value of/ }).fill('75000.05')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  const { client, id: userId } = person
  const picture = async () => {
    const [account, ...others] = await client.account.viewMyAccount({ params: { userId } })
    const history = await client.wallet.getWalletHistoric({
      params: { accountId: account!.id, fromDate: null, toDate: '2026-03-03', timing: '1D' },
    })
    return { id: account!.id, isDefault: account!.isDefault, others, history }
  }
  const before = await picture()
  expect(before.history.length).toBeGreaterThan(200)

  await product.moveClock(secondsLater(product, 4 * 60))
  // New York is on daylight saving time by then.
  const end = new Date(Date.parse(product.now) + 7 * 24 * 3_600_000 - 4 * 3_600_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
  const again = await accounts.startLinking()
  await again.signIn(demonstrationLogin.name, demonstrationLogin.password)
  await again.allow()
  await expect(accounts.rows.first()).toContainText(end)
  await product.moveClock(secondsLater(product, 60))
  await page.reload()
  await expect(accounts.rows).toHaveCount(1)
  await expect(accounts.rows.first()).toContainText('$75,000.05')
  await expect(accounts.rows.first()).toContainText(end)
  expect(await picture()).toEqual(before)
})
