// The shared widgets behave as specified, in a real browser. Source: docs/rules/interface.md.
import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { array, assert as check, asyncProperty, constantFrom, oneof } from 'fast-check'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { startGallery, type Gallery } from '../support/gallery.ts'

// Each worker has a gallery of its own.
test.describe.configure({ mode: 'parallel' })

let gallery: Gallery
const complaints: string[] = []

test.beforeAll(async () => {
  gallery = await startGallery()
})

test.afterAll(async () => {
  await gallery.stop()
})

test.beforeEach(async ({ page }) => {
  complaints.length = 0
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(gallery.address)
  await expect(page.getByRole('heading', { name: 'States and parts' })).toBeVisible()
  // Rows are as high as their letters, so the fonts must be loaded.
  await page.evaluate(() => document.fonts.ready)
})

test.afterEach(() => {
  expect(complaints, 'errors of the page, policy violations included').toEqual([])
})

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true })
const column = async (scope: Locator, header: string): Promise<string[]> =>
  cell(scope.locator('tbody tr'), header).allInnerTexts()

/** What a search offers; the slices of the page's pies are options of another list. */
const found = (page: Page) => page.getByRole('option').and(page.locator(':not([data-slice])'))

test('nothing stands in the way of a screen reader, in either theme, with menus and dialogs open', async ({ page }) => {
  // Seven analyses, each of the whole page in both themes.
  test.setTimeout(300_000)
  await expectAccessible(page, 'gallery')
  await page.getByRole('button', { name: 'Top Winners: Week · 10' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'quiet menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible()
  await expectAccessible(page, 'column chooser')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Instrument EQUITY | ETF' }).click()
  await expect(page.getByPlaceholder('Search...')).toBeVisible()
  await expectAccessible(page, 'multi-select')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'medium', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'modal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'confirmation')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Error toast' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough buying power' })).toBeVisible()
  await expectAccessible(page, 'toast')
})

test('a header sorts ascending, then descending, and says so', async ({ page }) => {
  const accounts = table(page, 'Accounts')
  const header = accounts.getByRole('columnheader', { name: 'Initial Value' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  expect(await column(accounts, 'Number')).toEqual([
    '5518-4076',
    '8841-5310',
    '7703-9925',
    'PAPER-01',
    '2296-0148',
    '8841-2207',
  ])
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect((await column(accounts, 'Number'))[0]).toBe('8841-2207')
})

test('absent values stand last in both directions', async ({ page }) => {
  const accounts = table(page, 'Accounts')
  const sort = accounts.getByRole('columnheader', { name: 'Profit/Lost' }).getByRole('button')
  await sort.click()
  expect((await column(accounts, 'Number')).at(-1)).toBe('PAPER-01')
  await sort.click()
  expect((await column(accounts, 'Number')).at(-1)).toBe('PAPER-01')
})

test('the chooser hides a column, in the table and in the file', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'Number' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Type', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(table(page, 'Accounts').getByRole('columnheader', { name: 'Type' })).toHaveCount(0)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('accounts.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFNumber,Initial Value,Float Value,Profit/Lost',
    '2296-0148,118000.00,131408.92,13408.92',
  ])
})

test('the header stays in sight while rows scroll, and far rows are drawn only when they come', async ({ page }) => {
  const rows = page.getByRole('group', { name: '5,000 rows' })
  await rows.scrollIntoViewIfNeeded()
  // The code for long tables is loaded when the first one appears.
  await expect(rows.getByText('S0', { exact: true })).toBeVisible()
  expect(await rows.locator('tbody tr').count()).toBeLessThan(100)
  await rows.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(rows.getByText('S4999')).toBeVisible()
  expect(await rows.locator('tbody tr').count()).toBeLessThan(100)
  await expect(rows.getByRole('button', { name: 'Code' })).toBeInViewport()
})

test('row actions appear on hover and on focus', async ({ page }) => {
  const edit = page.getByRole('button', { name: 'Edit 8841-2207' })
  const actions = edit.locator('..')
  await expect(actions).toHaveCSS('opacity', '0')
  await edit.focus()
  await expect(actions).toHaveCSS('opacity', '1')
  await edit.blur()
  await table(page, 'Accounts')
    .getByRole('row', { name: /8841-2207/ })
    .hover()
  await expect(actions).toHaveCSS('opacity', '1')
})

test('a row is chosen and left by click and by keyboard, and its controls do not choose it', async ({ page }) => {
  const row = table(page, 'Accounts').getByRole('row', { name: /8841-5310/ })
  await row.getByRole('cell', { name: 'Cash' }).click()
  await expect(row).toHaveAttribute('aria-current', 'true')
  await row.getByRole('switch').click()
  await expect(row).toHaveAttribute('aria-current', 'true')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(row).not.toHaveAttribute('aria-current')
})

test('five numbered buttons shift in blocks of five', async ({ page }) => {
  const pager = page.getByRole('navigation', { name: 'Pages of 330 rows' })
  const numbers = () => pager.getByRole('button', { name: /^Page \d/ }).allInnerTexts()
  const current = pager.locator('[aria-current="page"]')
  const next = pager.getByRole('button', { name: 'Next page' })
  const previous = pager.getByRole('button', { name: 'Previous page' })
  await expect(previous).toBeDisabled()
  await pager.getByRole('button', { name: 'Page 5' }).click()
  await expect(pager.getByRole('status')).toHaveText('41–50 of 330')
  await next.click()
  expect(await numbers()).toEqual(['6', '7', '8', '9', '10'])
  await expect(current).toHaveText('6')
  expect((await column(table(page, '330 rows'), 'Code'))[0]).toBe('S50')
  await previous.click()
  expect(await numbers()).toEqual(['1', '2', '3', '4', '5'])
  await expect(current).toHaveText('5')
})

test('the page sizes are 10, 20, 50, 100 and 200, and the first row in sight stays', async ({ page }) => {
  const pager = page.getByRole('navigation', { name: 'Pages of 330 rows' })
  await pager.getByRole('button', { name: 'Page 4' }).click()
  await pager.getByRole('button', { name: '10 rows per page' }).click()
  expect((await page.getByRole('menuitemradio').allInnerTexts()).map((text) => text.trim())).toEqual([
    '10',
    '20',
    '50',
    '100',
    '200',
  ])
  await page.getByRole('menuitemradio', { name: '20', exact: true }).click()
  await expect(pager.getByRole('status')).toHaveText('21–40 of 330')
})

for (const start of ['double-click', 'Enter', 'F2'] as const) {
  test(`a value is edited in its place after ${start}`, async ({ page }) => {
    const value = page.getByRole('button', { name: /^Group name:/ })
    if (start === 'double-click') await value.dblclick()
    else {
      await value.focus()
      await page.keyboard.press(start)
    }
    const field = page.getByRole('textbox', { name: 'Group name' })
    await expect(field).toBeFocused()
    await field.fill('Research Desk')
    await page.keyboard.press('Enter')
    await expect(value).toContainText('Research Desk')
    await expect(value).toBeFocused()
  })
}

test('an empty value cannot be accepted, and cancel brings the old one back', async ({ page }) => {
  const value = page.getByRole('button', { name: /^Group name:/ })
  await value.dblclick()
  const field = page.getByRole('textbox', { name: 'Group name' })
  await expect(field).toHaveAttribute('placeholder', 'Type...')
  await field.fill(' ')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(field).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(value).toContainText('Harbour Club Board')
})

test('money typed into a cell keeps its cents', async ({ page }) => {
  const row = table(page, 'Accounts').getByRole('row', { name: /7703-9925/ })
  await row.getByRole('button', { name: /^Initial Value/ }).dblclick()
  const field = row.getByRole('textbox', { name: 'Initial Value of 7703-9925' })
  await field.fill('')
  await field.pressSequentially('9007199254740993.01x')
  // The blocked key counts as typed until it is deleted.
  await expect(row.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await field.press('Backspace')
  await row.getByRole('button', { name: 'Accept' }).click()
  await expect(row).toContainText('$9,007,199,254,740,993.01')
})

test('a toggle shows the wanted side while it is saved and goes back when that fails', async ({ page }) => {
  const toggle = page.getByRole('switch', { name: 'Refused by the server' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('button', { name: 'Refuse the change' }).click()
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
})

test('a toggle that may not change says why and stays', async ({ page }) => {
  const toggle = page.getByRole('switch', { name: 'System group' })
  await toggle.click({ force: true })
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  await expect(toggle).toHaveAccessibleDescription('System groups are fixed')
})

test('a control that is off says why on focus, under the pointer, on a tap and to a screen reader', async ({
  page,
  browser,
}) => {
  const why = 'Nothing to save yet'
  const off = page.getByRole('button', { name: 'Disabled', exact: true })
  const words = page.getByRole('tooltip', { name: why })
  await expect(off).toBeDisabled()
  await expect(off).toHaveAccessibleDescription(why)
  await page.getByRole('button', { name: 'Danger' }).focus()
  await page.keyboard.press('Tab')
  await expect(off).toBeFocused()
  await expect(words).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(off).toBeFocused()
  await page.getByRole('button', { name: 'Danger' }).focus()
  await expect(words).toBeHidden()
  await off.hover()
  await expect(words).toBeVisible()

  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(gallery.address)
  // A forced tap does not wait for the page to settle, as any other would.
  await phone.evaluate(() => document.fonts.ready)
  await phone.getByRole('button', { name: 'Disabled', exact: true }).scrollIntoViewIfNeeded()
  await phone.getByRole('button', { name: 'Disabled', exact: true }).tap({ force: true })
  await expect(phone.getByRole('tooltip', { name: why })).toBeVisible()
  await phone.getByRole('switch', { name: 'System group' }).tap({ force: true })
  await expect(phone.getByRole('tooltip', { name: 'System groups are fixed' })).toBeVisible()
  await context.close()
})

test('the company search writes capitals, waits for three characters and forgets on a click elsewhere', async ({
  page,
}) => {
  const search = page.getByRole('combobox', { name: 'Search company' })
  await search.pressSequentially('os')
  await expect(search).toHaveValue('OS')
  await expect(found(page)).toHaveCount(0)
  await search.pressSequentially('t')
  await expect(found(page)).toHaveCount(2)
  await expect(found(page).nth(1)).toContainText('Ostrom International Holdings of Northern Lights a…')
  await page.getByRole('heading', { name: 'States and parts' }).click()
  await expect(search).toHaveValue('')
  await expect(found(page)).toHaveCount(0)
})

test('a company is chosen with the keyboard and handed to the host', async ({ page }) => {
  const search = page.getByRole('combobox', { name: 'Search company' })
  await search.pressSequentially('ost')
  await expect(found(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chosen')).toHaveText('OSTR')
  await expect(search).toHaveValue('')
})

test('a failed company search keeps the earlier results and says nothing', async ({ page }) => {
  const search = page.getByRole('combobox', { name: 'Search company' })
  await search.fill('corvane')
  await expect(found(page)).toHaveCount(1)
  await search.fill('fail')
  await expect(found(page).filter({ hasText: /CRVN/ })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'refused' })).toHaveCount(0)
})

test('an instrument becomes a tag once and can be taken away', async ({ page }) => {
  const scope = panel(page, 'Search and tags')
  const search = scope.getByRole('combobox', { name: 'Add instrument' })
  await search.fill('corvane')
  await found(page).filter({ hasText: /CRVN/ }).click()
  await expect(scope.getByRole('button', { name: 'Remove CRVN' })).toHaveCount(1)
  await search.fill('halden')
  await found(page).filter({ hasText: /HALD/ }).click()
  await scope.getByRole('button', { name: 'Remove CRVN' }).click()
  await expect(scope.getByRole('button', { name: /^Remove (CRVN|HALD)/ })).toHaveCount(1)
})

test('several are chosen by search and Select All, and a click outside closes the list', async ({ page }) => {
  await page.getByRole('button', { name: /^Instrument/ }).click()
  await page.getByPlaceholder('Search...').fill('in')
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByPlaceholder('Search...').fill('')
  await expect(page.getByRole('checkbox', { name: 'INDEX' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Select All' }).check()
  await page.getByRole('heading', { name: 'States and parts' }).click()
  await expect(page.getByPlaceholder('Search...')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Instrument All 4' })).toBeVisible()
})

test('a number field lets numbers in and nothing else, and is no number while something typed is missing', async ({
  page,
}) => {
  const form = page.getByRole('form', { name: 'Sample form' })
  const amount = form.getByRole('textbox', { name: 'Amount' })
  await form.getByRole('textbox', { name: 'Description' }).fill('First payment')
  await amount.fill('')
  await amount.pressSequentially('1a2-.5.e7')
  await expect(amount).toHaveValue('12.57')
  await expect(amount).toHaveAccessibleDescription(
    '"1a2-.5.e7" is not a plain number. Use digits and one decimal point, like 1234.56.',
  )
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12.57')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('button', { name: 'Create' })).toBeEnabled()
  // Backspace deletes the last typed character, which the field did not show.
  await amount.fill('')
  await page.keyboard.type('50,')
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.keyboard.press('Backspace')
  await expect(amount).toHaveValue('50')
  await expect(form.getByRole('button', { name: 'Create' })).toBeEnabled()
})

test('a paste is a plain number or stays as it was pasted, and a marked number is copied as it was typed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const amount = page.getByRole('form', { name: 'Sample form' }).getByRole('textbox', { name: 'Amount' })
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await amount.press('Control+a')
    await amount.press('Control+v')
  }
  for (const [text, value] of [
    [' 50.25\t', '50.25'],
    ['$1,234.50', '1234.50'],
    ['0.5', '0.5'],
  ] as const) {
    await paste(text)
    await expect(amount).toHaveValue(value)
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  }
  for (const text of ['50,25', '5.000,00', '-200', '1e3', '12 34', '1,234', '٣٤']) {
    await paste(text)
    await expect(amount).toHaveValue(text)
    await expect(amount).toHaveAccessibleDescription(/is not a plain number/)
  }
  // Other single-line fields trim a pasted text.
  const description = page.getByRole('form', { name: 'Sample form' }).getByRole('textbox', { name: 'Description' })
  await page.evaluate(() => navigator.clipboard.writeText(' QUI '))
  await description.press('Control+v')
  await expect(description).toHaveValue('QUI')
  await description.press('Control+a')
  await description.press('Control+v')
  await expect(description).toHaveValue('QUI')
  // Without our handling, a browser would join the lines to 1234.
  await paste('12\n34')
  await expect(amount).toHaveValue('12 34')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('')
  await amount.pressSequentially('50,25')
  await amount.press('Control+a')
  await amount.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('50,25')
})

test('whatever keys come in whatever order, a number field holds the number that a plain field beside it shows, or none', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const amount = page.getByRole('form', { name: 'Sample form' }).getByRole('textbox', { name: 'Amount' })
  await amount.evaluate((field) => {
    const plain = document.createElement('input')
    plain.setAttribute('aria-label', 'Plain')
    field.closest('form')?.before(plain)
  })
  const plain = page.getByRole('textbox', { name: 'Plain' })
  const digits = constantFrom('1', '2', '5', '0', '.')
  const strangers = constantFrom(',', '-', 'e', ' ', '+')
  const moves = constantFrom(
    'Backspace',
    'Backspace',
    'Delete',
    'ArrowLeft',
    'ArrowRight',
    'Shift+ArrowLeft',
    'Home',
    'End',
    'Control+a',
  )
  const keys = array(
    oneof({ weight: 5, arbitrary: digits }, { weight: 2, arbitrary: strangers }, { weight: 3, arbitrary: moves }),
    { minLength: 3, maxLength: 10 },
  )
  const type = async (field: Locator, pressed: readonly string[]) => {
    await field.press('Control+a')
    await field.press('Backspace')
    for (const key of pressed) await page.keyboard.press(key === ' ' ? 'Space' : key)
    return field.inputValue()
  }
  await check(
    asyncProperty(keys, async (pressed) => {
      const meant = (await type(plain, pressed)).trim()
      const held = await type(amount, pressed)
      // Unless the field reports an error, it shows what was typed.
      if (!(await amount.evaluate((field: HTMLInputElement) => field.validity.customError))) expect(held).toBe(meant)
      else expect(meant).not.toMatch(/^\d+$/)
    }),
    { numRuns: 6 },
  )
})

test('a form counts what is open beside the disabled submit', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Sample form' })
  await expect(form.getByRole('status')).toHaveText('2 fields need attention')
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled()
  await expect(form.getByText('At most $33,715.60 on this date')).toBeVisible()
  await form.getByRole('textbox', { name: 'Amount' }).fill('100')
  await form.getByRole('textbox', { name: 'Description' }).fill('First payment')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The contribution was created')).toBeVisible()
})

test('the confirmation answers true for accept and false for cancel and Esc', async ({ page }) => {
  const answer = page.getByTestId('answer')
  const ask = page.getByRole('button', { name: 'Ask', exact: true })
  await ask.click()
  await expect(page.getByRole('dialog')).toContainText('Do you want to disable this account?')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(answer).toHaveText('accepted')
  await ask.click()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(answer).toHaveText('cancelled')
  await ask.click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(answer).toHaveText('accepted')
  await ask.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answer).toHaveText('cancelled')
  await expect(ask).toBeFocused()
})

test("the spinner covers the page with 'Loading...' while something is saved, and lets go", async ({ page }) => {
  await page.getByRole('button', { name: 'Save for two seconds' }).click()
  const spinner = page.getByRole('status').filter({ hasText: 'Loading...' })
  await expect(spinner).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('a range of days counts when both ends are chosen', async ({ page }) => {
  await page.getByRole('button', { name: 'Open a calendar' }).click()
  await expect(page.getByText('no range yet')).toBeVisible()
  const days = page.getByRole('button', { name: /^1[23] [A-Z][a-z]+ \d{4}$/ })
  await days.first().click()
  await expect(page.getByText('no range yet')).toBeVisible()
  await days.last().click()
  await expect(page.getByText(/^\d{4}-\d\d-12 to \d{4}-\d\d-13$/)).toBeVisible()
})

test('a member is found from three characters on, and emptying the text takes the choice back', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Member', exact: true })
  await field.fill('ke')
  await expect(found(page)).toHaveCount(0)
  await field.fill('kell')
  await expect(found(page)).toHaveCount(2)
  await found(page).filter({ hasText: 'Keller, Ann' }).click()
  await expect(page.getByText('Chosen: Keller, Ann')).toBeVisible()
  await field.fill('')
  await expect(page.getByText('Chosen: nobody')).toBeVisible()
})

test('a toast goes by itself, but waits under the pointer and while it holds the focus', async ({ page }) => {
  await page.clock.install()
  await page.getByRole('button', { name: 'Error toast' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Not enough buying power' })
  await toast.hover()
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Close message' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Close message' }).blur()
  await page.clock.fastForward(10_000)
  await expect(toast).toHaveCount(0)
})

test('an equal toast starts again instead of standing twice', async ({ page }) => {
  await page.getByRole('button', { name: 'Info toast' }).click()
  await page.getByRole('button', { name: 'Info toast' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Confirmation code has been expired' })).toHaveCount(1)
})

test('a modal takes the focus to its first field and gives it back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'small', exact: true })
  await opener.click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a panel fills the window until Esc', async ({ page }) => {
  await page.getByRole('button', { name: 'Expand Controls' }).click()
  const expanded = page.getByRole('dialog', { name: 'Controls' })
  expect(await expanded.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(expanded).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Expand Controls' })).toBeFocused()
})

test('on a phone the first column stays while the others scroll, and the page itself does not', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const accounts = page.getByRole('group', { name: 'Accounts' })
  await accounts.scrollIntoViewIfNeeded()
  const code = accounts.getByRole('cell', { name: '8841-2207', exact: true })
  const before = await code.boundingBox()
  await accounts.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(accounts.getByRole('switch', { name: 'Default account 8841-2207' })).toBeInViewport()
  expect((await code.boundingBox())?.x).toBe(before?.x)
})
