// The wallet: what accounts are worth together and one by one, over time and by position, and a further practice account.
// Source: specification 1, sections 2, 4, 6 and 9.
import { expect, test } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product

test.beforeEach(async ({ context, page }) => {
  product = await startProduct()
  await startBrowserClock(context)
  await signIn(page, product, people.administrator)
})

test.afterEach(async () => {
  await product.stop()
})

test('without accounts it leads to linking; with one it shows value, history, positions and opens a further account', async ({ page }) => {
  await page.goto(`${product.origin}/wallet`)
  await expect(page.getByText('No active account')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Currencies' })).toContainText('USD')
  await expectAccessible(page, 'wallet without accounts')
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Link a login of the paper brokerage now?')).toBeVisible()
  await page.getByRole('button', { name: 'Go to linking' }).click()
  await expect(page).toHaveURL(`${product.origin}/account`)

  const accounts = accountsScreen(page)
  const popup = await accounts.startLinking()
  await popup.register('anna')
  await popup.allow()
  await expect(accounts.toast('is linked.')).toBeVisible()
  // The next turn of the reading job takes the first value of the day.
  await product.moveClock('2026-03-04T15:01:00Z')

  await page.goto(`${product.origin}/wallet`)
  const totals = page.getByLabel('Chosen accounts together')
  await expect(totals).toContainText('$100,000.00')
  await expect(page.getByRole('region', { name: 'Wallet Positions' }).getByText('Buying power').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Wallet Historic' })).toContainText('Capital')
  await page.getByText('Gain', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Wallet Historic' })).toContainText('0.00%')

  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill('Second <b>')
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText(/Account \d{8} is open and linked\./)).toBeVisible()
  await expect(totals).toContainText('$200,000.00')
  const balances = page.getByRole('table', { name: 'Balances by account' })
  await expect(balances.locator('tbody tr')).toHaveCount(2)

  await page.getByRole('button', { name: /^Accounts/ }).click()
  await page.getByRole('checkbox').nth(1).uncheck()
  await page.keyboard.press('Escape')
  await expect(balances.locator('tbody tr')).toHaveCount(1)
  await expect(totals).toContainText('$100,000.00')
})
