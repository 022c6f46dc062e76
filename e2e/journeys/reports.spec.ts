// Static reports over the demonstration: found, filtered, sorted, paged. Source: docs/rules/trading.md, "Static
// reports".
import { reportScreen } from '../screens/report-screen.ts'
import { expect, test } from '../support/journey.ts'

test.use({ ground: 'club', role: 'manager' })

test('the list is searched, a report is chosen by keyboard, and going back clears it', async ({
  page,
  product,
  person,
}) => {
  await page.goto(`${product.origin}/static-report`)
  const ofAccounts = (await person.client.report.getStaticReport()).filter(({ category }) => category === 'Account')
  await expect(page.getByRole('region', { name: 'Account reports' }).getByRole('button')).toHaveText(
    ofAccounts.map(({ name }) => new RegExp(`^${name}`)),
  )
  const search = page.getByRole('textbox', { name: 'Search reports' })
  await search.fill('nothing of this kind')
  await expect(page.getByText('No report found')).toBeVisible()
  await search.fill('UNIT values')
  const found = page.getByRole('button', { name: /^Fund unit values/ })
  await expect(found).toBeVisible()
  await expect(page.getByText(/^1 of \d+ reports/)).toBeVisible()
  await found.focus()
  await page.keyboard.press('Enter')
  const report = reportScreen(page, product)
  await expect(report.rows('Fund unit values').first()).toContainText(/20\d\d-/)
  await page.goto(`${page.url()}&sort=unitValue&start=50`)
  await expect(page.getByText(/^51–/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  expect(new URL(page.url()).search).toBe('')
  await found
    .or(page.getByRole('button', { name: /^Fund unit values/ }))
    .first()
    .click()
  await expect(page.getByText(/^1–50 of/)).toBeVisible()
})

test('filters of every kind count with Show, and the address brings the report back as it was', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await report.open('market-movers', 'Market movers')
  await expect(page.getByRole('radio', { name: 'Winners' })).toBeChecked()
  const changed = page.getByText('The filters changed. Show to update.')
  await expect(changed).toBeHidden()
  await page.getByRole('radio', { name: 'Losers' }).check({ force: true })
  await expect(changed).toBeVisible()
  await page.getByRole('radio', { name: 'Week' }).check({ force: true })
  const price = page.getByRole('textbox', { name: 'Lowest price' })
  await price.fill('')
  // Only numbers from zero: letters and signs are blocked, and an invalid rest triggers no request.
  await price.pressSequentially('-x2y0')
  await expect(price).toHaveValue('20')
  await expect(price).toHaveAccessibleDescription(/"-x2y0" is not a plain number/)
  await price.fill('')
  await price.fill('20')
  const before = await report.column('Market movers', 'Code')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/side%3DLOSERS/)
  await expect(changed).toBeHidden()
  await expect(page.getByText(/^Prices of the market day 20\d\d-/)).toBeVisible()
  await expect.poll(() => report.column('Market movers', 'Code')).not.toEqual(before)
  const changes = await report.column('Market movers', 'Change %')
  expect(changes.length).toBeGreaterThan(2)
  for (const change of changes) expect(change).toMatch(/^-/)
  for (const last of await report.column('Market movers', 'Last'))
    expect(Number(last.replace(/[$,]/g, ''))).toBeGreaterThanOrEqual(20)
  // Big numbers are shortened, with the full figure on hover.
  await expect(
    report.rows('Market movers').first().locator('td span[title]').filter({ hasText: /[KM]$/ }),
  ).toHaveAttribute('title', /\d,\d{3}/)
  const shown = await report.column('Market movers', 'Code')
  await page.reload()
  await expect.poll(() => report.column('Market movers', 'Code')).toEqual(shown)
  await expect(page.getByRole('radio', { name: 'Losers' })).toBeChecked()
})

test('a period is chosen in words or by days', async ({ page, product }) => {
  const report = reportScreen(page, product)
  await report.open('transactions', 'Transactions')
  await report.choose('Period', 'Last month')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/period%3DLAST_MONTH/)
  const days = async () => (await report.column('Transactions', 'Trade Date')).map((time) => time.slice(0, 7))
  await expect.poll(async () => [...new Set(await days())]).toEqual(['2026-02'])
})

test('the first click on a column sorts up, the next one down, another column begins again, and some do not sort', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await report.open('market-movers', 'Market movers')
  const codes = () => report.column('Market movers', 'Code')
  const sortOf = (column: string) => report.header('Market movers', column)
  const click = (column: string) => sortOf(column).getByRole('button').click()
  await click('Code')
  await expect(sortOf('Code')).toHaveAttribute('aria-sort', 'ascending')
  const up = await expect.poll(codes).toEqual(expect.any(Array)).then(codes)
  expect(up).toEqual(up.toSorted())
  await click('Code')
  await expect(sortOf('Code')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(codes).toEqual(up.toReversed())
  await click('Last')
  await expect(sortOf('Last')).toHaveAttribute('aria-sort', 'ascending')
  await expect(sortOf('Code')).not.toHaveAttribute('aria-sort', /ending/)
  const numbers = async () =>
    (await report.column('Market movers', 'Last')).map((text) => Number(text.replace(/[$,]/g, '')))
  await expect
    .poll(async () => {
      const shown = await numbers()
      return shown.join() === shown.toSorted((a, b) => a - b).join()
    })
    .toBe(true)
  await expect(sortOf('Day').getByRole('button')).toHaveCount(0)
  await expect(page).toHaveURL(/sort=close/)
})

test('pages of 50 follow each other without a gap, and sorting begins again at the first', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await report.open('fund-unit-values', 'Fund unit values')
  const days = () => report.column('Fund unit values', 'Close')
  const first = await days()
  expect(first).toHaveLength(50)
  const pages = page.getByRole('navigation', { name: 'Pages of Fund unit values' })
  await pages.getByRole('button', { name: /next/i }).click()
  await expect(page).toHaveURL(/start=50/)
  await expect.poll(async () => (await days())[0]! < first.at(-1)!).toBe(true)
  const second = await days()
  expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
  await report.header('Fund unit values', 'Close').getByRole('button').click()
  await expect(page).not.toHaveURL(/start=/)
  await expect.poll(async () => (await days())[0]! < second.at(-1)!).toBe(true)
})
