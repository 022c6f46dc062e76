// User input stays text: forty hostile strings in every text field, then every screen, files, print and mail. Source:
// docs/rules/promises.md, "Nobody gets in".
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { reportScreen } from '../screens/report-screen.ts'
import { hostileStrings } from '../support/hostile-strings.ts'
import { clubEnvironment, expect, shareProduct, test } from '../support/journey.ts'
import { enterSession } from '../support/sign-in.ts'

test.describe.configure({ timeout: 600_000 })

const home = shareProduct({ environment: clubEnvironment })
const complaints: string[] = []

test.beforeEach(async ({ context, page }) => {
  complaints.length = 0
  await context.exposeFunction('reportPolicy', (words: string) => void complaints.push(words))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      void (window as unknown as { reportPolicy: (words: string) => Promise<void> }).reportPolicy(
        `policy: ${violatedDirective} ${blockedURI}`,
      )
    })
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (/hacked|127\.0\.0\.1:9\//.test(request.url())) complaints.push(`request: ${request.url()}`)
  })
})

/**
 * Stores a value like a program would, through the wire and without the page's own checks. What a field does not accept
 * is refused, never a fault.
 */
async function store(token: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${home().product.origin}/v1/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })
  const reply = (await answer.json()) as Record<string, unknown>
  expect(answer.status, `${path}: ${JSON.stringify(reply)}`).toBe(200)
  return reply
}

async function read<T>(token: string, path: string): Promise<T> {
  return (await (await fetch(`${home().product.origin}/v1/api/${path}`, { headers: { token } })).json()) as T
}

async function expectHarmless(page: Page, place: string): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { hacked?: unknown }).hacked), place).toBeUndefined()
  expect(new URL(page.url()).origin, place).toBe(home().product.origin)
  expect(complaints, place).toEqual([])
}

/** What a reader sees; white space and direction marks are not visible text. */
const plain = (text: string) => text.replaceAll(/[\s\u2028\u2029]+/g, ' ').trim()

/** On this page of the list or on a later one. */
async function expectShown(page: Page, strings: readonly string[], place: string): Promise<void> {
  let missing = [...strings]
  const look = async () => {
    const text = plain(await page.locator('body').innerText())
    missing = missing.filter((each) => !text.includes(plain(each)))
  }
  // The pager appears with the rows.
  await expect(page.locator('tbody tr td').first()).toHaveText(/\S/)
  const next = page.getByRole('button', { name: 'Next page' }).first()
  while ((await next.count()) > 0 && (await next.isEnabled())) {
    await look()
    const first = page.locator('tbody tr').first()
    const before = await first.innerText()
    await next.click()
    await expect(first).not.toHaveText(before, { useInnerText: true })
  }
  await expect
    .poll(async () => {
      await look()
      return missing
    }, place)
    .toEqual([])
  await expectHarmless(page, place)
}

const workspace = (symbol: string) => ({
  token: '',
  symbol,
  timing: '_D',
  config: JSON.stringify({
    version: 1,
    type: 'ohlc',
    scale: 'logarithmic',
    levels: {},
    indicators: [],
    drawings: hostileStrings.map((text, index) => ({
      id: `drawing-${index + 1}`,
      tool: 'text',
      points: [{ timeMs: Date.parse('2026-02-02') - (index % 8) * 864e6, price: 50 + index }],
      text,
    })),
  }),
})

const bare = { bounds: {}, averages: {}, assetTypes: [], sectors: [] }
const analysis = {
  ticket: 'SPY',
  timing: '_D',
  startDate: '2025-01-02',
  endDate: '2026-03-03',
  investment_type: 'long',
  capital: '10000',
  risk: '1',
  resistance_price: '20',
  support_price: '10',
}

test('hostile words are stored as they are and shown as they are, on every screen of a manager', async ({
  page,
  product,
}) => {
  const { user } = await home().demonstrationPerson('manager')
  const { token, id: userId } = user
  await enterSession(page, product, user)
  const [account] = await read<readonly { id: string; number: string }[]>(token, `account/view-my-account/${userId}`)
  const [list] = await read<readonly { id: string }[]>(token, 'watchlist/find-all')
  const { filter } = await read<{
    filter: readonly { selectedItem: unknown; nomenclatorConfigConfig: readonly { id: string }[] }[]
  }>(token, 'static-report/get-static-report-details-by-id/fund-unit-values')
  const filled = filter.map((each) => ({
    ...each,
    selectedItem: each.selectedItem ?? each.nomenclatorConfigConfig[0]?.id,
  }))
  for (const [index, text] of hostileStrings.entries()) {
    await store(token, 'member/create', {
      firstName: text,
      lastName: `${index} ${text}`,
      phone: `21255501${String(index).padStart(2, '0')}`,
      email: '',
    })
    await store(token, 'watchlist/create', { name: text })
    await store(token, 'screener/save-screen', { name: text, criteria: bare, isDaily: false })
    await store(token, 'stock-calculator/save-analysis', { name: text, content: analysis })
    await store(token, 'static-report/save-filter', { report: 'fund-unit-values', name: text, filter: filled })
  }
  const members = await read<readonly { id: string; lastName: string }[]>(token, 'member/findAllMembers')
  for (const [index, text] of hostileStrings.entries()) {
    const memberId = members.find(({ lastName }) => lastName === `${index} ${text}`)!.id
    await store(token, 'member/create-contribution', {
      foundId: null,
      memberId,
      accountId: account!.id,
      amount: '10.00',
      isActive: '1',
      date: '2026-03-04',
      description: text,
    })
    await store(token, 'member/createBankAccount', {
      bankAccountNumber: `00012345${100 + index}`,
      bankRouting: '021000021',
      bankAlias: text,
      memberId,
    })
  }
  await store(token, 'watchlist/add-instrument', { id: list!.id, code: 'SPY' })
  await store(token, 'watchlist/save-note', {
    id: list!.id,
    code: 'SPY',
    note: hostileStrings.join('\n').slice(0, 500),
  })
  await store(token, 'stock/save-workspace', workspace('SPY'))
  await store(token, 'user/update-my-names', { firstName: hostileStrings[0], lastName: hostileStrings[4] })

  const go = async (path: string, heading: string | RegExp) => {
    await page.goto(`${product.origin}${path}`)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  await go('/member', 'Members')
  await expectShown(page, hostileStrings, 'Members')

  await go('/account-mapping', 'Account Mapping')
  await expectShown(page, hostileStrings, 'Account Mapping')
  for (const index of [0, 4, 28]) {
    await page.getByRole('table', { name: 'Participations' }).getByText(`${index} ${hostileStrings[index]!}`).click()
    await expectShown(page, [hostileStrings[index]!], `the detail of member ${index}`)
  }
  for (const screen of [
    '/watchlist',
    '/chart/SPY/_D',
    '/screener',
    '/stock-calculator-advance',
    '/tools',
    '/order',
    '/operation',
    '/transaction',
    '/wallet',
    '/account',
    '/dashboard',
    '/notification',
    '/opportunity-seeker',
    '/static-report',
    '/dynamic-report',
    '/profile',
  ]) {
    await page.goto(`${product.origin}${screen}`)
    await expect(page.locator('#page')).toHaveText(/\S/)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectHarmless(page, screen)
  }

  const report = reportScreen(page, product)
  await report.open('contributions-and-retributions', 'Contributions and retributions')
  // Longer ones end in an ellipsis there.
  await expectShown(page, hostileStrings.filter((each) => each.length <= 40).slice(0, 12), 'a report')
  const csv = await readFile(await (await report.download('CSV')).path(), 'utf8')
  // A cell that a spreadsheet would evaluate starts with an apostrophe.
  for (const [, cell] of csv.matchAll(/(?:^|,|\r\n)"?([=+@-][^,"]*)/g)) expect(cell).toMatch(/^[-+]?[\d.,]+$/)
  const pdf = await readFile(await (await report.download('PDF')).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('/JavaScript')).toBe(false)
  await expectHarmless(page, 'the files of a report')
})

test('hostile words in users, groups and mails stay words for administrators and in the mailbox', async ({
  page,
  product,
}) => {
  const { user } = await home().demonstrationPerson('administrator')
  const { token } = user
  await enterSession(page, product, user)
  await store(token, 'user/update-my-names', { firstName: hostileStrings[0], lastName: hostileStrings[4] })
  for (const [index, text] of hostileStrings.entries()) {
    await store(token, 'group/create', { name: text, nameKey: `HOSTILE_${index}`, systemGroup: 0, status: 'ACTIVE' })
    await store(token, 'user/create', {
      firstName: text,
      lastName: text,
      email: `hostile${index}@clubfolio.example`,
      phoneNumber: `+121255502${String(index).padStart(2, '0')}`,
    })
  }
  for (const [path, heading] of [
    ['/user', 'Users'],
    ['/group', 'Groups'],
  ] as const) {
    await page.goto(`${product.origin}${path}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    // Both are edited in place: a cell holds what was typed.
    await expectShown(page, hostileStrings, heading)
  }
  // Each invitation names its sender.
  await page.goto(`${product.origin}/outbox`)
  await expectHarmless(page, 'the outbox')
  expect(plain(await page.locator('body').innerText())).toContain(
    plain(`${hostileStrings[0]} ${hostileStrings[4]} made a Clubfolio user`),
  )
})
