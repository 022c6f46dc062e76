// Transactions: sizes and pages, list and timeline, long descriptions, CSV and paper; no account, slow and failing
// responses. Source: docs/rules/trading.md, "Transactions".
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { mendAndRetry } from '../support/failing-call.ts'
import { expect, test } from '../support/journey.ts'
import { enterSession } from '../support/sign-in.ts'

test.use({ ground: 'club', role: 'manager' })

test('a year of transactions is read in pages, along time, as a file and on paper', async ({
  page,
  product,
  person,
  another,
}) => {
  await enterSession(page, product, (await another('manager')).user)
  await page.goto(`${product.origin}/transaction`)
  await expect(page.getByText('No account', { exact: true })).toBeVisible()
  await expectAccessible(page, 'transactions without an account')

  await page.evaluate(() => localStorage.clear())
  await enterSession(page, product, person.user)
  await page.goto(`${product.origin}/transaction`)
  const table = page.getByRole('table', { name: 'Transactions' })
  const rows = table.locator('tbody tr')
  const pager = page.getByRole('navigation', { name: 'Pages of Transactions' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Transaction ID',
    'Type',
    'Net Amount',
    'Description',
    'Order ID',
    'Transaction Date',
    'Account',
  ])
  await expect(rows).toHaveCount(30)
  const total = Number(/of (\d+)/.exec(await pager.getByRole('status').innerText())![1])
  expect(total).toBeGreaterThan(50)

  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager.getByRole('status')).toHaveText(`31–${Math.min(60, total)} of ${total}`)
  await pager.getByRole('button', { name: '10', exact: true }).click()
  await expect(rows).toHaveCount(10)
  await expect(page).toHaveURL(/size=10/)
  await pager.getByRole('button', { name: 'All' }).click()
  await expect(rows).toHaveCount(total)
  await expect(pager.getByRole('status')).toHaveText(`1–${total} of ${total}`)

  // Sorted by amount, the whole list starts with the smallest.
  await table.getByRole('button', { name: 'Net Amount' }).click()
  await expect(cell(rows.first(), 'Net Amount')).toHaveText(/^-\$/)
  await expect(cell(rows.last(), 'Net Amount')).toHaveText(/^\+\$/)

  // A long description is cut at 28 characters and shown in full on hover and focus.
  const cut = table.locator('td').getByRole('button').first()
  expect((await cut.innerText()).length).toBeLessThanOrEqual(29)
  await page.keyboard.press('Tab')
  await cut.focus()
  const whole = page.getByRole('tooltip')
  await expect(whole).toBeVisible()
  expect(await whole.innerText()).toContain((await cut.innerText()).replace('…', ''))
  await cut.blur()
  await expect(whole).toBeHidden()
  await cut.hover()
  await expect(whole).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(total + 1)
  // Every time names its zone; a booking for a whole day shows only the day.
  for (const line of lines.slice(1)) expect(line).toMatch(/,20\d\d-\d\d-\d\d( \d\d:\d\d:\d\d ET)?,/)

  await page.getByText('Timeline', { exact: true }).click()
  const timeline = page.getByRole('group', { name: 'Timeline of transactions' })
  await expect(timeline.getByText(/^20\d\d-\d\d-\d\d/).first()).toBeVisible()

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title)
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed="Transactions"]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-print-sheet]')
  await expect(sheet.locator('tbody tr')).toHaveCount(total)
  await expect(sheet).toContainText('Account ')
  await expect(page.getByRole('navigation', { name: 'Pages of Transactions' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('a slow answer leaves the page before in sight, and a failed one offers to try again', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/transaction`)
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
  await expect(rows).toHaveCount(30)
  const first = await rows.first().innerText()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/transaction/find-page', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  expect(await rows.first().innerText()).toBe(first)
  answer()
  await expect(page.getByText('The transactions could not be loaded')).toBeVisible()
  await mendAndRetry(page, '**/transaction/find-page')
  await expect(page.getByText('The transactions could not be loaded')).toBeHidden()
  await expect(rows.first()).not.toHaveText(first)
})
