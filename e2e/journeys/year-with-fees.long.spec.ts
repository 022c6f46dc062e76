// A year of a fund with a management and a performance fee, on the screens: the owner sets the terms, charges, pays a
// distribution and a withdrawal, a second person approves each, and the member opens their statement, on the screen and
// as PDF. The broker's figures of each session and the prices of the market are facts and are read; everything else is
// worked out by hand, in the steps of docs/rules/fund-fees.md, "A worked year".
import type { Locator, Page } from '@playwright/test'
import { booksScreen } from '../screens/books-screen.ts'
import { brokeragePassword } from '../screens/brokerage-popup.ts'
import { fundScreen } from '../screens/fund-screen.ts'
import { noPdfReader, textOfPdf } from '../screens/report-screen.ts'
import { clientOf } from '../support/client-of.ts'
import { FeesByHand, rateByHalving, sameCashIn, type HandFlow, type Session } from '../support/fees-by-hand.ts'
import { readMoney } from '../support/fund-by-hand.ts'
import { expect, test, type Person } from '../support/journey.ts'
import { linkNewLogin, moveAtBrokerage, readAccounts, renewAccess, type Owner } from '../support/link-account.ts'
import { readMemberInvitation, readRoleInvitation } from '../support/outbox.ts'
import type { Product } from '../support/product.ts'
import { enterSession, openSession } from '../support/sign-in.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ role: 'manager', ownProduct: {}, actionTimeout: 15_000 })

const login = { name: 'harbour', password: brokeragePassword }
const keller = { search: 'kell', shown: 'Keller, Ann' }
const okafor = { search: 'oka', shown: 'Okafor, Ben' }

/** A share of the simulated market that is above its price of 4 March on each day that matters. */
const risingShare = { ticket: 'SLKN', quantity: '1200' }

const [firstDay, lastDay] = ['2026-03-04', '2027-03-03']

test('the statement of a year with both fees, a distribution and a withdrawal is what books by hand say', async ({
  page,
  product,
  person: manager,
  another,
  openAs,
}) => {
  const fund = fundScreen(page)
  const books = booksScreen(page)
  const ann = await another('member', { firstName: 'Ann', lastName: 'Keller' })
  const paul = await another('member', { firstName: 'Paul', lastName: 'Vale' })
  const [hers, his] = [await openAs(ann), await openAs(paul)]
  const people = [
    { page, person: manager },
    { page: hers, person: ann },
    { page: his, person: paul },
  ]
  let owner: Owner = manager

  const accountId = await openAccount(manager)
  await page.goto(`${product.origin}/account-mapping`)
  await books.open('Settings')
  await books.openOn(`${firstDay} · $`)
  await books.close()
  await page.goto(`${product.origin}/member`)
  await fund.addMember({ firstName: 'Ann', lastName: 'Keller', phone: '2125550141', email: ann.email })
  await fund.addMember({ firstName: 'Ben', lastName: 'Okafor', phone: '2125550142' })
  await fund.addMember({ firstName: 'Olga', lastName: 'Reiter', phone: '2125550143' })
  await page.goto(`${product.origin}/account-mapping`)
  const opening = readMoney(await fund.figure('Fund value'))
  const bens = Number(opening) / 100 - 60_000
  for (const [member, amount] of [
    [keller, '60000'],
    [okafor, bens.toFixed(2)],
  ] as const) {
    await fund.record({ member, amount, description: 'Founding member' })
    await expect(fund.dialog).toHaveCount(0)
  }
  const hand = new FeesByHand(firstDay, { ann: 60_000, ben: bens })

  // Both fees begin on 5 March; from then on Paul approves whatever changes the fund.
  await books.open('Fees')
  await setFee(page, 'management fee', { rate: '2', period: 'Every half-year' })
  await setFee(page, 'performance fee', { rate: '20', period: 'Every year' })
  await books.close()
  await giveAccess(product, manager, { accountId, ann, paul })
  await page.getByRole('button', { name: 'People' }).click()
  await books.dialog.getByText('Second person', { exact: true }).click()
  await books.dialog.getByLabel('Ask for a second person').check()
  await books.dialog.getByRole('button', { name: 'Save' }).click()
  await expect(books.dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await books.close()

  const goTo = async (day: string, lastClose: string): Promise<void> => {
    await product.moveClock(`${day}T15:30:00Z`)
    for (const one of people) {
      await one.page.context().clock.setSystemTime(product.now)
      const user = await openSession(one.page.context().request, product, one.person.email)
      await enterSession(one.page, product, user)
      if (one.person === manager) owner = { id: user.id, client: clientOf(product, user) }
    }
    // The access to the brokerage has lapsed after 7 days; with a new one every session since then is read.
    await renewAccess(owner, login.name)
    await readAccounts(owner)
    await page.goto(`${product.origin}/account-mapping`)
    await expect(page.getByText(`priced ${lastClose}`)).toBeVisible()
    hand.holdThrough(lastClose, await readSessions(owner, accountId))
    expect(await fund.figure('Unit value')).toBe(`$${hand.unitValue.toFixed(4)}`)
  }
  const approve = async (title: RegExp): Promise<void> => {
    await his.goto(`${product.origin}/account-mapping?fund=${accountId}&part=approvals`)
    const waiting = his.getByRole('article', { name: title })
    await waiting.getByRole('button', { name: 'Approve' }).click()
    await accept(his, 'Do you want to approve this?', 'Approve')
    await expect(waiting).toHaveCount(0)
  }
  const charge = async (endDay: string, dealtOn: string, withPerformance: boolean): Promise<void> => {
    const fees = hand
      .charge(dealtOn, withPerformance)
      .flatMap(({ management, performance }) => (withPerformance ? [management, performance] : [management]))
    const total = fees.reduce((sum, fee) => sum + fee, 0)
    await books.open('Fees')
    const shown = books.dialog.getByRole('table', { name: 'Fees per holder' }).locator('tr:not([hidden]) td:last-child')
    await expect(shown).toHaveText([...fees, total].map(dollars))
    await books.dialog.getByRole('button', { name: `Charge ${dollars(total)}` }).click()
    await accept(page, /^Do you want to charge/, 'Charge')
    await expect(books.dialog.getByText(/^Waits for a second person/)).toBeVisible()
    await books.close()
    await approve(new RegExp(`^Fees of .* ended on ${endDay}$`))
  }

  // 15 May: 5,500.00 for all by units. Each part is paid out on the brokerage's console.
  await goTo('2026-05-15', '2026-05-14')
  const parts = hand.distribute('2026-05-15', 5500)
  await books.open('Distributions')
  await books.dialog.getByLabel('Amount for all holders').fill('5500')
  await books.dialog.getByLabel('Description').fill('Profit of the spring')
  const shares = books.dialog.getByRole('region', { name: 'Parts of the distribution' })
  for (const [name, part] of [
    ['Ann Keller', parts[0]],
    ['Ben Okafor', parts[1]],
  ] as const)
    await expect(shares.getByRole('row', { name }).getByRole('cell').nth(3)).toHaveText(dollars(part))
  await books.dialog.getByRole('button', { name: 'Book $5,500.00' }).click()
  await expect(page.getByText('Waiting for approval', { exact: true }).last()).toBeVisible()
  await books.close()
  await approve(/^Distribution/)
  for (const part of parts) await moveAtBrokerage(owner, { direction: 'WITHDRAWAL', amount: part.toFixed(2) }, login)
  await readAccounts(owner)

  await goTo('2026-07-01', '2026-06-30')
  await charge('2026-06-30', '2026-07-01', false)

  // 15 September: Ann takes out 10,000.00, which leave the account with the approval.
  await goTo('2026-09-15', '2026-09-14')
  hand.takeOut('2026-09-15', hand.ann, 10_000)
  await fund.record({ member: keller, amount: '10000', description: 'A car', isRetribution: true })
  await expect(fund.dialog).toHaveCount(0)
  await approve(/^Retribution of \$10,000\.00 by Ann Keller$/)
  await readAccounts(owner)

  await goTo('2027-01-04', '2026-12-31')
  await charge('2026-12-31', '2027-01-01', true)

  // 4 March: Ann reads the statement of the year that has ended with the close of 3 March.
  await goTo('2027-03-04', lastDay)
  expect(await fund.figure('Cash outside')).toBe('$0.00')
  const statement = await openStatement(hers, product)
  const expected = await statementByHand(hand, owner, accountId)
  await expect.poll(() => rowsOf(statement, 0)).toEqual(expected.account)
  expect(await rowsOf(statement, 1)).toEqual(expected.returns)

  const download = hers.waitForEvent('download')
  await statement.getByRole('button', { name: 'Download PDF' }).click()
  if (noPdfReader !== undefined) return
  const paper = textOfPdf(await (await download).path()).replaceAll(/ +/g, ' ')
  for (const line of expected.paper) expect(paper).toContain(line)
})

async function accept(page: Page, question: string | RegExp, button: string): Promise<void> {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: button }).click()
}

/** A new account at the brokerage, most of whose cash is in one share. */
async function openAccount(manager: Person): Promise<string> {
  const { client } = manager
  await linkNewLogin(manager, login.name)
  const [account] = await client.account.viewMyAccount({ params: { userId: manager.id } })
  const { id, number: accountNumber } = account!
  await client.order.saveQuestionLimits({ body: { limitThrough: null, buyingPower: null, usualQuantity: null } })
  await client.order.putOrder({
    body: { ...risingShare, directionality: 'BUY', accountNumber, orderType: 'MARKET', price: null },
  })
  const states = async () => (await client.order.findOrders({ body: { accountNumber } })).map(({ status }) => status)
  await expect.poll(states).toEqual(['FILLED'])
  await readAccounts(manager)
  return id
}

interface Access {
  readonly accountId: string
  readonly ann: Person
  readonly paul: Person
}

/** Ann follows her invitation as a member, and Paul his as an approver. */
async function giveAccess(product: Product, { client }: Person, { accountId, ann, paul }: Access): Promise<void> {
  const members = await client.fund.findFundMembers({ params: { accountId } })
  const { id } = members.find(({ firstName }) => firstName === 'Ann')!
  await client.member.inviteMember({ body: { id, accountId } })
  await ann.client.member.acceptMemberInvitation({ body: tokenOf(await readMemberInvitation(product, ann.email)) })
  await client.fund.inviteToRole({ body: { accountId, email: paul.email, role: 'APPROVER' } })
  await paul.client.fund.acceptFundInvitation({ body: tokenOf(await readRoleInvitation(product, paul.email)) })
}

const tokenOf = (link: string) => ({ token: link.split('#')[1] ?? '' })

async function setFee(page: Page, name: string, terms: { readonly rate: string; readonly period: string }) {
  await page.getByRole('button', { name: `Set a ${name}` }).click()
  const form = page.getByRole('dialog').last()
  await form.getByLabel(/^Rate/).fill(terms.rate)
  for (const [label, option] of [
    ['Charged', terms.period],
    ['Receiver', 'Reiter, Olga'],
  ] as const) {
    await form.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await form.getByRole('button', { name: 'Set the fee' }).click()
  await expect(page.getByRole('button', { name: `Change the ${name}` })).toBeVisible()
}

/** The broker's figures by day, the last of each. */
async function readSessions({ client }: Owner, accountId: string): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await client.fund.findDerivation({ params: { accountId, figure: 'broker-value' } })
  const inDollars = (text: string): number => Number(readMoney(text)) / 100
  return new Map(
    rows
      .toReversed()
      .map(([day = '', , value = '', , openProfit = '']) => [
        day,
        { value: inDollars(value), openProfit: inDollars(openProfit) },
      ]),
  )
}

async function readCloses({ client }: Owner, symbol: string): Promise<ReadonlyMap<string, number>> {
  const bars = await client.stock.byRange({ body: { symbol, start: firstDay, end: lastDay, timing: '_D' } })
  return new Map(bars.map(({ datetime, close }) => [new Date(datetime).toISOString().slice(0, 10), close]))
}

async function openStatement(page: Page, product: Product): Promise<Locator> {
  await page.goto(`${product.origin}/my-funds`)
  await page.getByRole('button', { name: 'Statement' }).click()
  const statement = page.getByRole('dialog', { name: 'Capital account statement' })
  for (const [label, day] of [
    ['From', firstDay],
    ['To', lastDay],
  ] as const) {
    await statement.getByLabel(label, { exact: true }).fill(day)
    await statement.getByLabel(label, { exact: true }).press('Enter')
  }
  await expect(statement.getByRole('columnheader', { name: `${firstDay} to ${lastDay}` }).first()).toBeVisible()
  return statement
}

const rowsOf = (statement: Locator, table: number): Promise<string[][]> =>
  statement
    .locator('table')
    .nth(table)
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((one) => one.textContent.trim())))

/** Every cell of Ann's statement, and the lines of its PDF, from the books by hand. */
async function statementByHand(hand: FeesByHand, owner: Owner, accountId: string) {
  const { ann, lines, unitValue } = hand
  const sessions = await readSessions(owner, accountId)
  const last = sessions.get(lastDay)!
  const value = hand.split(last.value)[0]
  const [percent] = hand.split(100)
  // What is open at the last close is in her part of the fund's open profit; the rest of her result is realised.
  const unrealised = value - hand.split(last.value - last.openProfit)[0]
  const realised = value - unrealised - lines.reduce((sum, { amount }) => sum + amount, 0)
  const accrued = hand.dueOf(ann)
  const net = value - accrued.management - accrued.performance
  const flows: readonly HandFlow[] = lines.flatMap(({ day, what, amount }) =>
    what.endsWith('fee') ? [] : [[day, amount] as const],
  )
  const ownReturn = ((ann.kept * unitValue) / 10 - 1) * 100
  const fundReturn = (unitValue / 10 - 1) * 100
  const yearly = rateByHalving(flows, value, lastDay) * 100
  const inSpy = sameCashIn(await readCloses(owner, 'SPY'), flows, lastDay)
  const inQqq = sameCashIn(await readCloses(owner, 'QQQ'), flows, lastDay)
  const days = `${firstDay} to ${lastDay}`
  const sums: readonly (readonly [string, number])[] = [
    ['Realised result before expenses', realised],
    ['Change in unrealised result', unrealised],
    ['Expenses', 0],
  ]
  const owes: readonly (readonly [string, number])[] = [
    ['Accrued management fee', -accrued.management],
    ['Accrued performance fee', -accrued.performance],
    ['Net value', net],
  ]
  const sumOf = (what: string): number => lines.reduce((sum, line) => sum + (line.what === what ? line.amount : 0), 0)
  return {
    account: [
      ['Opening balance · 0.00% of the fund', '$0.00', '0.0000', '$10.0000'],
      ...lines.map((line) => [
        `${line.day} · ${line.what}`,
        change(line.amount),
        grouped(line.units, 4),
        `$${line.unitValue.toFixed(4)}`,
      ]),
      ...sums.map(([label, amount]) => [label, change(amount), '', '']),
      [
        `Closing balance · close of ${lastDay} · ${percent.toFixed(2)}% of the fund`,
        dollars(value),
        grouped(ann.units, 4),
        `$${unitValue.toFixed(4)}`,
      ],
      ...owes.map(([label, amount]) => [label, dollars(amount), '', '']),
    ],
    returns: [
      ['Time-weighted, holder', ...twice(`${signed(ownReturn)}${days}`)],
      ['Time-weighted, fund', ...twice(`${signed(fundReturn)}${days}`)],
      ['Money-weighted (XIRR), a year', ...twice(signed(yearly))],
      ['Same cash in SPY', ...twice(dollars(inSpy))],
      ['Same cash in QQQ', ...twice(dollars(inQqq))],
    ],
    paper: [
      'Opening balance (0.00% of the fund) $0.00 0.00000000 $10.0000000000',
      ...[...new Set(lines.map(({ what }) => what))].map((what) => `${what} ${dollars(sumOf(what))}`),
      ...lines.map(
        ({ day, what, amount, units, unitValue: price }) =>
          `${day} ${what} ${dollars(amount)} ${grouped(units, 8)} $${price.toFixed(10)}`,
      ),
      ...[...sums, ...owes].map(([label, amount]) => `${label} ${dollars(amount)}`),
      `Closing balance, close of ${lastDay} (${percent.toFixed(2)}% of the fund) ${dollars(value)} ` +
        `${grouped(ann.units, 8)} $${unitValue.toFixed(10)}`,
      `Time-weighted return of the holder ${twice(`${ownReturn.toFixed(2)}%, ${days}`).join(' ')}`,
      `Time-weighted return of the fund ${twice(`${fundReturn.toFixed(2)}%, ${days}`).join(' ')}`,
      `Money-weighted return (XIRR), a year ${twice(`${yearly.toFixed(2)}%`).join(' ')}`,
      `Same cash in SPY ${twice(dollars(inSpy)).join(' ')}`,
      `Same cash in QQQ ${twice(dollars(inQqq)).join(' ')}`,
    ],
  }
}

const twice = (text: string): readonly string[] => [text, text]
const grouped = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
/** -12.5 is "-$12.50". */
const dollars = (amount: number): string =>
  (Math.abs(amount) < 0.005 ? 0 : amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
/** 12.5 is "+$12.50". */
const change = (amount: number): string => `${amount > 0 ? '+' : ''}${dollars(amount)}`
const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${percent.toFixed(2)}%`
