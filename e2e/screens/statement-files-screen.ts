// The Statement Files screen of an account, by what a person sees on it. What a state needs is made once and found by
// everyone who opens it later.
import type { Page } from '@playwright/test'

const accountName = 'Depot at Aurora'

const history = [
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
  '"02/24/2026","Sell","SPY","SPDR S&P 500","-4","$410.00","$1.00","$1,639.00"',
  '"02/20/2026","Gift Card","SPY","SPDR S&P 500","1","$400.00","","$400.00"',
  '"02/18/2026","Buy","SPY","SPDR S&P 500","10","$400.00","$1.00","-$4,001.00"',
  '"02/17/2026","MoneyLink Transfer","","Tfr AURORA BANK","","","","$10,000.00"',
].join('\n')

const unknownTable = [
  'Booked on;Kind of booking;Ticker;Pieces;Rate each;Sum;Money',
  '2026-02-17;Paid in;;;;5000.00;USD',
  '2026-02-18;Bought;QQQ;10;400.00;-4000.00;USD',
  '2026-02-24;Sold;QQQ;4;410.00;1640.00;USD',
].join('\n')

const statements = { 'history.csv': history, 'own-table.csv': unknownTable } as const

/** Opens the screen for an account from files with practice money, which the manager's fund could move to. */
export async function openFileAccount(page: Page): Promise<void> {
  const known = page.getByRole('button', { name: accountName, exact: true })
  const create = page.getByRole('button', { name: 'New account from files' })
  const inView = page.getByText(`${accountName} · Aurora Bank · USD`)
  await create.or(inView).waitFor()
  if (await inView.isVisible()) return
  if ((await known.count()) > 0) await known.click()
  else {
    await create.click()
    const form = page.getByRole('dialog', { name: 'Account from files' })
    await form.getByRole('textbox', { name: 'Name' }).fill(accountName)
    await form.getByRole('textbox', { name: 'Broker' }).fill('Aurora Bank')
    await form.getByText('Practice money').click()
    await form.getByRole('button', { name: 'Create account' }).click()
  }
  await inView.waitFor()
}

/** Opens an uploaded statement before it is imported: its columns to be explained, or what it would change. */
export async function openStatement(page: Page, name: keyof typeof statements): Promise<void> {
  await openFileAccount(page)
  await page.getByRole('table', { name: 'Statements' }).or(page.getByText('No statements yet')).first().waitFor()
  const uploaded = page.getByRole('button', { name, exact: true })
  if ((await uploaded.count()) > 0) await uploaded.first().click()
  else
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(statements[name]) })
  await page.getByRole('heading', { name }).waitFor()
  await page
    .getByRole('button', { name: /^(Import \d|Save|Read)/ })
    .first()
    .waitFor()
}
