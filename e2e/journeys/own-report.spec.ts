// Dynamic reports: composed with a live preview, saved, run like any other, shared, and opened by another user on their
// own rows. Source: docs/rules/trading.md, "Dynamic reports".
import type { Locator, Page } from '@playwright/test'
import { noPdfReader, reportScreen, textOfPdf, type ReportScreen } from '../screens/report-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { mendAndRetry } from '../support/failing-call.ts'
import { expect, test } from '../support/journey.ts'
import type { Product } from '../support/product.ts'
import { enterSession, startBrowserClock } from '../support/sign-in.ts'

test.use({ ground: 'club', role: 'manager' })

const preview = (page: Page) => page.getByRole('table', { name: 'Preview', exact: true })
const heads = (page: Page) => preview(page).locator('thead th').allInnerTexts()
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
/** Input is read when the typing pauses. */
const rest = (page: Page) => page.clock.runFor(1_000)
async function pick(page: Page, report: ReportScreen, field: string, option: string): Promise<void> {
  await report.choose(field, option)
  await rest(page)
}
async function compose(page: Page, product: Product, report: ReportScreen, dataset: string): Promise<void> {
  await page.goto(`${product.origin}/dynamic-report?mode=new`)
  await expect(preview(page).or(page.getByText('No rows')).first()).toBeVisible()
  await pick(page, report, 'Dataset', dataset)
}

test('a list is composed: columns, conditions and order show at once, a wrong step says what is missing, and a phone composes as well', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await compose(page, product, report, 'Market movers')
  await expect.poll(() => heads(page)).toEqual(['#', 'Code', 'Name', 'Type', 'Open', 'Last'])
  await group(page, 'Columns').getByRole('button', { name: 'Remove #' }).click()
  await group(page, 'Columns').getByRole('button', { name: 'Remove Open' }).click()
  await group(page, 'Columns').getByRole('button', { name: 'Move Last up' }).press('Enter')
  await pick(page, report, 'Add a column', 'Change %')
  await expect.poll(() => heads(page)).toEqual(['Code', 'Name', 'Last', 'Type', 'Change %'])

  await pick(page, report, 'Add a condition', 'Last')
  await expect(page.getByRole('main').getByText('The condition on Last needs a value.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectAccessible(page, 'the composer with something missing')
  await pick(page, report, 'Comparison of Last', 'above')
  await page.getByRole('textbox', { name: 'Value of Last' }).fill('50')
  await pick(page, report, 'Order by', 'Last')
  const prices = async () => (await report.column('Preview', 'Last')).map((text) => Number(text.replace(/[$,]/g, '')))
  const isInOrder = async (order: (one: number, other: number) => number) => {
    const shown = await prices()
    return shown.length > 1 && shown.every((price) => price > 50) && shown.join() === shown.toSorted(order).join()
  }
  await expect.poll(() => isInOrder((one, other) => one - other)).toBe(true)
  await pick(page, report, 'Direction of Last', 'Down')
  await expect.poll(() => isInOrder((one, other) => other - one)).toBe(true)

  // No row matches: shown in place.
  await page.getByRole('textbox', { name: 'Value of Last' }).fill('99999999')
  await rest(page)
  await expect(page.getByText('No rows match these filters and conditions.')).toBeVisible()
  // Leaving asks, because nothing is saved yet.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dynamic Report' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await compose(page, product, report, 'Market movers')
  await expect(preview(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

test('what is composed is not thrown away unasked, by the menu, by Back, by closing the tab or by Logout; saved and untouched work asks nothing', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  const question = page.getByRole('dialog', { name: 'Do you want to leave without saving?' })
  const menuLink = page.getByRole('link', { name: 'Members', exact: true })
  const members = page.getByRole('heading', { name: 'Members', level: 1 })
  const value = page.getByRole('textbox', { name: 'Value of Last' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/mode=new/)
    await expect(value).toHaveValue('50')
  }
  const begin = async () => {
    await page.goto(`${product.origin}/dynamic-report`)
    await page.getByRole('button', { name: 'New report' }).first().click()
    await pick(page, report, 'Dataset', 'Market movers')
  }
  await begin()
  await menuLink.click()
  await expect(members).toBeVisible()

  await begin()
  await pick(page, report, 'Add a condition', 'Last')
  await value.fill('50')
  await menuLink.click()
  await expect(question).toContainText('What you composed is lost.')
  await expectAccessible(page, 'the question about unsaved work')
  await stay()
  await page.goBack()
  await stay()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await stay()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await asked
  expect(closing.type()).toBe('beforeunload')
  await closing.dismiss()
  await expect(value).toHaveValue('50')

  // A change that was undone is nothing to lose; the next one is.
  await page.getByRole('button', { name: 'Remove the condition on Last' }).click()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await pick(page, report, 'Add a condition', 'Last')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Dynamic Report' })).toBeVisible()

  await begin()
  await pick(page, report, 'Add a column', 'Change %')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await report.dialog('Save report').getByLabel('Name').fill('Kept movers')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kept movers' }).first()).toBeVisible()
  await menuLink.click()
  await expect(members).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Kept movers' }).first()).toBeVisible()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test('a graph has one bar for all rows of a month, in the order of months, and splits them by type with a legend', async ({
  page,
  product,
}) => {
  const report = reportScreen(page, product)
  await compose(page, product, report, 'Transactions')
  await page.getByText('Groups and sums').click()
  await pick(page, report, 'Add a group', 'Trade Date')
  await pick(page, report, 'Add a group', 'Type')
  await pick(page, report, 'Add a sum', 'Net Amount')
  await page.getByRole('switch', { name: 'Graph' }).click()
  await rest(page)
  const graph = page.getByRole('img', { name: /^Bars over/ })
  await expect(graph).toBeVisible()
  const months = await report.column('Preview', 'Trade Date by month')
  const different = [...new Set(months)].toSorted()
  expect(months.length).toBeGreaterThan(different.length)
  await expect(graph).toHaveAccessibleName(new RegExp(`^Bars over ${different.length} values of Trade Date by month`))
  await expect(graph.getByText(/^20\d\d-/).first()).toHaveText(different[0]!)

  await pick(page, report, 'Split by', 'Type')
  await expect(graph).toHaveAccessibleName(
    /Sum of Net Amount · Dividend or interest from .*; Sum of Net Amount · Trade from/,
  )
  await expect(page.getByText('Sum of Net Amount · Trade', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a composed graph that is split')
})

test('groups and sums with a graph are kept, printed and taken along, edited, renamed, copied and deleted', async ({
  page,
  product,
}) => {
  test.skip(noPdfReader !== undefined, noPdfReader)
  const report = reportScreen(page, product)
  await compose(page, product, report, 'Transactions')
  await page.getByText('Groups and sums').click()
  await expect(page.getByRole('main').getByText('Add a group or a sum.')).toBeVisible()
  await pick(page, report, 'Add a group', 'Type')
  await pick(page, report, 'Add a sum', 'Net Amount')
  await expect.poll(() => heads(page)).toEqual(['Type', 'Sum of Net Amount'])
  await preview(page).getByRole('button', { name: 'Sum of Net Amount' }).click()
  await rest(page)
  await expect(group(page, 'Order').getByText('Sum of Net Amount')).toBeVisible()
  await page.getByRole('switch', { name: 'Graph' }).click()
  await rest(page)
  await expect(page.getByRole('img', { name: /^Bars over/ })).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await report.dialog('Save report').getByLabel('Name').fill('Flow by type')
  await page.keyboard.press('Enter')
  await expect(report.toast('Flow by type was saved.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Flow by type' }).first()).toBeVisible()
  await expect(report.rows('Flow by type').first()).toContainText('$')
  await expect(page.getByText('Composed by you.')).toBeVisible()
  const pdf = await report.download('PDF')
  expect(pdf.suggestedFilename()).toMatch(/^Flow by type - .+\.pdf$/)
  const words = textOfPdf(await pdf.path())
  for (const text of [
    'Flow by type',
    'Sum of Net Amount',
    (await report.column('Flow by type', 'Sum of Net Amount'))[0]!,
  ])
    expect(words).toContain(text)

  const menu = page.getByRole('button', { name: 'Report', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await report
    .dialog(/^Rename report/)
    .getByLabel('Name')
    .fill('Flow by kind')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Flow by kind' }).first()).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await pick(page, report, 'Add a sum', 'Fees')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Flow by kind, changed' })).toBeChecked()
  await report.dialog('Save report').getByRole('button', { name: 'Save' }).click()
  await expect(report.header('Flow by kind', 'Sum of Fees')).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await expect(page.getByRole('heading', { name: 'New report' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(report.dialog('Save report').getByLabel('Name')).toHaveValue('Copy of Flow by kind')
  await report.dialog('Save report').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Flow by kind' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'More for Copy of Flow by kind' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'More for Copy of Flow by kind' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Flow by kind/ })).toBeVisible()
})

test('a shared report names its owner, shows the rows of the person who opens it, and cannot be changed by them', async ({
  page,
  browser,
  product,
  another,
}) => {
  await page.goto(`${product.origin}/dynamic-report`)
  await page.getByRole('button', { name: 'More for Result by month' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: /^Share report/ })
  await dialog.getByRole('checkbox', { name: 'Managers' }).check({ force: true })
  await expectAccessible(page, 'sharing a report')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(reportScreen(page, product).toast('The report is shared with 1 group.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Result by month.*shared with Managers/ })).toBeVisible()

  // Another manager, without an account and without rows.
  const others = await browser.newContext()
  await startBrowserClock(others)
  const other = await others.newPage()
  await enterSession(other, product, (await another('manager')).user)
  await other.goto(`${product.origin}/dynamic-report`)
  const shared = other.getByRole('region', { name: 'Shared with you' })
  await expect(shared.getByRole('button', { name: /^Result by month.*composed by/ })).toBeVisible()
  await shared.getByRole('button', { name: 'More for Result by month' }).click()
  await expect(other.getByRole('menuitem')).toHaveText(['Make a copy'])
  await other.keyboard.press('Escape')
  await shared.getByRole('button', { name: /^Result by month/ }).click()
  await expect(other.getByText(/^Composed by .+; you see your own rows\.$/)).toBeVisible()
  await expect(other.getByText('Nothing matches these filters.')).toBeVisible()
  await expectAccessible(other, 'a shared report')
  // Its address opens a copy, never the report itself.
  await other.goto(`${other.url()}&mode=edit`)
  await expect(other.getByRole('heading', { name: 'New report' })).toBeVisible()
  await others.close()
})

test('one that is not there any more, and a server that cannot be reached, say so in place', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/dynamic-report?report=00000000-0000-7000-8000-00000000dead`)
  await expect(page.getByText('The report could not be opened')).toBeVisible()
  await page.route('**/dynamic-report/find-own-reports', (route) => route.abort())
  await page.goto(`${product.origin}/dynamic-report`)
  await expect(page.getByText('Your reports could not be loaded')).toBeVisible({ timeout: 30_000 })
  await mendAndRetry(page, '**/dynamic-report/find-own-reports')
  await expect(page.getByRole('region', { name: 'Your reports' })).toBeVisible()
})
