// Accounts on bad days: the brokerage is down, slow or returns nonsense while everything else keeps working on figures
// that carry their time; and differences from our own record are shown, explained and accepted. Source:
// docs/rules/promises.md, "The broker may misbehave"; docs/rules/brokerage.md, "Reconciliation".
import type { Page } from '@playwright/test'
import { accountsScreen, type AccountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startBrokerageWire, type BrokerageWire } from '../support/brokerage-wire.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { linkNewLogin } from '../support/link-account.ts'
import type { Product } from '../support/product.ts'
import { enterSessionAt } from '../support/sign-in.ts'

// Each journey walks through half of the product.
test.describe.configure({ timeout: 240_000 })

let wire: BrokerageWire

test.beforeAll(async () => {
  wire = await startBrokerageWire()
})
// The journeys build on each other: each starts at the clock where the one before it ended.
shareProduct(() => ({ environment: wire.environment }))
test.afterAll(() => wire.stop())

test.use({ role: 'manager' })

let accounts: AccountsScreen
let number: string
/** That many minutes after the start of a journey: as an instant, and as New York's time of day. */
let after: (minutes: number) => string
const timeOfDay = (iso: string) => new Date(iso).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })

/** An account that was linked in one minute and read in the next. */
test.beforeEach(async ({ page, product, person }) => {
  const startMs = Date.parse(product.now)
  after = (minutes) => new Date(startMs + minutes * 60_000).toISOString()
  await linkNewLogin(person, person.brokerageLogin)
  number = (await person.client.account.viewMyAccount({ params: { userId: person.id } }))[0]!.number
  await product.moveClock(after(1))
  await page.clock.setSystemTime(after(1))
  await page.goto(`${product.origin}/account`)
  accounts = accountsScreen(page)
  await expect(accounts.rows).toHaveCount(1)
})

test.afterEach(() => {
  wire.meet(undefined)
  wire.retell(undefined)
})

async function moveTo(page: Page, product: Product, iso: string): Promise<void> {
  await product.moveClock(iso)
  await page.clock.setSystemTime(iso)
  await page.reload()
}

for (const { fault, words, toast } of [
  { fault: 'broken', words: 'The brokerage does not answer', toast: 'The brokerage does not answer right now.' },
  {
    fault: 'nonsense',
    words: 'The brokerage gives answers that cannot be read',
    toast: 'The brokerage gave an answer that could not be read.',
  },
] as const) {
  test(`while the brokerage is ${fault} every other screen works, and its figures carry their time`, async ({
    page,
    product,
  }) => {
    wire.meet(fault)
    const [readAt, failedAt] = [timeOfDay(after(1)), timeOfDay(after(2))]
    await moveTo(page, product, after(2))
    const health = accounts.health(number)
    await expect(health).toContainText(`${words} since ${failedAt} ET · values as of ${readAt}`)
    await expect(accounts.rows.first()).toContainText('$100,000.00')
    await expectAccessible(page, `accounts while the brokerage is ${fault}`)
    const read = page.getByRole('button', { name: `Read now: ${number}` })
    await read.click()
    await expect(accounts.toast(toast)).toHaveCount(1)
    await expect(health).toContainText(`values as of ${readAt}`)

    const stale = `${words} since ${failedAt} ET. The figures of ${number} are as of ${readAt} ET.`
    await page.goto(`${product.origin}/wallet`)
    await expect(page.getByText(stale)).toBeVisible()
    await expect(page.getByLabel('Chosen accounts together')).toContainText('$100,000.00')
    await page.goto(`${product.origin}/dashboard`)
    await expect(page.getByText(stale)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Top Winners' }).locator('tbody tr').first()).toBeVisible()
    await page.goto(`${product.origin}/transaction`)
    await expect(page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')).toHaveCount(1)
    await page.goto(`${product.origin}/member`)
    await page.getByRole('button', { name: 'Add member' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Create Member' })).toBeVisible()

    wire.meet(undefined)
    await page.goto(`${product.origin}/account`)
    await expect(async () => {
      await read.click()
      await expect(health).toContainText(`Values as of ${failedAt} ET · access for 7 days`, { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
  })
}

test('while the brokerage keeps a reading waiting, nobody else waits', async ({ page }) => {
  wire.meet('silence')
  await page.getByRole('button', { name: `Read now: ${number}` }).click()
  // After ten seconds the reading is abandoned, which is announced wherever its owner is by then.
  const givenUp = expect(accounts.toast('The brokerage does not answer right now.')).toBeVisible()
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await expect(page.getByLabel('Chosen accounts together')).toContainText('$100,000.00')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await givenUp
})

test('what differs from our record is an alert and a line that explains it, until the owner accepts the figure', async ({
  page,
  product,
  person,
}) => {
  wire.retell(({ securitiesAccount: { currentBalances } }) => {
    for (const field of ['cashBalance', 'liquidationValue', 'equity']) currentBalances[field]! += 512.34
  })
  await enterSessionAt(page, product, person.email, '2026-03-04T23:01:00Z')
  await page.goto(`${product.origin}/profile`)
  const alert = page.getByRole('region', { name: 'Alert' })
  await expect(alert).toContainText(`Account •••• ${number.slice(-4)} (paper) and our record of it differ`)
  await expect(alert).toContainText('Cash: $100,000.00 in our record, $100,512.34 at the brokerage, since 2026-03-04.')
  await alert.getByRole('link', { name: 'Open' }).click()
  const line = page.getByRole('list', { name: `Differences of ${number}` })
  await expect(line).toContainText('Cash: $100,000.00 in our record, $100,512.34 at the brokerage, since 2026-03-04')
  await expect(accounts.health(number)).toContainText('one figure differs from our record · values as of 18:01:00')
  await expectAccessible(page, 'difference')
  await line.getByRole('button', { name: `Accept the figure of the brokerage for Cash of ${number}` }).click()
  await expect(page.getByText('Take the figure of the brokerage for Cash?')).toBeVisible()
  await expectAccessible(page, 'accept question')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(line).toHaveCount(0)
  await page.clock.fastForward(15_000)
  await expect(alert).toHaveCount(0)
  await enterSessionAt(page, product, person.email, '2026-03-05T23:01:00Z')
  await page.goto(`${product.origin}/account`)
  await expect(accounts.health(number)).toContainText('Values as of 18:01:00')
  await expect(line).toHaveCount(0)
})
