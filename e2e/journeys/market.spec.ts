// The dashboard, the comparator and the company search as a person meets them: the market's lists, the wallet above
// them, reordered panels, comparison with and without the user's own account, and where a search result leads on each
// route. Source: docs/rules/accounts.md, "Dashboard".
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test, type Person } from '../support/journey.ts'
import { linkNewLogin, readAccounts } from '../support/link-account.ts'
import { enterSession } from '../support/sign-in.ts'

test.use({ role: 'manager' })

const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Links a new practice account and reads its first value. */
async function linkAccount(person: Person): Promise<void> {
  await linkNewLogin(person, person.brokerageLogin)
  await readAccounts(person)
}

test('each list of the dashboard has its timing, its limit, full screen, and a graph behind every code', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByText('Your wallet appears here once an account is linked.')).toBeVisible()
  await expect(page.getByText('Simulated market, lists of 2026-03-04, open')).toBeVisible()
  for (const title of ['Top Winners', 'Top Losers', 'New High', 'New Low', 'New IPO'])
    await expect(panel(page, title)).toBeVisible()
  const winners = panel(page, 'Top Winners')
  await expect(winners.getByRole('button', { name: 'Top Winners: Week · 10' })).toBeVisible()
  await expect(winners.locator('tbody tr')).toHaveCount(10)
  await winners.getByRole('button', { name: 'Top Winners: Week · 10' }).click()
  await page.getByRole('menuitemradio', { name: 'Day' }).click()
  await expect(page).toHaveURL(/winnersTiming=DAILY/)
  await expect(winners.getByRole('columnheader', { name: 'Since open' })).toBeVisible()
  await winners.getByRole('button', { name: 'Top Winners: Day · 10' }).click()
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  await expect.poll(() => winners.locator('tbody tr').count()).toBeGreaterThan(10)
  await page.reload()
  await expect(winners.getByRole('button', { name: 'Top Winners: Day · All' })).toBeVisible()

  await winners.getByRole('button', { name: 'Expand Top Winners' }).click()
  const expanded = page.getByRole('dialog', { name: 'Top Winners' })
  await expect(expanded.getByRole('columnheader', { name: 'Open of period' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(expanded).toBeHidden()

  await winners
    .getByRole('button', { name: /^Graph of/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Daily')).toBeVisible()
  await page.keyboard.press('Escape')
  // While it fades out, the dialog takes the focus back from a menu that opens, and Escape no longer reaches the menu.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const ipo = panel(page, 'New IPO')
  await ipo.getByRole('button', { name: /^New IPO: 2026/ }).click()
  await expect(page.getByRole('menuitemradio').filter({ hasText: /^20\d\d$/ })).toHaveText(['2026', '2025', '2024'])
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await expectAccessible(page, 'dashboard without an account')
})

test('the wallet stands above the lists, and the panels keep the order they were given', async ({
  page,
  product,
  person,
}) => {
  await linkAccount(person)
  await page.goto(`${product.origin}/dashboard`)
  const figures = page.getByLabel('The account')
  await expect(figures).toContainText('$100,000.00')
  for (const label of ['Float value', 'Real value', 'P/L open', 'Today', 'Buying power'])
    await expect(figures.getByText(label)).toBeVisible()
  await expect(panel(page, 'Wallet Positions').getByText('Buying power').first()).toBeVisible()
  await expect(panel(page, 'Wallet Comparison').getByText('SPY', { exact: true })).toBeVisible()
  const historic = panel(page, 'Wallet Historic')
  await expect(historic.getByRole('button', { name: '1D', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await historic.getByRole('button', { name: '1H', exact: true }).click()
  await expect(historic.getByRole('button', { name: '1H', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)

  await page.getByRole('button', { name: 'Arrange the panels' }).click()
  await page.getByRole('button', { name: 'Move Wallet Positions earlier' }).click()
  await page.getByRole('button', { name: 'Move New IPO earlier' }).click()
  const saved = page.waitForResponse((response) => response.url().includes('save-my-user-preference'))
  await page.clock.runFor(1_500)
  await saved
  await expectAccessible(page, 'dashboard while it is arranged')
  await page.getByRole('button', { name: 'Done arranging' }).click()
  await page.evaluate(() => localStorage.removeItem('userPreference'))
  await page.reload()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await enterSession(page, product, person.user)
  await page.goto(`${product.origin}/dashboard`)
  const titles = page.getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([
    'Wallet Historic',
    'Wallet Positions',
    'Wallet Comparison',
    'Top Winners',
    'Top Losers',
    'New High',
    'New IPO',
    'New Low',
  ])
})

test('new values of the account are added to its history each minute', async ({ page, product, person }) => {
  await linkAccount(person)
  await page.goto(`${product.origin}/dashboard`)
  const historic = panel(page, 'Wallet Historic')
  await historic.getByRole('button', { name: '5M', exact: true }).click()
  await expect(historic.getByText('$100,000.00').first()).toBeVisible()
  const whole = page
    .waitForRequest((request) => /get-wallet-historic-by-account\//.test(request.url()), { timeout: 3_000 })
    .then(
      () => true,
      () => false,
    )
  const added = page.waitForRequest((request) => request.url().includes('get-wallet-historic-by-account-and-datetime/'))
  await page.clock.runFor(61_000)
  expect((await added).headers()['background']).toBe('1')
  expect(await whole).toBe(false)
})

test.describe('on a product of its own', () => {
  test.use({ ownProduct: {} })

  test('last prices on the dashboard move by themselves, come by asking where no socket can be had, and a late answer takes no later price back', async ({
    page,
    product,
  }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
    await page.goto(`${product.origin}/dashboard`)
    const codes = panel(page, 'Top Winners').getByRole('button', { name: /^Graph of/ })
    const [code, other] = [await codes.nth(0).innerText(), await codes.nth(1).innerText()]
    const row = (of = code) =>
      panel(page, 'Top Winners')
        .locator('tbody tr')
        .filter({ has: page.getByRole('button', { name: new RegExp(`^Graph of ${of},`) }) })
    await expect.poll(() => sockets).toContain('/ws/quotes')
    const before = await row().innerText()
    await product.moveClock('2026-03-04T15:20:00Z')
    await expect.poll(() => row().innerText()).not.toBe(before)

    // Without a socket prices are polled. This response is slow, and a socket that opens in the meantime delivers a
    // later price.
    const askedMs = Date.parse('2026-03-04T15:20:00Z')
    let isRefused = true
    await page.routeWebSocket(/ws\/quotes/, (socket) => {
      if (isRefused) return void socket.close()
      socket.onMessage(() =>
        socket.send(JSON.stringify({ type: 'quotes', quotes: [{ code, last: 777.77, atMs: askedMs + 1_000 }] })),
      )
    })
    let answer: () => void = () => undefined
    const late = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/v1/api/quote/find', async (route) => {
      await late
      await route.fulfill({
        json: [
          { code, last: 666.66, atMs: askedMs },
          { code: other, last: 555.55, atMs: askedMs },
        ],
      })
    })
    const asked = page.waitForRequest((request) => request.url().endsWith('/v1/api/quote/find'))
    await page.reload()
    expect((await asked).postDataJSON().codes).toContain(code)
    isRefused = false
    await page.clock.runFor(2_000)
    await expect(row()).toContainText('777.77')
    answer()
    // The response counts for codes that the socket has not delivered, and never replaces a later price.
    await expect(row(other)).toContainText('555.55')
    expect(await row().innerText()).toContain('777.77')
  })
})

test('the own account is the base of the comparison while it is shown', async ({ page, product, person }) => {
  await page.goto(`${product.origin}/instrument-comparator`)
  await expect(page.getByText('Base SPY, compared with QQQ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wallet', exact: true })).toBeDisabled()
  await linkAccount(person)
  await page.goto(`${product.origin}/instrument-comparator`)
  const wallet = page.getByRole('button', { name: 'Wallet', exact: true })
  await expect(wallet).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Base Account, compared with SPY, QQQ')).toBeVisible()
  await expect(panel(page, 'Wallet Historic')).toBeVisible()
  await wallet.click()
  await expect(page.getByText('Base SPY, compared with QQQ')).toBeVisible()
  await expect(panel(page, 'Wallet Historic')).toBeHidden()
  await page.getByRole('button', { name: 'Remove SPY' }).click()
  await page.getByRole('button', { name: 'SPY', exact: true }).click()
  await wallet.click()
  await expect(page.getByText('Base Account, compared with QQQ, SPY')).toBeVisible()
})

test('a company that is found opens the chart from any screen, and keeps the timing on the chart', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/dashboard`)
  const search = page.getByRole('combobox', { name: 'Search company' }).first()
  await search.fill('sp')
  await expect(page.getByRole('option')).toHaveCount(0)
  await search.fill('spy')
  await expect(search).toHaveValue('SPY')
  await page.getByRole('option', { name: /^SPY/ }).first().click()
  await expect(page).toHaveURL(/\/chart\/SPY\//)
  const timing = /\/chart\/SPY\/([^/?]+)/.exec(page.url())![1]!
  await search.fill('qqq')
  await page.getByRole('option', { name: /^QQQ/ }).first().click()
  await expect(page).toHaveURL(new RegExp(`/chart/QQQ/${timing}`))
  await page.goto(`${product.origin}/chart/SPY/_W`)
  await search.fill('qqq')
  await page.getByRole('option', { name: /^QQQ/ }).first().click()
  await expect(page).toHaveURL(/\/chart\/QQQ\/_W/)
})

test('every list has its own period and rows, and its code opens the graph in the bars of that period', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/dashboard`)
  for (const [title, period, bars] of [
    ['Top Winners', 'Year', 'Monthly'],
    ['Top Losers', 'Month', 'Monthly'],
    ['New High', 'Week', 'Weekly'],
    ['New Low', 'Year', 'Monthly'],
  ] as const) {
    const list = panel(page, title)
    await list.getByRole('button', { name: `${title}: Week · 10` }).click()
    await page.getByRole('menuitemradio', { name: period, exact: true }).click()
    await list.getByRole('button', { name: `${title}: ${period} · 10` }).click()
    await page.getByRole('menuitemradio', { name: '20', exact: true }).click()
    await expect(list.getByRole('button', { name: `${title}: ${period} · 20` })).toBeVisible()
    const code = list.getByRole('button', { name: /^Graph of/ }).first()
    if ((await code.count()) === 0) {
      await expect(list.getByText(`No new ${title.slice(4).toLowerCase()}`)).toBeVisible()
      continue
    }
    const name = await code.textContent()
    await code.click()
    const graph = page.getByRole('dialog')
    await expect(graph.getByText(bars, { exact: true })).toBeVisible()
    await expect(graph).toContainText(name!)
    await page.keyboard.press('Escape')
    await expect(graph).toBeHidden()
  }
  const ipo = panel(page, 'New IPO')
  for (const [choice, words] of [
    ['2025', '2025'],
    ['Stocks', 'Stocks'],
  ] as const) {
    await ipo.getByRole('button', { name: /^New IPO: / }).click()
    await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
    await expect(ipo.getByRole('button', { name: new RegExp(`^New IPO: .*${words}`) })).toBeVisible()
  }
  await expect(ipo.locator('tbody tr').first()).toContainText('2025-')
})

test('panels are arranged by the keyboard, and on a phone by touch', async ({ page, product }) => {
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('button', { name: 'Arrange the panels' }).focus()
  await page.keyboard.press('Enter')
  const earlier = page.getByRole('button', { name: 'Move New High earlier' })
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(earlier).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('New High is number 1 of 5')).toBeAttached()
  await expect(earlier).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Move New High later' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'New High',
    'Top Winners',
    'Top Losers',
    'New Low',
    'New IPO',
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Move New High later' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Top Winners',
    'New High',
    'Top Losers',
    'New Low',
    'New IPO',
  ])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page, 'dashboard arranged on a phone')
})

test('a market without prices says what would stand here, and who can bring them', async ({ page, product }) => {
  const empty = {
    source: 'import',
    mode: 'closed',
    marketDay: null,
    formingDay: null,
    isOpen: false,
    marketTime: '2026-03-04T15:00:00.000Z',
  }
  await page.route('**/v1/api/market/find-state', (route) => route.fulfill({ json: empty }))
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByText('The active market has no prices yet. An administrator can import some.')).toBeVisible()
  await expect(panel(page, 'Top Winners')).toHaveCount(0)
  await expectAccessible(page, 'dashboard of an empty market')
})
