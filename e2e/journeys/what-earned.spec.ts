// What earned the money adds up to what every other screen says of the same days: Account Mapping and the wallet since
// the opening, the report of each month, and a member's statement.
import { expect, test } from '../support/journey.ts'
import type { Page } from '@playwright/test'
import { fundScreen } from '../screens/fund-screen.ts'
import { reportScreen } from '../screens/report-screen.ts'
import type { Product } from '../support/product.ts'
import { enterSession } from '../support/sign-in.ts'

test.use({ ground: 'club', role: 'manager' })

/** Returns profit and contribution of the row Total, as they are written. */
async function earned(page: Page, product: Product, days: string): Promise<{ profit: string; percent: string }> {
  await page.goto(`${product.origin}/performance?picture=none&${days}`)
  const cells = page.getByRole('table', { name: 'What earned the money' }).locator('tfoot td')
  await expect(cells.first()).toHaveText('Total')
  const [, profit = '', percent = ''] = await cells.allInnerTexts()
  return { profit: profit.trim(), percent: percent.trim() }
}

test('Performance, Account Mapping, the wallet, the report and the statement say the same of the same days', async ({
  page,
  product,
  home,
}) => {
  const whole = await earned(page, product, 'period=START')
  await page.goto(`${product.origin}/account-mapping`)
  const fund = fundScreen(page)
  expect(await fund.figure('Profit/Lost')).toBe(whole.profit)
  expect(await fund.figure('TWR since 2025-03-12')).toBe(whole.percent)

  await page.goto(`${product.origin}/wallet`)
  const history = page.getByRole('region', { name: 'Wallet Historic' })
  await page.getByText('Gain', { exact: true }).click()
  await history.locator('[data-range=All]').click()
  await history.getByRole('button', { name: 'Table' }).click()
  await expect(history.getByRole('row').filter({ hasText: '2026-03-03' })).toContainText(whole.percent)

  const report = reportScreen(page, product)
  const name = 'Account performance by month'
  await report.open('account-performance', name)
  const column = async (header: string) => (await report.column(name, header)).map((text) => text.trim())
  const [months, gains, percents] = [await column('Month'), await column('Gain'), await column('TWR %')]
  // A month in which a member paid in.
  const row = months.indexOf('2025-12')
  const december = await earned(page, product, 'period=OWN&from=2025-12-01&to=2025-12-31')
  expect([plain(december.profit), plain(december.percent)]).toEqual([plain(gains[row]), plain(percents[row])])

  await enterSession(page, product, (await home.demonstrationPerson('member')).user)
  const own = await earned(page, product, 'period=START')
  const february = await earned(page, product, 'period=OWN&from=2026-02-01&to=2026-02-28')
  const before = await earned(page, product, 'period=OWN&from=2025-03-12&to=2026-02-28')
  await page.goto(`${product.origin}/my-funds`)
  expect(await fund.figure('Profit/Lost')).toBe(own.profit)
  await page.getByRole('button', { name: 'Statement' }).first().click()
  const statement = page.getByRole('dialog').getByRole('region', { name: 'Statement' })
  await expect(statement.getByText('2026-02-01 to 2026-02-28').first()).toBeVisible()
  const returns = statement.getByRole('row', { name: /^Time-weighted, holder/ }).locator('td')
  await expect(returns.nth(1)).toContainText(february.percent)
  await expect(returns.nth(2)).toContainText(before.percent)
  const results = ['Realised result before expenses', 'Change in unrealised result', 'Expenses'].map(async (what) =>
    cents(
      await statement
        .getByRole('row', { name: new RegExp(`^${what}`) })
        .locator('td')
        .nth(1)
        .innerText(),
    ),
  )
  const result = (await Promise.all(results)).reduce((sum, one) => sum + one, 0)
  expect(result).toBe(cents(february.profit))
})

/** An amount or percentage without its signs: columns of a report have none for a gain. */
const plain = (text = ''): string => text.replaceAll(/[+%$]/g, '')
const cents = (text: string): number => Math.round(Number(text.replaceAll(/[+$,▲▼\s]/g, '')) * 100)
