// One manager with four accounts: paper, Charles Schwab and Alpaca, linked in the dialog, and one from statement files.
// Every screen shows each of them and all together, paper is kept apart from real money, and one brokerage goes down
// without the others. Schwab is the brokerage of another installation, on the wire of the live one; Alpaca is the second
// wire of the installation's own.
import type { Account } from '@clubfolio/contract'
import type { Page } from '@playwright/test'
import { accountInView } from '../screens/account-in-view.ts'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { reportScreen } from '../screens/report-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { expect, shareProduct, test, type Person } from '../support/journey.ts'
import { makeKeyPair } from '../support/link-account.ts'
import { startProduct, type Product } from '../support/product.ts'

test.describe.configure({ timeout: 300_000 })

let live: Product
let port: number
let brokeragePort: number

test.beforeAll(async () => {
  test.setTimeout(240_000)
  port = await findFreePort()
  brokeragePort = await findFreePort()
  // Its brokerage knows the installation of the journey as its client.
  live = await startProduct({
    environment: {
      BROKER_CLIENT_ID: 'journey',
      BROKER_CLIENT_SECRET: 'the secret of the journey',
      BROKER_CALLBACK_URL: `http://127.0.0.1:${port}/account`,
    },
  })
})
shareProduct(() => {
  const brokerage = `http://127.0.0.1:${live.ports[1]}`
  const alpaca = `127.0.0.1:${brokeragePort}/alpaca`
  return {
    ports: [port, brokeragePort],
    environment: {
      BROKER_OAUTH_URL: `${brokerage}/v1/oauth`,
      BROKER_TRADER_URL: `${brokerage}/trader/v1`,
      BROKER_MARKET_DATA_URL: `${brokerage}/marketdata/v1`,
      BROKER_CLIENT_ID: 'journey',
      BROKER_CLIENT_SECRET: 'the secret of the journey',
      BROKER_CALLBACK_URL: `http://127.0.0.1:${port}/account`,
      BROKER_WITH_PAPER: 'yes',
      ALPACA: 'yes',
      ALPACA_TRADING_URL: `http://${alpaca}`,
      ALPACA_DATA_URL: `http://${alpaca}/data`,
      ALPACA_STREAM_URL: `ws://${alpaca}/stream`,
    },
  }
})
test.afterAll(() => live.stop())

test.use({ role: 'manager', personFrom: 'new' })

const statement = [
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
  '"02/24/2026","Sell","SPY","SPDR S&P 500","-4","$410.00","$1.00","$1,639.00"',
  '"02/18/2026","Buy","SPY","SPDR S&P 500","10","$400.00","$1.00","-$4,001.00"',
  '"02/17/2026","MoneyLink Transfer","","Tfr AURORA BANK","","","","$10,000.00"',
].join('\n')

/** What the screens show of one account, beside its values. */
interface Shown {
  /** Shares of SPY, the only position. */
  readonly held: number
  readonly trades: number
  readonly orders: number
}
type Name = 'paper' | 'schwab' | 'alpaca' | 'files'
const names = ['paper', 'schwab', 'alpaca', 'files'] as const satisfies readonly Name[]
const traded = ['paper', 'schwab', 'alpaca'] as const satisfies readonly Name[]

test('four accounts are shown each and together, marked, added up apart, and one brokerage goes down alone', async ({
  page,
  product,
  person,
}) => {
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  await page.getByRole('button', { name: 'Link an account' }).first().click()
  const choices = page.getByRole('dialog', { name: 'Link an account' })
  await expect(choices.getByRole('listitem')).toHaveText([
    /^Charles Schwab\s+Real money\./,
    /^Paper brokerage Paper /,
    /^Alpaca\s+Real money\. You need a key pair/,
    /^From files/,
    /^Exported fund/,
  ])
  await expectAccessible(page, 'choice of the brokerage')
  await choices.getByRole('button', { name: 'Cancel' }).click()
  for (const [index, brokerage] of ['Paper brokerage', 'Charles Schwab'].entries()) {
    const popup = await accounts.startLinking(brokerage)
    await popup.register(`${person.brokerageLogin}-${brokerage.slice(0, 5).toLowerCase()}`)
    await Promise.all([popup.page.waitForEvent('close'), popup.allow()])
    await expect(accounts.toast('is linked.').first()).toBeVisible()
    await expect(accounts.rows).toHaveCount(index + 1)
  }
  await importStatement(person)
  await page.reload()
  await expect(accounts.rows).toHaveCount(3)
  await linkByKeyPair(page, `${person.brokerageLogin}-alpac`)
  await expect(accounts.rows).toHaveCount(4)

  let four = await readFour(person)
  const shown: Record<Name, Shown> = {
    paper: { held: 1, trades: 1, orders: 2 },
    schwab: { held: 2, trades: 1, orders: 2 },
    alpaca: { held: 3, trades: 1, orders: 2 },
    files: { held: 6, trades: 2, orders: 0 },
  }
  await expect(accounts.row(four.paper.number)).toContainText('Paper')
  for (const name of ['schwab', 'alpaca', 'files'] as const)
    await expect(accounts.row(four[name].number)).not.toContainText('Paper')
  await expect(accounts.row(four.files.number)).toContainText('Read only')
  await expect(accounts.health(four.alpaca.number)).toContainText('access until revoked')

  // Each brokerage gets the orders of its own account: one that is filled, one that waits.
  for (const name of traded) {
    await buy(person, four[name], shown[name].held)
    await buy(person, four[name], 1, '1')
  }
  await Promise.all([live.moveClock('2026-03-04T15:02:00Z'), product.moveClock('2026-03-04T15:02:00Z')])
  for (const name of traded) await person.client.account.syncNow({ body: { accountId: four[name].id } })
  four = await readFour(person)
  await expectEachShown(page, product, four, shown)

  // Together: real money, unless paper or both are chosen, on every screen that adds up accounts.
  const sum = (...of: readonly Name[]) => dollars(of.reduce((total, name) => total + four[name].floatValue, 0n))
  const kind = page.getByRole('radiogroup', { name: 'Added up' })
  const balances = page.getByRole('table', { name: 'Balances by account' })
  const realMoney = ['schwab', 'alpaca', 'files'] as const
  await page.goto(`${product.origin}/wallet`)
  for (const [label, of] of [
    ['Paper', ['paper']],
    ['Both', names],
    ['Real money', realMoney],
  ] as const) {
    await kind.getByText(label).click()
    await expect(balances.locator('tbody tr')).toHaveCount(of.length)
    for (const name of of)
      await expect(cell(balances.locator('tbody tr').filter({ hasText: four[name].number }), 'Float Value')).toHaveText(
        dollars(four[name].floatValue),
      )
    await expect(cell(balances.locator('tfoot tr'), 'Float Value')).toHaveText(sum(...of))
  }
  await page.goto(`${product.origin}/account`)
  await expect(accounts.table.locator('tfoot')).toContainText('Total active, real money')
  await expect(accounts.table.locator('tfoot')).toContainText(sum(...realMoney))

  const report = reportScreen(page, product)
  await report.open('open-positions', 'Open positions')
  const rowsOf = async () => {
    const [numbers, quantities] = [
      await report.column('Open positions', 'Account'),
      await report.column('Open positions', 'Qty'),
    ]
    return numbers.map((number, index) => `${number}: ${quantities[index]}`).sort()
  }
  const rowOf = (name: Name, mark = '') => `${four[name].number}${mark}: ${shown[name].held}`
  const ofReal = realMoney.map((name) => rowOf(name)).sort()
  for (const [option, rows] of [
    ...names.map((name) => [name === 'paper' ? `${four.paper.number} · Paper` : four[name].number, [rowOf(name)]]),
    ['All my real-money accounts', ofReal],
    ['All my paper accounts', [rowOf('paper')]],
    ['All my accounts, real money and paper', [...ofReal, rowOf('paper', ' · Paper')].sort()],
  ] as [string, string[]][]) {
    await report.choose('Account', option)
    await page.getByRole('button', { name: 'Show' }).click()
    await expect.poll(rowsOf).toEqual(rows)
  }

  // A ticket says whose money it is about.
  await page.goto(`${product.origin}/order?account=${four.schwab.id}`)
  await page.getByRole('button', { name: 'Put order' }).first().click()
  const ticket = page.getByRole('dialog', { name: 'Put order' })
  await expect(ticket.getByText('Real money Charles Schwab')).toBeVisible()
  await page.keyboard.press('Escape')

  // One brokerage is down: the others are read and traded, and its account keeps what was read last.
  await live.end()
  await buy(person, four.paper, 2)
  await buy(person, four.alpaca, 1)
  await expect(buy(person, four.schwab, 1)).rejects.toMatchObject({ body: { refusal: 'brokerUnavailable' } })
  // The orders are filled, then the accounts read at their next turn.
  await product.moveClock('2026-03-04T15:12:00Z')
  await product.moveClock('2026-03-04T15:14:00Z')
  const before = four.schwab
  four = await readFour(person)
  expect(four.schwab).toMatchObject({ floatValue: before.floatValue, syncFailure: 'UNAVAILABLE' })
  await page.goto(`${product.origin}/account`)
  await expect(accounts.health(four.schwab.number)).toContainText('does not answer')
  for (const name of ['paper', 'alpaca'] as const)
    await expect(accounts.health(four[name].number)).toContainText('Values as of 10:14:00 ET')
  await expect(accounts.health(four.files.number)).toContainText('from statement files')
  await expectEachShown(page, product, four, {
    ...shown,
    paper: { held: 3, trades: 2, orders: 3 },
    alpaca: { held: 4, trades: 2, orders: 3 },
  })
  const orders = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  for (const name of ['paper', 'alpaca'] as const) {
    await page.goto(`${product.origin}/order?account=${four[name].id}`)
    await orders.getByRole('button', { name: /^Cancel/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await expect(page.locator('[role="status"]').filter({ hasText: 'cancelled' }).first()).toBeVisible()
    await expect(orders.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  }
})

/** Every screen about one account, with each of the four in view. */
async function expectEachShown(
  page: Page,
  product: Product,
  four: Readonly<Record<Name, Account>>,
  shown: Readonly<Record<Name, Shown>>,
): Promise<void> {
  const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
  const trades = rows('Transactions').filter({ hasText: 'Trade' })
  const screens: Readonly<Record<string, (account: Account, of: Shown) => Promise<void>>> = {
    dashboard: async ({ number, floatValue, syncFailure }) => {
      await expect(page.getByLabel('The account', { exact: true })).toContainText(dollars(floatValue))
      await expect(page.getByText(`The figures of ${number} are as of`)).toHaveCount(syncFailure === null ? 0 : 1)
    },
    operation: async (_account, { held }) => {
      await expect(cell(rows('Operations'), 'Code')).toHaveText(['SPY'])
      await expect(cell(rows('Operations'), 'Qty')).toHaveText([String(held)])
    },
    order: async ({ number, isReadOnly }, of) => {
      await expect(cell(rows('Orders'), 'Account')).toHaveText(Array.from({ length: of.orders }, () => number))
      const put = page.getByRole('button', { name: 'Put order' }).first()
      await (isReadOnly ? expect(put).toBeDisabled() : expect(put).toBeEnabled())
    },
    transaction: async ({ number }, of) => {
      await expect(cell(trades, 'Account')).toHaveText(Array.from({ length: of.trades }, () => number))
    },
  }
  const inView = accountInView(page)
  for (const [path, expectShown] of Object.entries(screens)) {
    await page.goto(`${product.origin}/${path}`)
    for (const name of names) {
      await inView.choose(four[name].number)
      await expectShown(four[name], shown[name])
    }
  }
}

async function linkByKeyPair(page: Page, login: string): Promise<void> {
  const pair = await makeKeyPair(`http://127.0.0.1:${brokeragePort}`, login)
  await page.getByRole('button', { name: 'Link an account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Link an account' })
  await dialog.getByRole('button', { name: /^Alpaca/ }).click()
  await dialog.getByLabel('Key ID').fill(pair.keyId)
  await dialog.getByLabel(/^Secret key/).fill(pair.secret)
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function importStatement({ client: { fileAccount } }: Person): Promise<void> {
  const { id: accountId } = await fileAccount.create({
    body: { name: 'Depot at Aurora', brokerName: 'Aurora Bank', type: 'CASH', currency: 'USD', isPaper: false },
  })
  const params = { accountId, name: 'history.csv' }
  const { id: statementId } = await fileAccount.uploadStatement({ params, query: {}, file: new Blob([statement]) })
  const state = async () => (await fileAccount.findStatement({ params: { accountId, statementId } })).statement.state
  await expect.poll(state).toBe('PREPARED')
  await fileAccount.importStatement({ body: { accountId, statementId } })
  await expect.poll(state).toBe('IMPORTED')
}

async function readFour({ client, id: userId }: Person): Promise<Record<Name, Account>> {
  const all = await client.account.viewMyAccount({ params: { userId } })
  const at = (broker: Name) => all.find((account) => account.broker === broker)!
  return { paper: at('paper'), schwab: at('schwab'), alpaca: at('alpaca'), files: at('files') }
}

/** At the market, or with a limit. */
const buy = ({ client }: Person, { number: accountNumber }: Account, quantity: number, limit?: string) =>
  client.order.putOrder({
    body: {
      ticket: 'SPY',
      quantity: String(quantity),
      directionality: 'BUY',
      accountNumber,
      ...(limit === undefined ? { orderType: 'MARKET', price: null } : { orderType: 'LIMIT', price: limit }),
    },
  })

/** 1234567n is "$12,345.67". */
const dollars = (cents: bigint): string =>
  (Number(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
