// What somebody finds who starts the product for the first time and signs in: a manager with an account of a year of trades and a
// club of five, a member with his share, an administrator without either. Source: design "Running"; issue of the paper brokerage.
import { expect, test } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ isFirstStart: true, environment: { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60' } })
})
test.afterAll(async () => {
  await product.stop()
})
test.beforeEach(async ({ context }) => {
  await startBrowserClock(context)
})

test('the manager has an account with positions and a club whose members joined over the year', async ({ page }) => {
  await signIn(page, product, people.manager)
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  await expect(accounts.rows).toHaveCount(1)
  await expect(accounts.rows.first()).toContainText('Margin')
  await expectAccessible(page, 'the demonstration’s account')

  await page.goto(`${product.origin}/member`)
  await expect(page.getByRole('table', { name: 'Members' }).locator('tbody tr')).toHaveCount(5)

  await page.goto(`${product.origin}/account-mapping`)
  const rows = page.getByRole('table', { name: 'Participations' }).locator('tbody tr')
  await expect(rows).toHaveCount(6)
  for (const name of ['Ruth Adler', 'Tom Berger', 'Ida Kern', 'Nora Lind', 'Peter Vogel', 'Unallocated']) await expect(rows.filter({ hasText: name })).toHaveCount(1)
  await expectAccessible(page, 'the demonstration’s club')
})

test('the member finds his own share and no one else’s', async ({ page }) => {
  await signIn(page, product, people.member)
  await page.goto(`${product.origin}/account-mapping`)
  await expect(page.getByText('My participations')).toBeVisible()
  await expect(page.getByText('$44,000.00').first()).toBeVisible()
  await expect(page.getByText('Vogel')).toHaveCount(0)
})
