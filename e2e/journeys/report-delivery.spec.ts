// Reports by mail to a real mail server on this machine, prepared in the background, and on a schedule. Source:
// docs/rules/trading.md, "Static reports".
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { attachmentOf, startMailServer, type MailServer } from '../../packages/server/src/testing/mail-server.ts'
import { noPdfReader, reportScreen, textOfPdf } from '../screens/report-screen.ts'
import { cell } from '../support/cell.ts'
import { clubEnvironment, expect, shareProduct, test } from '../support/journey.ts'
import { databaseOf } from '../support/product-database.ts'
import { enterSession, openSession, people } from '../support/sign-in.ts'

let mails: MailServer
let folder: string

test.beforeAll(async () => {
  mails = await startMailServer()
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-mailed-'))
})
const home = shareProduct(() => ({
  environment: { ...clubEnvironment, SMTP_URL: mails.url, MAIL_FROM: 'Clubfolio <no-reply@club.example>' },
}))
test.afterAll(async () => {
  await mails.stop()
  await rm(folder, { recursive: true, force: true })
})

test.use({ ground: 'club', role: 'manager' })

const mailsTo = (address: string, after = 0) => mails.received.slice(after).filter(({ to }) => to.includes(address))
const emailField = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Email' })
const recipients = (dialog: Locator) => dialog.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
async function openMail(page: Page): Promise<Locator> {
  const report = reportScreen(page, home().product)
  await report.open('account-performance', 'Account performance by month')
  await report.act('Send by email')
  return report.dialog(/^Recipient List/)
}

test('addresses are added by Enter or Tab, removed by x, at most ten, beginning with one’s own', async ({ page }) => {
  const dialog = await openMail(page)
  await expect(recipients(dialog)).toHaveText([people.manager])
  const field = emailField(dialog)
  await expect(field).toBeFocused()
  await page.keyboard.type('ann@club.example')
  await page.keyboard.press('Enter')
  await page.keyboard.type('BEN@club.example')
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(recipients(dialog)).toHaveText([people.manager, 'ann@club.example', 'ben@club.example'])
  // Known addresses, in any case, are not added again.
  await page.keyboard.type('ANN@club.example')
  await page.keyboard.press('Enter')
  await expect(recipients(dialog)).toHaveCount(3)
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('"nobody" is not an e-mail address. Correct or remove it.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await field.fill('')
  await dialog.getByRole('button', { name: 'Remove ann@club.example' }).click()
  await expect(recipients(dialog)).toHaveText([people.manager, 'ben@club.example'])
  for (let count = 3; count <= 10; count++) {
    await field.fill(`p${count}@club.example`)
    await field.press('Enter')
  }
  await expect(recipients(dialog)).toHaveCount(10)
  await field.fill('eleventh@club.example')
  await field.press('Enter')
  await expect(dialog.getByText('A report goes to at most 10 addresses at once.')).toBeVisible()
  await expect(recipients(dialog)).toHaveCount(10)
})

test('the mail arrives at each address with the PDF and the comment, and the comment is gone afterwards', async ({
  page,
  product,
}) => {
  test.skip(noPdfReader !== undefined, noPdfReader)
  const dialog = await openMail(page)
  await emailField(dialog).fill('ann@club.example')
  await emailField(dialog).press('Enter')
  await dialog.getByLabel('Comment').fill('Have a look at February.\nÅsa')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(reportScreen(page, product).toast('The report is on its way to 2 addresses.')).toBeVisible()
  await expect
    .poll(() => [mailsTo(people.manager).length, mailsTo('ann@club.example').length], { timeout: 30_000 })
    .toEqual([1, 1])
  const [mail] = mailsTo('ann@club.example')
  expect(mail!.text).toContain('Subject: Report: Account performance by month')
  expect(mail!.text).toContain('Have a look at February.')
  expect(mail!.text).not.toContain(people.manager)
  const { headers, content } = attachmentOf(mail!, 'application/pdf')
  expect(headers).toContain('Account performance by month - ')
  const file = join(folder, 'mailed.pdf')
  await writeFile(file, content)
  const rows = reportScreen(page, product).rows('Account performance by month')
  const [february] = await cell(rows.filter({ hasText: '2026-02' }), 'Paid in and out').allInnerTexts()
  expect(textOfPdf(file)).toContain(february!)

  await reportScreen(page, product).act('Send by email')
  await expect(dialog.getByLabel('Comment')).toHaveValue('')
})

/** Where the top bar shows work that runs or has just ended. */
const tasks = (page: Page) => page.getByRole('button', { name: /^Tasks/ })
const toldTask = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: name })
const taskRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Tasks' }).locator('tbody tr').filter({ hasText: name })

async function prepare(page: Page, format: 'PDF' | 'CSV'): Promise<void> {
  const report = reportScreen(page, home().product)
  await report.act('Prepare in the background')
  const dialog = report.dialog(/^Prepare in the background/)
  if (format !== 'PDF') {
    await dialog.getByRole('checkbox', { name: format }).check({ force: true })
    await dialog.getByRole('checkbox', { name: 'PDF' }).uncheck({ force: true })
  }
  await dialog.getByRole('button', { name: 'Prepare' }).click()
}

test('a large report is cancelled in the list of runs while it is written: it says so everywhere, leaves no file, and the next one is written', async ({
  page,
  product,
}) => {
  const database = await databaseOf(product)
  await database.pool.query(
    `insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, symbol, net_amount_cents)
     select a.id, 'large-' || n, timestamptz '2026-03-03 15:00Z' - make_interval(secs => n), '2026-03-03', 'TRADE', 'Row ' || n, 'SPY', -n
     from account a join app_user u on u.id = a.owner_id, generate_series(1, 90000) n where u.email = $1`,
    [people.manager],
  )
  try {
    const report = reportScreen(page, product)
    await report.open('transactions', 'Transactions')
    await prepare(page, 'PDF')
    const run = report.dialog('Runs').getByRole('group', { name: 'Transactions' })
    const moves = (bar: Locator) => expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/, { timeout: 60_000 })
    await expect(run).toContainText('Running')
    await moves(run.getByRole('progressbar'))
    await page.keyboard.press('Escape')
    await tasks(page).click()
    const told = toldTask(page, 'Report Transactions')
    await moves(told.getByRole('progressbar'))

    await page.goto(`${product.origin}/static-report`)
    await page.getByRole('button', { name: 'Runs' }).click()
    await run.getByRole('button', { name: 'Cancel Transactions' }).click()
    await expect(report.toast('Report cancelled.')).toBeVisible()
    await expect(run).toContainText('Cancelled')
    await expect(run.getByRole('button')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await tasks(page).click()
    await expect(told).toContainText('cancelled')

    await page.goto(`${product.origin}/task`)
    await expect(taskRow(page, 'Report Transactions')).toContainText('Cancelled')
    await expect(taskRow(page, 'Report Transactions')).toContainText('Nothing was written or mailed.')
  } finally {
    await database.pool.query("delete from account_transaction where broker_id like 'large-%'")
    await database.close()
  }
  const report = reportScreen(page, product)
  await report.open('transactions', 'Transactions')
  await prepare(page, 'PDF')
  await expect(report.dialog('Runs').getByRole('button', { name: 'Download Transactions as PDF' })).toBeVisible({
    timeout: 30_000,
  })
})

test('a report whose rows are still read is cancelled on the Task page: its statement ends in the database', async ({
  page,
  product,
}) => {
  const database = await databaseOf(product)
  // The holder of the table's lock can make the worker's statement wait indefinitely.
  const lock = await database.pool.connect()
  const waiting = async () =>
    (
      await database.pool.query(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%account_transaction%' and query like '%rowCount%'",
      )
    ).rowCount
  try {
    const report = reportScreen(page, product)
    await report.open('income', 'Income')
    await lock.query('begin; lock table account_transaction in access exclusive mode')
    await prepare(page, 'CSV')
    const run = report.dialog('Runs').getByRole('group', { name: 'Income' })
    await expect(run).toContainText('Running')
    // Leaving the screen aborts its own reads, so that the one left is the run's.
    await page.goto(`${product.origin}/task`)
    await expect.poll(waiting).toBe(1)
    const row = taskRow(page, 'Report Income')
    await expect(row).toContainText('Running')
    await row.getByRole('button', { name: /^Cancel Report Income/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click()
    await expect(row).toContainText('Cancelled')
    // The table is still locked.
    await expect.poll(waiting).toBe(0)
    await tasks(page).click()
    await expect(toldTask(page, 'Report Income')).toContainText('cancelled')
    await page.keyboard.press('Escape')
    await lock.query('rollback')

    await report.open('income', 'Income')
    await prepare(page, 'CSV')
    await expect(run.getByRole('button', { name: 'Download Income as CSV' })).toBeVisible({ timeout: 30_000 })
    const cancelled = run.filter({ hasText: 'Cancelled' })
    await expect(cancelled).toHaveCount(1)
    await expect(cancelled.getByRole('button')).toHaveCount(0)
  } finally {
    lock.release(true)
    await database.close()
  }
})

test('a report is prepared in the background, shows how far it is, and is fetched from the runs until its day is over', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await report.open('fund-unit-values', 'Fund unit values')
  await report.act('Prepare in the background')
  const prepare = report.dialog(/^Prepare in the background/)
  await prepare.getByRole('checkbox', { name: 'PDF' }).uncheck({ force: true })
  await expect(prepare.getByRole('button', { name: 'Prepare' })).toBeDisabled()
  await prepare.getByRole('checkbox', { name: 'CSV' }).check({ force: true })
  await prepare.getByRole('checkbox', { name: 'Excel' }).check({ force: true })
  await prepare.getByRole('button', { name: 'Prepare' }).click()
  const runs = report.dialog('Runs')
  const run = runs.getByRole('group', { name: 'Fund unit values' })
  await expect(run.getByText('Done')).toBeVisible({ timeout: 30_000 })
  await expect(run).toContainText(/Prepared · 2026-03-04 .* · \d+ rows/)
  await expect(run).toContainText(/kept until 2026-03-05/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('button', { name: 'Download Fund unit values as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Fund unit values - .+\.csv$/)

  // The next day: the list still shows what was made, and the file is gone.
  await enterAt(page, '2026-03-05T15:30:00Z')
  await page.goto(`${product.origin}/static-report`)
  await page.getByRole('button', { name: 'Runs' }).click()
  await expect(run.getByText('Its files are no longer kept.')).toBeVisible()
  await expect(run.getByRole('button')).toHaveCount(0)
})

test('a schedule is made, runs, is edited, paused and deleted, with its history and what went wrong', async ({
  page,
  product,
}) => {
  await enterAt(page, '2026-03-09T14:00:00Z')
  const report = reportScreen(page, product)
  await report.open('income', 'Income', `&filter=${encodeURIComponent('account=ALL&period=2026-02-01..2026-02-28')}`)
  await report.act('Schedule')
  const form = report.dialog(/^Schedule Income/)
  await form.getByLabel('Name').fill('Monday income')
  await report.choose('Which days it covers', 'Monday to Sunday of the week before')
  await form.getByLabel('Comment').fill('For the meeting')
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect(report.toast('The schedule Monday income is saved.')).toBeVisible()

  await page.goto(`${product.origin}/static-report`)
  await page.getByRole('button', { name: 'Schedules' }).click()
  const schedule = report.dialog('Schedules').getByRole('region', { name: 'Monday income', exact: true })
  await expect(schedule).toContainText('Weekly on Monday at 07:00 New York time')
  await expect(schedule).toContainText('Period: Monday to Sunday of the week before, New York time')
  await expect(schedule).toContainText('Has not run yet.')

  // Run now, with a lost answer, and once more from the list after closing and opening it: one request, one run, one
  // mail.
  const before = mails.received.length
  const keys: (string | undefined)[] = []
  await page.route('**/static-report/run-schedule', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  })
  await page.route('**/request/settle', (route) => route.fulfill({ status: 504, body: 'no answer' }))
  const unconfirmed = page.getByRole('region', { name: 'Unconfirmed requests' })
  const run = schedule.getByRole('button', { name: 'Run now' })
  await run.click()
  await expect(unconfirmed).toContainText("We don't know yet whether this was carried out: Run a schedule.")
  await page.keyboard.press('Escape')
  await expect(report.dialog('Schedules')).toHaveCount(0)
  await page.getByRole('button', { name: 'Schedules' }).click()
  await run.click()
  await page.unroute('**/request/settle')
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(unconfirmed).toContainText('This was carried out: Run a schedule.', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await page.unroute('**/static-report/run-schedule')
  expect(keys).toHaveLength(1)
  await schedule.getByRole('button', { name: 'History' }).click()
  const history = schedule.getByRole('list', { name: 'History of Monday income' }).getByRole('listitem')
  await expect(history.first()).toContainText('Done', { timeout: 30_000 })
  await expect(history).toHaveCount(1)
  await expect.poll(() => mailsTo(people.manager, before).length).toBe(1)
  expect(mailsTo(people.manager, before)[0]!.text).toContain('Subject: Monday income')
  expect(mailsTo(people.manager, before)[0]!.text).toContain('For the meeting')

  // Edited: another hour, another address that the mail server has not seen, other days.
  await schedule.getByRole('button', { name: 'Edit Monday income' }).click()
  const editor = report.dialog(/^Edit schedule/)
  await report.choose('How often', 'Daily')
  await report.choose('Time in New York', '09:00')
  await editor.getByRole('button', { name: `Remove ${people.manager}` }).click()
  await emailField(editor).fill('desk@club.example')
  await emailField(editor).press('Enter')
  await editor.getByRole('checkbox', { name: 'CSV' }).check({ force: true })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(schedule).toContainText('Daily at 09:00 New York time · to desk@club.example')

  // It runs at its time, once.
  await enterAt(page, '2026-03-10T13:00:30Z')
  await expect.poll(() => mailsTo('desk@club.example').length, { timeout: 30_000 }).toBe(1)
  expect(attachmentOf(mailsTo('desk@club.example')[0]!, 'text/csv').headers).toMatch(/Income - .+\.csv/)

  // While paused, its next time passes without a mail.
  await page.goto(`${product.origin}/static-report`)
  await page.getByRole('button', { name: 'Schedules' }).click()
  await schedule.getByRole('switch', { name: 'Monday income runs' }).click()
  await expect(schedule).toContainText('Paused: no next run.')
  await enterAt(page, '2026-03-11T13:00:30Z')
  expect(mailsTo('desk@club.example')).toHaveLength(1)
  await page.goto(`${product.origin}/static-report`)
  await page.getByRole('button', { name: 'Schedules' }).click()
  await schedule.getByRole('button', { name: 'Delete Monday income' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(schedule).toHaveCount(0)
})

/** Moves product and browser to an instant at which the session has expired, and opens another one. */
async function enterAt(page: Page, toIso: string): Promise<void> {
  const { product } = home()
  await product.moveClock(toIso)
  await page.context().clock.setSystemTime(toIso)
  await enterSession(page, product, await openSession(page.context().request, product, people.manager))
}
