// The first impression of a new installation: a manager with an account with a year of trades and a club of five, a
// member with their share, an administrator with neither. Source: docs/rules/paper-brokerage.md, "Accounts".
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { noPdfReader, reportScreen, textOfPdf } from '../screens/report-screen.ts'
import { expect, test } from '../support/journey.ts'
import { enterSession } from '../support/sign-in.ts'

test.use({ ground: 'club', role: 'manager' })

test('the manager has an account with positions and a club whose members joined over the year', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  await expect(accounts.rows).toHaveCount(1)
  await expect(accounts.rows.first()).toContainText('Margin')

  await page.goto(`${product.origin}/member`)
  await expect(page.getByRole('table', { name: 'Members' }).locator('tbody tr')).toHaveCount(5)

  await page.goto(`${product.origin}/account-mapping`)
  const rows = page.getByRole('table', { name: 'Participations' }).locator('tbody tr')
  await expect(rows).toHaveCount(6)
  for (const name of ['Ruth Adler', 'Tom Berger', 'Ida Kern', 'Nora Lind', 'Peter Vogel', 'Unallocated'])
    await expect(rows.filter({ hasText: name })).toHaveCount(1)
})

test('the member finds their own share and no one else’s', async ({ page, product, home }) => {
  await enterSession(page, product, (await home.demonstrationPerson('member')).user)
  await page.goto(`${product.origin}/account-mapping`)
  await expect(page.getByText('Account Mapping is for people who manage an account or a fund')).toBeVisible()
  await page.getByRole('link', { name: 'Open My funds' }).click()
  await expect(page.getByText('$44,000.00').first()).toBeVisible()
  await expect(page.getByText('Vogel')).toHaveCount(0)
})

test('one question has one answer on every screen: the account and SPY in the year to date', async ({
  page,
  product,
}) => {
  const legend = (title: string) => page.getByRole('region', { name: title }).locator('.cf-legend')
  const percentAfter = async (text: string, within: Locator) =>
    new RegExp(`${text}\\s*([+-][\\d.]+%)`).exec(await within.innerText())?.[1]
  await page.goto(`${product.origin}/dashboard`)
  // The year's payments are no gain: the value's percent equals the account's in the comparison, over the same days.
  await expect(legend('Wallet Historic')).toContainText('gain since 2025-12-31')
  await expect(legend('Wallet Comparison')).toContainText('2025-12-31 to 2026-03-04')
  const [account, spy] = [
    await percentAfter('Account', legend('Wallet Comparison')),
    await percentAfter('SPY', legend('Wallet Comparison')),
  ]
  expect(account).toMatch(/%$/)
  await expect(legend('Wallet Historic')).toContainText(account!)

  await page.goto(`${product.origin}/wallet`)
  await expect(legend('Wallet Historic')).toContainText(account!)
  await page.getByText('Gain', { exact: true }).click()
  await expect(legend('Wallet Historic')).toContainText('2025-12-31 to 2026-03-04')
  await expect(legend('Wallet Historic').locator('strong')).toHaveText(account!)
  // Money was paid in since the start, and none of it is gain.
  const whole = page.getByRole('region', { name: 'Wallet Historic' }).locator('[data-range=All]')
  await whole.click()
  await expect(legend('Wallet Historic')).toContainText(/2025-0\d-\d\d to 2026-03-04/)
  const gain = await legend('Wallet Historic').locator('strong').innerText()
  await page.getByText('Value', { exact: true }).click()
  await whole.click()
  await expect(legend('Wallet Historic')).toContainText(/gain since 2025-0\d/)
  await expect(legend('Wallet Historic')).toContainText(gain)

  await page.goto(`${product.origin}/instrument-comparator`)
  const compared = page.getByRole('region', { name: 'Change in percent' })
  // The demonstration's account is younger than a year.
  await expect(compared.locator('[data-range="1Y"]')).toHaveAttribute('title', /^Last year: Account begins on 2025-/)
  await compared.locator('[data-range=YTD]').click()
  await expect(legend('Change in percent')).toContainText('2025-12-31 to 2026-03-04')
  expect([
    await percentAfter('Account', legend('Change in percent')),
    await percentAfter('SPY', legend('Change in percent')),
  ]).toEqual([account, spy])

  await page.goto(`${product.origin}/chart/SPY/_D`)
  await page.locator('[data-range=YTD]').click()
  await expect(page.getByText(`${spy} from the close of 2025-12-31 to 2026-03-04`)).toBeVisible()
  await page.goto(`${product.origin}/chart/SPY/_MONTH`)
  await expect(page.locator('[data-range="1Y"]')).toHaveAttribute(
    'title',
    'Last year: The close of 2025-03-04 lies inside a month; choose daily values',
  )
  await page.locator('[data-range=YTD]').click()
  await expect(page.getByText(`${spy} from the close of 2025-12-31 to 2026-03-04`)).toBeVisible()
})

test('one booking has one day: on the transactions, in a period, among the gains, in a file and on paper', async ({
  page,
  product,
  person,
}) => {
  const { client, id: userId } = person
  const [account] = await client.account.viewMyAccount({ params: { userId } })
  const accountNumber = account!.number
  const { result } = await client.transaction.findPage({
    body: { accountNumber, start: 0, count: 200, orderBy: 'transactionDate', direction: 'DESC' },
  })
  const { gains } = await client.transaction.findRealisedProfit({
    body: { accountNumber, fromDate: null, toDate: null },
  })
  // Booked in the evening in New York, when it is already the next day in UTC and for the fund's dealing, and it closes
  // a lot.
  const evening = result.find(
    ({ transactionId, transactionDate, tradeDate }) =>
      transactionDate.slice(0, 10) > tradeDate && gains.some(({ closedId }) => closedId === transactionId),
  )!
  const { transactionId: id, tradeDate: day, transactionDate: bookedAt } = evening
  const gain = gains.find(({ closedId }) => closedId === id)!

  await page.goto(`${product.origin}/transaction?size=All`)
  const listed = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr').filter({ hasText: id })
  await expect(listed).toContainText(new RegExp(`${day} \\d\\d:\\d\\d:\\d\\d ET`))
  await expect(listed).not.toContainText(bookedAt.slice(0, 10))

  const report = reportScreen(page, product)
  const inPeriod = (from: string, to = from) => `&filter=${encodeURIComponent(`period=${from}..${to}`)}`
  await report.open('transactions', 'Transactions', inPeriod(day))
  await expect.poll(async () => [...new Set(await report.column('Transactions', 'Trade Date'))]).toEqual([day])
  expect(await report.column('Transactions', 'Transaction ID')).toContain(id)
  const csv = (await readFile(await (await report.download('CSV')).path(), 'utf8')).split('\r\n')
  expect(csv.find((line) => line.includes(id))).toMatch(new RegExp(`^${day},${id},`))
  if (noPdfReader === undefined)
    expect(textOfPdf(await (await report.download('PDF')).path())).toMatch(new RegExp(`${day} +${id}`))
  // Its day in UTC does not contain it.
  await page.goto(`${product.origin}/static-report?report=transactions${inPeriod(bookedAt.slice(0, 10))}`)
  await expect(page.getByText(/^\d+ rows?$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: id, exact: true })).toHaveCount(0)

  await report.open('realised-gains-by-lot', 'Realised gains by lot', inPeriod(day))
  await expect.poll(async () => [...new Set(await report.column('Realised gains by lot', 'Closed'))]).toEqual([day])
  const lot = report.rows('Realised gains by lot').filter({ hasText: gain.instrumentCode })
  await expect(lot.first()).toContainText(gain.openedDay ?? 'an opening day')
  const opened = result.find(({ transactionId }) => transactionId === gain.openedId)!
  expect(gain.openedDay).toBe(opened.tradeDate)
})
