// An account at a broker that nothing connects: from the form to positions on the screens, and back by undo. The
// statement is written here, in the brokerage's own form. Source: docs/rules/accounts.md, "Accounts from files".
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'

test.use({ role: 'manager' })

const statement = [
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
  '"02/24/2026","Sell","SPY","SPDR S&P 500","-4","$410.00","$1.00","$1,639.00"',
  '"02/20/2026","Gift Card","SPY","SPDR S&P 500","1","$400.00","","$400.00"',
  '"02/18/2026","Buy","SPY","SPDR S&P 500","10","$400.00","$1.00","-$4,001.00"',
  '"02/17/2026","MoneyLink Transfer","","Tfr AURORA BANK","","","","$10,000.00"',
].join('\n')

test('a club at a broker without a connection runs its account from statement files', async ({ page, product }) => {
  await page.goto(`${product.origin}/account`)
  await page
    .getByRole('button', { name: /from files$/i })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Account from files' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Depot at Aurora')
  await form.getByRole('textbox', { name: 'Broker' }).fill('Aurora Bank')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Statement Files' })).toBeVisible()
  await expect(page.getByText('Depot at Aurora · Aurora Bank · USD')).toBeVisible()
  await expect(page.getByText('No statements yet')).toBeVisible()

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) })
  await expect(page.getByRole('heading', { name: 'history.csv' })).toBeVisible()
  await expect(page.getByText('1 line is not understood and would count nothing.', { exact: false })).toBeVisible()
  const positions = page.getByRole('table', { name: 'Positions after the import' })
  await expect(positions.getByRole('row', { name: /SPY/ })).toHaveText(/0.*6$/)
  const cash = page.getByRole('table', { name: 'Cash after the import' })
  await expect(cash.getByRole('row', { name: /USD/ })).toHaveText(/\$7,638\.00$/)
  const lines = page.getByRole('table', { name: 'Lines' })
  await expect(lines.getByText('Gift Card', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'a prepared statement')
  await page.getByRole('button', { name: 'All 4' }).click()
  await page.getByRole('searchbox', { name: 'Search the lines' }).fill('aurora')
  await page.keyboard.press('Enter')
  await expect(lines.locator('tbody tr')).toHaveCount(1)
  await expect(lines.locator('tbody tr')).toContainText('$10,000.00')

  await page.getByRole('button', { name: 'Import 3 lines' }).click()
  await expect(page.getByText(/^Imported 2026-03-04/)).toBeVisible()
  await page.getByRole('link', { name: 'Positions' }).click()
  await expect(page.getByRole('row', { name: /SPY/ })).toBeVisible()
  await page.goto(`${product.origin}/transaction`)
  await expect(page.getByText('3 transactions')).toBeVisible()

  await page.goto(`${product.origin}/account`)
  await page.getByRole('link', { name: 'Statements of Depot at Aurora' }).first().click()
  await page.getByRole('button', { name: 'Undo: history.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByRole('row', { name: /SPY/ })).toHaveCount(0)
})
