// Brings Account Mapping and the books of a fund into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { booksScreen } from './books-screen.ts'
import { otherMemberIds } from './prepare-member.ts'
import { openFileAccount } from './statement-files-screen.ts'

export async function openDetail(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Participations' }).getByText('Nora Lind').click()
  const detail = page.getByRole('region', { name: 'Detail of Nora Lind' })
  await detail.getByRole('switch').first().waitFor()
  await detail.locator('canvas').first().waitFor()
}

export async function openBankFields(page: Page, kind: 'New Bank Account' | 'Exist Bank Account'): Promise<void> {
  await page.getByRole('button', { name: 'New Participation' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Member').fill('lin')
  await page.getByRole('option', { name: 'Lind, Nora' }).click()
  await dialog.getByLabel('Amount').fill('2500')
  await dialog.getByRole('switch', { name: 'Bank details' }).check()
  await dialog.getByText(kind, { exact: true }).click()
}

export async function openStatementMail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Statements', exact: true }).click()
  const mail = page.getByRole('dialog').getByRole('region', { name: 'By mail' })
  const mailed = mail.getByRole('button', { name: /as it was mailed$/ })
  await mail.getByText('Nothing was mailed').or(mailed.first()).waitFor()
  if ((await mailed.count()) === 0) await mail.getByRole('button', { name: /^Mail to Ruth/ }).click()
  await mailed.first().waitFor()
}

export async function openMatching(page: Page): Promise<void> {
  await booksScreen(page).open('Matching')
}

/** On a phone the parts of the books are a list to choose from. */
export async function openBooks(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: 'Books' }).click()
  const dialog = page.getByRole('dialog')
  const list = dialog.getByRole('combobox', { name: 'Part of the books' })
  await dialog.getByText('Matching', { exact: true }).or(list).first().waitFor()
  if (await list.isVisible()) {
    await list.click()
    await page.getByRole('option', { name: part }).click()
  } else await dialog.getByText(part, { exact: true }).click()
}

export async function openNewDocument(page: Page): Promise<void> {
  await openBooks(page, 'Documents')
  await page.getByRole('button', { name: 'Upload a document' }).click()
  const form = page.getByRole('region', { name: 'Upload a document' })
  await form.getByText('Minutes', { exact: true }).click()
  await form.getByLabel(/^Day of the meeting/).waitFor()
}

export async function openExport(page: Page): Promise<void> {
  await openBooks(page, 'Settings')
  await page.getByRole('region', { name: 'Export' }).scrollIntoViewIfNeeded()
}

/** Yearly statements with allocations, which some members have opened and one has not received. */
export async function openStatementRecipients(page: Page): Promise<void> {
  const [from, to] = ['2025-01-01', '2025-12-31']
  const run = { from, to, at: '2026-01-05T13:00:00Z', sent: 2, opened: 1, waiting: 0, failed: 1, notes: [] }
  const statements = {
    timing: { frequency: 'YEARLY', monthDay: 5, hour: 8 },
    nextAt: '2027-01-05T13:00:00Z',
    held: null,
    runs: [
      { ...run, notes: ['Jon Vale: the address was refused by their mail server'] },
      { ...run, from: '2024-03-01', to: '2024-12-31', at: '2025-01-05T13:00:00Z', sent: 3, failed: 0 },
    ],
  }
  const mailed = [
    { holder: 'Nora Lind', recipient: 'nora.lind@example.com', openedAt: '2026-01-06T15:00:00Z' },
    { holder: 'Ruth Okafor-Lindqvist', recipient: 'ruth.okafor-lindqvist@harbour-club.example', openedAt: null },
    { holder: 'Jon Vale', recipient: 'jon@example.com', state: 'failed', sentAt: null, openedAt: null },
  ].map((one, index) => ({
    id: otherMemberIds[0].replace(/2$/, String(index)),
    memberId: otherMemberIds[1].replace(/3$/, String(index)),
    from,
    to,
    state: 'sent',
    reason: null,
    requestedAt: run.at,
    sentAt: run.at,
    hasAllocation: true,
    ...one,
  }))
  let books: object | undefined
  await page.route('**/find-books/**', async (route) => {
    books ??= await (await route.fetch()).json()
    await route.fulfill({ json: { ...books, statements } })
  })
  await page.route('**/find-mailed-statements/**', (route) => route.fulfill({ json: mailed }))
  await page.reload()
  await openBooks(page, 'Settings')
  const setting = page.getByRole('region', { name: 'Statements by mail' })
  await setting.getByRole('button', { name: /^Members, 2025-01/ }).click()
  const list = setting.getByRole('table').getByText('Nora Lind')
  await list.scrollIntoViewIfNeeded()
}

export async function showFees(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Performance fee' }).waitFor()
}

export async function openFeeForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set a|Change the) performance fee$/ }).click()
  const form = page.getByRole('dialog', { name: 'Performance fee' })
  await form.getByLabel(/^Rate of the gain/).fill('20')
  await form.getByLabel(/^Hurdle a year/).fill('5')
  await form.getByRole('button', { name: 'Add a member' }).click()
}

/** The choice of the new account, with what the move would do. The account to move to is opened the first time. */
export async function openFundMove(page: Page): Promise<void> {
  await openFileAccount(page)
  const inView = page.getByTitle(/^The account in view/)
  const own = page.getByRole('menuitemradio').filter({ hasNotText: 'Read only' })
  await inView.click()
  await own.first().waitFor()
  if ((await own.count()) < 2) {
    await page.keyboard.press('Escape')
    await page.goto(new URL('/wallet', page.url()).href)
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByText(/is open and linked\.$/).waitFor()
    await inView.click()
  }
  await own.filter({ hasText: 'default' }).click()
  // The menu of a phone is closed.
  await page.goto(new URL('/account-mapping', page.url()).href)
  await booksScreen(page).open('Settings')
  await page.getByRole('button', { name: 'Move the fund to another account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the fund to another account' })
  await dialog.getByPlaceholder('Choose an account').click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('region', { name: 'What the move does' }).waitFor()
}

/** The question before a result is booked: nothing of the fund has arrived in the new account. */
export async function openFundMoveQuestion(page: Page): Promise<void> {
  await openFundMove(page)
  const dialog = page.getByRole('dialog', { name: 'Move the fund to another account' })
  await dialog.getByRole('combobox', { name: 'Everything has arrived' }).click()
  await page.getByRole('option', { name: /the new account held it all then$/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog', { name: /^Book a result/ }).waitFor()
}

export async function openTotalDerivation(page: Page): Promise<void> {
  const total = page.getByRole('table', { name: 'What earned the money' }).locator('tfoot')
  const stack = page.getByRole('list', { name: 'What earned the money' }).getByRole('listitem')
  await total
    .or(stack.filter({ hasText: 'Time-weighted return' }))
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('dialog').getByText('Sum of the lines', { exact: true }).waitFor()
}

export async function openLineDerivation(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /, weight / })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Sum of the closes').waitFor()
}
