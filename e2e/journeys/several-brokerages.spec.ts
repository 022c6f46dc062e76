// One manager with paper and real money: accounts at two brokerages, linked in the dialog, told apart and added up
// apart, and one brokerage that goes down without the other. The second brokerage is the one of another installation,
// on the wire of the live one.
import { createServer } from 'node:net'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { startProduct, type Product } from '../support/product.ts'

test.describe.configure({ timeout: 300_000 })

let live: Product
let port: number

test.beforeAll(async () => {
  test.setTimeout(240_000)
  port = await findFreePort()
  // Its brokerage knows the installation of the journey as its client.
  live = await startProduct({
    environment: {
      BROKER_CLIENT_ID: 'journey',
      BROKER_CLIENT_SECRET: 'the secret of the journey',
      BROKER_CALLBACK_URL: `http://127.0.0.1:${port}/account`,
    },
  })
})
shareProduct(() => {
  const brokerage = `http://127.0.0.1:${live.ports[1]}`
  return {
    ports: [port, 0],
    environment: {
      BROKER_OAUTH_URL: `${brokerage}/v1/oauth`,
      BROKER_TRADER_URL: `${brokerage}/trader/v1`,
      BROKER_MARKET_DATA_URL: `${brokerage}/marketdata/v1`,
      BROKER_CLIENT_ID: 'journey',
      BROKER_CLIENT_SECRET: 'the secret of the journey',
      BROKER_CALLBACK_URL: `http://127.0.0.1:${port}/account`,
      BROKER_WITH_PAPER: 'yes',
    },
  }
})
test.afterAll(() => live.stop())

test.use({ role: 'manager', personFrom: 'new' })

test('paper and real money are linked, marked, added up apart, and one brokerage goes down alone', async ({
  page,
  product,
  person,
}) => {
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  await page.getByRole('button', { name: 'Link an account' }).first().click()
  const choices = page.getByRole('dialog', { name: 'Link an account' })
  await expect(choices.getByRole('listitem')).toHaveText([
    /^Charles Schwab\s+Real money\./,
    /^Paper brokerage Paper /,
    /^From files /,
  ])
  await expectAccessible(page, 'choice of the brokerage')
  await choices.getByRole('button', { name: 'Cancel' }).click()
  for (const brokerage of ['Paper brokerage', 'Charles Schwab']) {
    const popup = await accounts.startLinking(brokerage)
    await popup.register(`${person.brokerageLogin}-${brokerage.slice(0, 5).toLowerCase()}`)
    await Promise.all([popup.page.waitForEvent('close'), popup.allow()])
    await expect(accounts.toast('is linked.').first()).toBeVisible()
  }

  await expect(accounts.rows).toHaveCount(2)
  const linked = await person.client.account.viewMyAccount({ params: { userId: person.id } })
  const paper = linked.find(({ isPaper }) => isPaper)!
  const real = linked.find(({ isPaper }) => !isPaper)!
  await expect(accounts.row(paper.number)).toContainText('Paper')
  await expect(accounts.row(real.number)).not.toContainText('Paper')
  const totals = accounts.table.locator('tfoot')
  await expect(totals).toContainText('Total active, real money')
  await expect(totals).toContainText('$100,000.00')
  const kind = page.getByRole('radiogroup', { name: 'Added up' })
  await kind.getByText('Both').click()
  await expect(totals).toContainText('$200,000.00')

  // The choice counts on every screen that adds up accounts.
  await page.goto(`${product.origin}/wallet`)
  const balances = page.getByRole('table', { name: 'Balances by account' })
  await expect(balances.locator('tbody tr')).toHaveCount(2)
  await kind.getByText('Real money').click()
  await expect(balances.locator('tbody tr')).toHaveCount(1)
  await expect(balances.locator('tbody tr')).toContainText(real.number)

  // A ticket says whose money it is about, and each brokerage gets the order of its own account.
  await page.goto(`${product.origin}/order?account=${real.id}`)
  await page.getByRole('button', { name: 'Put order' }).first().click()
  const ticket = page.getByRole('dialog', { name: 'Put order' })
  await expect(ticket.getByText('Real money Charles Schwab')).toBeVisible()
  await page.keyboard.press('Escape')
  const order = { ticket: 'SPY', quantity: '1', directionality: 'BUY', price: '1', orderType: 'LIMIT' } as const
  for (const { number: accountNumber } of [paper, real])
    await person.client.order.putOrder({ body: { ...order, accountNumber } })

  await live.end()
  await product.moveClock('2026-03-04T15:10:00Z')
  await page.goto(`${product.origin}/account`)
  await expect(accounts.health(real.number)).toContainText('does not answer')
  await expect(accounts.health(paper.number)).toContainText('Values as of 10:10:00 ET')
  await page.goto(`${product.origin}/order?account=${real.id}`)
  await expect(page.getByRole('table', { name: 'Orders' }).locator('tbody tr')).toHaveCount(1)
  await page.goto(`${product.origin}/order?account=${paper.id}`)
  const orders = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect(orders).toHaveCount(1)
  await orders.getByRole('button', { name: /^Cancel/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await expect(page.locator('[role="status"]').filter({ hasText: 'cancelled' }).first()).toBeVisible()
})

/** The address of the installation is registered at the brokerage before it starts. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
