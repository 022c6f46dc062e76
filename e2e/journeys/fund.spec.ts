// The full life of a fund: three members join at different unit values, one transfers units, all bear an expense, one
// leaves, the period is closed. The broker's figures of each session are read from the screen; everything else is
// computed by hand and compared with it. Source: docs/rules/accounts.md, "Account Mapping"; docs/rules/fund.md.
import type { BrowserContext, Page } from '@playwright/test'
import { booksScreen } from '../screens/books-screen.ts'
import { fundScreen, type FundScreen } from '../screens/fund-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { FundByHand, money, readMoney } from '../support/fund-by-hand.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { linkDemonstrationLogin, readAccounts } from '../support/link-account.ts'
import { enterSession, openSession, people } from '../support/sign-in.ts'

const home = shareProduct()

const ann = { search: 'kell', shown: 'Keller, Ann' }
const ben = { search: 'oka', shown: 'Okafor, Ben' }
const cleo = { search: 'tan', shown: 'Tanaka, Cleo' }
const holders = ['Ann Keller', 'Ben Okafor', 'Cleo Tanaka', 'Unallocated'] as const

test('three members join at different unit values, one leaves, and every number is the one worked out by hand', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(600_000)
  const fund = fundScreen(page)
  const books = booksScreen(page)
  const manager = await home().demonstrationPerson('manager')
  // An account whose positions float.
  await linkDemonstrationLogin(manager)
  await readAccounts(manager)
  await enterSession(page, product, manager.user)
  for (const [firstName, lastName, phone] of [
    ['Ann', 'Keller', '2125550141'],
    ['Ben', 'Okafor', '2125550142'],
    ['Cleo', 'Tanaka', '2125550143'],
  ] as const) {
    if (firstName === 'Ann') await page.goto(`${product.origin}/member`)
    await fund.addMember({ firstName, lastName, phone })
  }

  // The account is a year old and holds positions; the fund opens today, at its current value.
  await page.goto(`${product.origin}/account-mapping`)
  await books.open('Settings')
  await expectAccessible(page, 'settings of the books')
  await books.openOn('2026-03-04 · $')
  await books.close()
  await expect(page.getByText('TWR since 2026-03-04')).toBeVisible()
  const [opening] = await brokerLine(page)
  const hand = new FundByHand(opening!.broker, opening!.openProfit)

  await fund.record({ member: ann, amount: '40000', description: 'Founding member' })
  await expect(fund.dialog).toHaveCount(0)
  hand.hand('Unallocated', 'Ann Keller', 4_000_000n)
  await expectByHand(fund, hand, ['Ann Keller', 'Unallocated'])

  await nextDay(page, context, '2026-03-05', '2026-03-04')
  hand.close(await closeOf(page, '2026-03-04'))
  await fund.record({ member: ben, amount: '10000', description: 'Joins' })
  await expect(fund.dialog).toHaveCount(0)
  hand.payIn('Ben Okafor', 1_000_000n)
  await expectByHand(fund, hand, ['Ann Keller', 'Ben Okafor', 'Unallocated'])

  await nextDay(page, context, '2026-03-06', '2026-03-05')
  hand.close({ ...(await closeOf(page, '2026-03-05')), movements: 1_000_000n })
  await fund.record({ member: cleo, amount: '5000', description: 'Joins' })
  await expect(fund.dialog).toHaveCount(0)
  hand.payIn('Cleo Tanaka', 500_000n)
  await expectByHand(fund, hand)

  await books.open('Transfers')
  await books.recordTransfer('Keller, Ann', 'Tanaka, Cleo', '1000', 'A gift')
  await expectAccessible(page, 'transfers')
  await books.open('Expenses')
  await books.recordExpense('120', 'Accountant')
  await expectAccessible(page, 'expenses')
  await books.close()
  hand.hand('Ann Keller', 'Cleo Tanaka', 100_000n)
  // The expense counts from the close of its day on.
  await expectByHand(fund, hand)

  await nextDay(page, context, '2026-03-09', '2026-03-06')
  hand.close({ ...(await closeOf(page, '2026-03-06')), movements: 500_000n, expenses: 12_000n })
  const annsCost = hand.partOf(12_000n, 'Ann Keller')
  await expectByHand(fund, hand)
  const bensValue = hand.rowOf('Ben Okafor').value
  await fund.record({
    member: ben,
    amount: money(bensValue + 1n).replaceAll(/[$,]/g, ''),
    description: 'Leaves',
    isRetribution: true,
  })
  await expect(fund.dialog.getByText(`At most ${money(bensValue)} can be taken out on 2026-03-09.`)).toBeVisible()
  await fund.dialog.getByLabel('Amount').fill(money(bensValue).replaceAll(/[$,]/g, ''))
  await fund.dialog.getByRole('button', { name: 'Create' }).click()
  await expect(fund.dialog).toHaveCount(0)
  expect(hand.leave('Ben Okafor')).toBe(bensValue)
  await expectByHand(fund, hand)
  expect(hand.units.get('Ben Okafor')).toBe(0n)

  await nextDay(page, context, '2026-03-10', '2026-03-09')
  hand.close({ ...(await closeOf(page, '2026-03-09')), movements: -bensValue })
  await expectByHand(fund, hand)
  expect(await fund.figure('Cash outside')).toBe(money(-12_000n))
  await expectDetail(page, hand)
  await expectStatement(page, hand, annsCost)

  await books.open('Settings')
  await books.closePeriod('9 March 2026')
  await books.close()
  await fund.record({ member: cleo, amount: '50', description: 'Forgotten', date: '9 March 2026' })
  await expect(fund.dialog.getByText(/closed up to 2026-03-09/)).toBeVisible()
  await expectAccessible(page, 'an entry of a closed period')
  // Esc asks before it discards what was entered, and answers its own question with no.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(fund.dialog.getByLabel('Description')).toHaveValue('Forgotten')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(fund.dialog).toHaveCount(0)
  await expectByHand(fund, hand)
  await expectMoneyToGoBack(page, fund, hand)
})

/** The next morning, once the close of the previous session has been read; no session lasts overnight. */
async function nextDay(page: Page, context: BrowserContext, day: string, lastClose: string): Promise<void> {
  const { product } = home()
  await product.moveClock(`${day}T14:30:00Z`)
  await context.clock.setSystemTime(`${day}T14:30:00Z`)
  await enterSession(page, product, await openSession(context.request, product, people.manager))
  await expect(async () => {
    await page.goto(`${product.origin}/account-mapping`)
    await expect(page.getByText(`priced ${lastClose}`)).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** Returns the broker's figures of every session, newest first: value and open profit of the positions. */
async function brokerLine(page: Page): Promise<{ day: string; broker: bigint; openProfit: bigint }[]> {
  const rows = await booksScreen(page).derivation('what is in the account', 'In the account')
  return rows.map(([day = '', , broker = '', , openProfit = '']) => ({
    day,
    broker: readMoney(broker),
    openProfit: readMoney(openProfit),
  }))
}

async function closeOf(page: Page, day: string): Promise<{ broker: bigint; openProfit: bigint }> {
  const close = (await brokerLine(page)).find((one) => one.day === day)
  if (!close) throw new Error(`There is no close of ${day}.`)
  return close
}

async function expectByHand(fund: FundScreen, hand: FundByHand, shown: readonly string[] = holders): Promise<void> {
  await expect(fund.participations.locator('tfoot')).toContainText(money(hand.value))
  const rows = shown.map((name) => {
    const { amount, percent, profit, value } = hand.rowOf(name)
    return [name, money(amount), percent, money(profit, '+'), money(value)]
  })
  // Table and overview are two responses, and each may arrive a moment after the entry's dialog has closed.
  await expect.poll(() => fund.rows()).toEqual(rows)
  await expect.poll(() => fund.figure('Fund value')).toBe(money(hand.value))
  await expect.poll(() => fund.figure('Unit value')).toBe(`$${hand.unitValue(4)}`)
  await expect.poll(() => fund.figure('Cash outside')).toBe(money(hand.outside))
  await expect.poll(() => fund.figure('Unallocated')).toBe(money(hand.rowOf('Unallocated').value))
}

async function expectDetail(page: Page, hand: FundByHand): Promise<void> {
  await page.getByRole('table', { name: 'Participations' }).getByText('Ann Keller').click()
  const detail = page.getByRole('region', { name: 'Detail of Ann Keller' })
  const { floating, real, value } = hand.rowOf('Ann Keller')
  const figure = (label: string) =>
    detail
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd')
  await expect(figure('Value')).toHaveText(money(value))
  await expect(figure('Floating')).toContainText(money(floating, '+'))
  await expect(figure('Real')).toContainText(money(real, '+'))
  await detail.getByRole('button', { name: 'Close the detail' }).click()
}

/** A contribution that made its own deposit is deleted: the dialog shows where the money is, and it is sent back. */
async function expectMoneyToGoBack(page: Page, fund: FundScreen, hand: FundByHand): Promise<void> {
  await fund.record({ member: cleo, amount: '75', description: 'By mistake' })
  await expect(fund.dialog).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'Delete this contribution?' })
  await expect(async () => {
    await page.goto(`${home().product.origin}/account-mapping`)
    await page.getByRole('table', { name: 'Participations' }).getByText('Cleo Tanaka').click()
    await page.getByRole('button', { name: 'Delete the entry of 2026-03-10' }).click()
    await expect(dialog.getByText('What happens to the $75.00?')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(dialog).toContainText('Its deposit of $75.00 has been in the account since 2026-03-10.')
  await expectAccessible(page, 'the deletion of an entry with its deposit')
  await dialog.getByLabel('Send it back').check()
  await dialog.getByLabel('Why').fill('Paid by somebody else')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('Contribution deleted. The $75.00 is being sent back; follow it under Books, Transfers.'),
  ).toBeVisible()
  const books = booksScreen(page)
  await expect(async () => {
    await page.reload()
    await books.open('Transfers')
    await expect(books.dialog.getByRole('region', { name: 'Money at the brokerage' })).toContainText(
      /Cleo Tanaka · Sent back.*Done.*-\$75\.00/,
      { timeout: 2_000 },
    )
  }).toPass()
  await books.open('Matching')
  await expect(books.dialog.getByRole('group', { name: 'Movements at the broker' }).getByText('$75.00')).toHaveCount(0)
  await books.close()
  await expectByHand(fund, hand)
}

async function expectStatement(page: Page, hand: FundByHand, cost: bigint): Promise<void> {
  await page.getByRole('button', { name: 'Statements', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Capital account statement/ })
  await expect(dialog.getByText('Closing balance')).toBeVisible()
  const cells = await dialog
    .locator('table')
    .first()
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent.trim())),
    )
  const { value, percent, real, floating } = hand.rowOf('Ann Keller')
  expect(cells).toEqual([
    ['Opening balance · 0.00% of the fund', '$0.00'],
    ['2026-03-04 · Funded from the opening', '+$40,000.00'],
    ['2026-03-06 · Transfer', '-$1,000.00'],
    ['Realised result before expenses', money(real + cost, '+')],
    ['Change in unrealised result', money(floating, '+')],
    ['Expenses', money(-cost)],
    [`Closing balance · close of 2026-03-09 · ${percent} of the fund`, money(value)],
  ])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(
    /^Capital account statement - .+ - 2026-03-04 to 2026-03-09\.pdf$/,
  )
  await page.keyboard.press('Escape')
}
