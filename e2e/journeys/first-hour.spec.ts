// The product's main job from end to end: see real prices, link an account, add members, record what they pay in, and
// see each one's exact share. Runs on the real price file, and on the simulated market where the file is missing.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { fundScreen } from '../screens/fund-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import type { Product } from '../support/product.ts'
import { enterSessionAt, people, signInByForm } from '../support/sign-in.ts'

const marketData =
  process.env['CLUBFOLIO_MARKET_DATA'] ?? fileURLToPath(new URL('../../../shared/market-data', import.meta.url))
const priceFile = `${marketData}/prices-daily/sp500-daily-2016-2021.csv.gz`
const hasPriceFile = existsSync(priceFile)

test.use({ ownProduct: {} })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
}

/** Links a new paper login with one account through the popup. */
async function linkAccount(page: Page, product: Product, name: string): Promise<void> {
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  const popup = await accounts.startLinking()
  await popup.register(name)
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await expect(accounts.rows).toHaveCount(1)
  await expect(accounts.rows.first()).toContainText('$100,000.00')
}

/** The next of the first steps, as the dashboard names it: the count of those that are done, and its button. */
async function expectNextStep(page: Page, product: Product, count: string, action: string): Promise<void> {
  await page.goto(`${product.origin}/dashboard`)
  const folded = page.getByRole('button', { name: `First steps · ${count}` })
  await expect(folded).toBeVisible()
  await folded.click()
  await expect(page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: action })).toBeVisible()
}

async function addMembers(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/member`)
  await expect(page.getByText('No members yet')).toBeVisible()
  await expectAccessible(page, 'no members')
  const fund = fundScreen(page)
  await fund.addMember({ firstName: 'Ann', lastName: 'Keller', phone: '2125550141' })
  await fund.addMember({ firstName: 'Ben', lastName: 'Okafor', phone: '2125550142' })
  await expect(page.getByRole('table', { name: 'Members' }).locator('tbody tr')).toHaveCount(2)
}

const ann = { search: 'kell', shown: 'Keller, Ann' }
const ben = { search: 'oka', shown: 'Okafor, Ben' }

test("on real prices: from the import to a member's share of a fund", async ({ page, product }) => {
  test.skip(!hasPriceFile, `the real price file is missing: ${priceFile} (set CLUBFOLIO_MARKET_DATA)`)
  test.setTimeout(300_000)

  await signInByForm(page, product, people.administrator)
  await page.goto(`${product.origin}/market`)
  await page.locator('input[type="file"]').setInputFiles(priceFile)
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await expect(page.getByText(/625,553/).first()).toBeVisible({ timeout: 180_000 })
  await expect(page.getByText(/Imported prices|imported/i).first()).toBeVisible()
  await signOut(page)

  await signInByForm(page, product, people.manager)
  await expect(page).toHaveURL(`${product.origin}/dashboard`)
  await expect(page.getByText(/as of 2021-04-21/)).toBeVisible()
  const winners = page.getByRole('table', { name: 'Top Winners' })
  await expect(winners.locator('tbody tr')).toHaveCount(10)

  await page.getByRole('combobox', { name: 'Search company' }).fill('aap')
  await page.getByRole('option', { name: /AAPL/ }).click()
  await expect(page).toHaveURL(/\/chart\/AAPL\/_D$/)
  await expect(page.locator('canvas').first()).toBeVisible()

  await linkAccount(page, product, 'maria')
  await addMembers(page, product)

  await page.goto(`${product.origin}/account-mapping`)
  await expectDefaultAccount(page)
  const fund = fundScreen(page)
  await fund.record({ member: ann, amount: '25000', description: 'Founding member' })
  await expect(page.getByText('Contribution recorded.')).toBeVisible()
  await expect(fund.participations.locator('tbody tr')).toHaveCount(2)
  expect(await fund.rows()).toEqual([
    ['Ann Keller', '$25,000.00', '25.00%', '$0.00', '$25,000.00'],
    ['Unallocated', '$75,000.00', '75.00%', '$0.00', '$75,000.00'],
  ])
  await expect(page.getByText('$100,000.00').first()).toBeVisible()
})

test('on the simulated market: two members, a refusal in words, and shares that add up', async ({ page, product }) => {
  test.setTimeout(240_000)
  await signInByForm(page, product, people.manager)
  await expect(page).toHaveURL(`${product.origin}/dashboard`)
  await expect(page.getByText('Simulated market').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Top Losers' }).locator('tbody tr').first()).toBeVisible()
  const guide = page.getByRole('region', { name: 'First steps' })
  await expect(guide).toContainText('First steps · 0 of 5')
  await expectAccessible(page, 'the first steps')
  await guide.getByRole('link', { name: 'Link an account' }).click()
  await expect(page).toHaveURL(`${product.origin}/account`)

  await linkAccount(page, product, 'maria')
  await expectNextStep(page, product, '1 of 5', 'Open the chart')
  await addMembers(page, product)

  await page.goto(`${product.origin}/account-mapping`)
  await expectDefaultAccount(page)
  await expectAccessible(page, 'account mapping before the first entry')
  const fund = fundScreen(page)
  await fund.record({ member: ann, amount: '40000.00', description: 'Founding member' })
  await expect(page.getByText('Contribution recorded.')).toBeVisible()
  await expect(fund.dialog).toHaveCount(0)
  await expect(fund.participations.locator('tbody tr')).toHaveCount(2)

  await fund.record({
    member: ben,
    amount: '10000',
    description: 'New member, his transfer is on the way',
    isNewMoney: true,
  })
  await expect(fund.dialog).toHaveCount(0)
  await expect(fund.participations.locator('tbody tr')).toHaveCount(3)
  expect(await fund.rows()).toEqual([
    ['Ann Keller', '$40,000.00', '36.36%', '$0.00', '$40,000.00'],
    ['Ben Okafor', '$10,000.00', '9.09%', '$0.00', '$10,000.00'],
    ['Unallocated', '$60,000.00', '54.55%', '$0.00', '$60,000.00'],
  ])
  await expect(fund.participations.locator('tfoot')).toContainText('$110,000.00')
  await expect(fund.participations.locator('tfoot')).toContainText('100.00%')

  // Orders and charts are other journeys; the next step waits for its turn, whatever is done after it.
  await expectNextStep(page, product, '2 of 5', 'Open the chart')
  await page.getByRole('button', { name: 'Skip the guide' }).click()
  await expect(page.getByText('First steps')).toHaveCount(0)
  await page.goto(`${product.origin}/account-mapping`)

  await fund.participations.getByText('Ann Keller').click()
  const detail = page.getByRole('region', { name: 'Detail of Ann Keller' })
  await expect(detail.getByRole('table', { name: 'Entries of Ann Keller' }).locator('tbody tr')).toHaveCount(1)
  await detail.getByRole('switch', { name: /entry of 2026-03-04 counts/ }).click()
  // Her row stays, so that the entry can be switched on again.
  await expect(fund.participations.locator('tbody tr').filter({ hasText: 'Ann Keller' })).toContainText('0.00%')

  // The next market day: Ben can take out exactly what he has, to the cent.
  await enterSessionAt(page, product, people.manager, '2026-03-05T15:00:00Z')
  await page.goto(`${product.origin}/account-mapping`)
  await fund.record({ member: ben, amount: '10000.01', description: 'He needs it back', isRetribution: true })
  await expect(fund.dialog.getByText('At most $10,000.00 can be taken out on 2026-03-05.')).toBeVisible()
  await expectAccessible(page, 'a refused retribution')
  await fund.dialog.getByLabel('Amount').fill('4000')
  await fund.dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Retribution recorded.')).toBeVisible()
  await expect(fund.participations.locator('tfoot')).toContainText('$106,000.00')
  expect(await fund.rows()).toEqual([
    ['Ann Keller', '$0.00', '0.00%', '$0.00', '$0.00'],
    ['Ben Okafor', '$6,000.00', '5.66%', '$0.00', '$6,000.00'],
    ['Unallocated', '$100,000.00', '94.34%', '$0.00', '$100,000.00'],
  ])
})

/** The first account of a user becomes the default one, and the screen opens with it. */
async function expectDefaultAccount(page: Page): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Account', exact: true })).toHaveValue(/· Margin$/)
  await expect(page.getByRole('button', { name: 'New Participation' }).first()).toBeEnabled()
}
