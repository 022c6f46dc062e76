// The output of a static report over the demonstration: whose rows it shows, its graph, files and print. Source:
// docs/rules/trading.md, "Static reports".
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { noPdfReader, reportScreen, textOfPdf } from '../screens/report-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { expect, test } from '../support/journey.ts'
import { enterSession, startBrowserClock } from '../support/sign-in.ts'
import { findFullChromium } from '../../scripts/set-up/find-chromium.mjs'

test.use({ ground: 'club', role: 'manager' })

test('a member finds the reports that answer for them, their own capital account among them, and none of the manager’s', async ({
  page,
  product,
  home,
}) => {
  await enterSession(page, product, (await home.demonstrationPerson('member')).user)
  const report = reportScreen(page, product)
  await page.goto(`${product.origin}/static-report`)
  await expect(page.getByRole('button', { name: /^Market movers/ })).toBeVisible()
  for (const name of ['Transactions', 'Member capital account', 'User activity'])
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  await page.getByRole('button', { name: /^My capital account/ }).click()
  await expect(report.rows('My capital account').last()).toContainText('Closing balance')
  await expect(page.getByText(/Vogel|Adler|Berger|Kern/)).toHaveCount(0)
  const menu = await report.openActions()
  await expect(menu.getByRole('menuitem', { name: 'PDF', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  // The key of a manager's report opens nothing, even if it is written into the address.
  await page.goto(`${product.origin}/static-report?report=transactions`)
  await expect(page.getByText('The report could not be opened')).toBeVisible()
  await expect(page.getByText('This was not found, or it is not yours.').first()).toBeVisible()
})

test('a code opens its monthly graph, and a report with a graph draws it', async ({ page, product }) => {
  const report = reportScreen(page, product)
  await report.open('open-positions', 'Open positions')
  const graph = page.getByRole('img', { name: /^Bars over/ })
  await expect(graph).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(graph).toBeHidden()
  await page.getByRole('button', { name: 'Show', exact: true }).first().click()
  await report
    .table('Open positions')
    .getByRole('button', { name: /^Graph of/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a report is downloaded under its name as PDF, Excel and CSV, with the visible columns', async ({
  page,
  product,
}) => {
  test.skip(noPdfReader !== undefined, noPdfReader)
  const report = reportScreen(page, product)
  await report.open('fund-unit-values', 'Fund unit values')
  const pdf = await report.download('PDF')
  expect(pdf.suggestedFilename()).toMatch(/^Fund unit values - .+ - \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.pdf$/)
  const words = textOfPdf(await pdf.path())
  const [day] = await report.column('Fund unit values', 'Close')
  const [units] = await report.column('Fund unit values', 'Units')
  for (const text of [
    'Fund unit values',
    'Account: ',
    'Figures of the close of 2026-03-03',
    'Written 2026-03-04 10:00',
    'Close',
    day!,
    units!,
    'page 1 of',
  ])
    expect(words).toContain(text)

  const sheet = await report.download('Excel')
  expect(sheet.suggestedFilename()).toMatch(/^Fund unit values - .+\.xlsx$/)
  // A spreadsheet is a ZIP file.
  expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Units', exact: true }).uncheck({ force: true })
  await page.keyboard.press('Escape')
  const csv = await report.download('CSV')
  expect(csv.suggestedFilename()).toMatch(/^Fund unit values - .+\.csv$/)
  const lines = (await readFile(await csv.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]!.split(',')).not.toContain('Units')
  expect(lines[0]!.split(',')).toContain('Unit Value')
  await expect(page.getByText(`${lines.length - 1} rows`)).toBeVisible()
  // Figures that the screen shortens are complete in files for further computation.
  expect(lines[1]).toMatch(/\d\.\d{5,10}(,|$)/)
})

test('a capital account states nothing before the fund opened and nothing after today, on the screen, as a file and as a statement', async ({
  page,
  product,
  person,
}) => {
  test.skip(noPdfReader !== undefined, noPdfReader)
  const { client } = person
  const [account] = await client.account.viewMyAccount({ params: { userId: person.id } })
  const [member] = await client.member.findMemberByKeyword({ params: { keyword: 'lind' } })
  const [accountId, memberId] = [account!.id, member!.id]
  const report = reportScreen(page, product)
  const name = 'Member capital account'
  const choose = (from: string, to: string) =>
    `&filter=${encodeURIComponent(`account=${accountId}&member=${memberId}&period=${from}..${to}`)}`
  for (const [year, why] of [
    ['2024', /^The fund opened on 2025-\d\d-\d\d; nothing is stated before it\.$/],
    ['2027', '2027-01-01 to 2027-12-31 is still to come; nothing is stated after 2026-03-04.'],
  ] as const) {
    const [from, to] = [`${year}-01-01`, `${year}-12-31`]
    await page.goto(`${product.origin}/static-report?report=member-capital-account${choose(from, to)}`)
    await expect(page.getByText(why)).toBeVisible()
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Closing balance' })).toHaveCount(0)
    await expect((await report.openActions()).getByRole('menuitem', { name: 'PDF', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    // Requested without the screen, the statement is refused, as figures and as a file.
    const params = { accountId, memberId, from, to }
    const refused =
      year === '2024'
        ? /^The fund opened on 2025-.*; nothing is stated for 2024-01-01 to 2024-12-31\.$/
        : 'A statement is made for days up to 2026-03-04; 2027-12-31 is still to come.'
    for (const ask of [client.fund.findStatement, client.fund.printStatement])
      await expect(ask({ params })).rejects.toThrow(refused)
  }

  // A year that has not ended is stated up to today, in the file as well.
  await report.open('member-capital-account', name, choose('2026-01-01', '2026-12-31'))
  expect((await report.column(name, 'Day')).at(-1)).toBe('2026-03-04')
  const [closing] = await cell(report.rows(name).filter({ hasText: 'Closing balance' }), 'Amount').allInnerTexts()
  const words = textOfPdf(await (await report.download('PDF')).path())
  expect(words).toContain('2026-03-04 is today, and nothing is stated after it')
  expect(words).toMatch(new RegExp(`2026-03-04 +Closing balance +${closing!.replace(/[$.]/g, '\\$&')}`))

  // The days of a statement end with the last close, and start with the opening.
  await page.goto(`${product.origin}/account-mapping`)
  await page.getByRole('button', { name: 'Statements', exact: true }).click()
  const statement = page.getByRole('dialog', { name: /^Capital account statement/ })
  await expect(statement.getByText(/^Closing balance/)).toBeVisible()
  const to = statement.getByRole('textbox', { name: 'To', exact: true })
  await to.fill('2026-03-04')
  await expect(statement.getByText(/^Enter a day from .* to 2026-03-03\.$/)).toBeVisible()
  await to.fill('2026-03-03')
  await expect(statement.getByRole('columnheader', { name: /to 2026-03-03$/ }).first()).toBeVisible()
})

test('a report is printed through a hidden frame', async ({ person, product }) => {
  // The frame contains a PDF, for which the headless shell has no viewer.
  const executablePath = findFullChromium()
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage()
  await startBrowserClock(page.context(), product.now)
  await enterSession(page, product, person.user)
  await page.addInitScript(() => {
    window.print = () => window.top?.postMessage('printed', '*')
    addEventListener(
      'message',
      (event) => event.data === 'printed' && document.body.setAttribute('data-printed', 'frame'),
    )
  })
  const report = reportScreen(page, product)
  await report.open('fund-unit-values', 'Fund unit values')
  await report.act('Print')
  await expect(page.locator('iframe#print-frame')).toBeAttached()
  await expect(page.locator('body[data-printed="frame"]')).toBeAttached()
  await browser.close()
})

test('where the browser shows no PDF files, a report is downloaded instead of printed, and the screen says so', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  const report = reportScreen(page, product)
  await report.open('fund-unit-values', 'Fund unit values')
  const downloaded = page.waitForEvent('download')
  await report.act('Print')
  expect((await downloaded).suggestedFilename()).toMatch(
    /^Fund unit values - .+ - \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.pdf$/,
  )
  await expect(report.toast('This browser cannot print the file from here; it was downloaded instead.')).toBeVisible()
})

test('filters are kept under a name, opened, renamed and deleted', async ({ page, product }) => {
  const report = reportScreen(page, product)
  await report.open(
    'market-movers',
    'Market movers',
    `&filter=${encodeURIComponent('timing=MONTH&side=LOSERS&assetType=ALL&lowestPrice=10')}&sort=code&direction=DESC`.replace(
      'sort=code',
      'sort=name',
    ),
  )
  await report.act('Save')
  await report.dialog('Save filters').getByLabel('Name').fill('Falling')
  await expectAccessible(page, 'saving filters')
  await page.keyboard.press('Enter')
  await expect(report.toast('Falling was saved.')).toBeVisible()
  await page.goto(`${product.origin}/static-report?report=market-movers`)
  await expect(page.getByRole('radio', { name: 'Winners' })).toBeChecked()
  const saved = page.getByRole('button', { name: 'Saved filters' })
  await saved.click()
  await page.getByRole('menuitem', { name: 'Falling' }).click()
  await expect(page).toHaveURL(/side%3DLOSERS.*sort=name&direction=DESC/)
  await expect(page.getByRole('radio', { name: 'Losers' })).toBeChecked()

  await saved.click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  const dialog = report.dialog('Saved filters')
  await dialog.getByRole('button', { name: /^Name of Falling/ }).dblclick()
  await dialog.getByRole('textbox', { name: 'Name of Falling' }).fill('Fallen')
  await page.keyboard.press('Enter')
  await expect(report.toast('It is called Fallen now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Fallen' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Delete Fallen' })).toHaveCount(0)
})
