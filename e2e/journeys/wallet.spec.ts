// The wallet: what accounts are worth together and individually, over time and by position, and another practice
// account. Source: docs/rules/accounts.md, "Wallet".
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { linkNewLogin } from '../support/link-account.ts'

test.use({ role: 'administrator' })

test('without accounts it leads to linking; with one it shows value, history, positions and opens a further account', async ({
  page,
  product,
  person,
}) => {
  await page.goto(`${product.origin}/wallet`)
  await expect(page.getByText('No active account')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Currencies' })).toContainText('USD')
  await expectAccessible(page, 'wallet without accounts')
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Link a login of the paper brokerage now?')).toBeVisible()
  await page.getByRole('button', { name: 'Go to linking' }).click()
  await expect(page).toHaveURL(`${product.origin}/account`)

  await linkNewLogin(person, person.brokerageLogin)
  // A reading records the first value of the day.
  const [account] = await person.client.account.viewMyAccount({ params: { userId: person.id } })
  await person.client.account.syncNow({ body: { accountId: account!.id } })

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
