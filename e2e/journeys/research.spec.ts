// Research as a person meets it: candidates for a capital and a risk, their proof, and the calculators that size a
// position. Source: docs/rules/trading.md, "Opportunity seeker" and "Calculators".
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { enterSession } from '../support/sign-in.ts'

// For its 60 instruments, whose levels a first start has computed.
test.use({ ground: 'club' })

// A user without an account, whose tickets and analyses nobody else has.
test.beforeEach(async ({ page, product, another }) => enterSession(page, product, (await another('manager')).user))

const rows = (page: Page) => page.getByRole('table', { name: 'Opportunities' }).locator('tbody tr')
const openFilter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true }).first().click()

test('the seeker asks for nothing before capital and risk are there, proposes the risk, and clears the table at each reset', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/opportunity-seeker/`)
  await expect(page.getByText('Which positions fit your capital?')).toBeVisible()
  await expectAccessible(page, 'the empty seeker')
  await openFilter(page)
  const dialog = page.getByRole('dialog', { name: 'Filter' })
  await expect(dialog.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled()
  const capital = dialog.getByRole('textbox', { name: 'Capital' })
  // Blocked characters are missing from the field, so its text is no number and proposes nothing.
  await capital.pressSequentially('7a5-000')
  await expect(capital).toHaveValue('75000')
  await capital.press('Tab')
  await expect(
    dialog.getByText('"7a5-000" is not a plain number. Use digits and one decimal point, like 1234.56.'),
  ).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Risk %' })).toHaveValue('')
  await capital.fill('75000')
  await capital.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Risk %' })).toHaveValue('1')
  await expect(dialog.getByText('Proposed for this capital.')).toBeVisible()
  // A proposal does not obstruct typing, by keyboard or mouse; it follows the capital until somebody types.
  const risk = dialog.getByRole('textbox', { name: 'Risk %' })
  await capital.fill('10000')
  await capital.press('Tab')
  await expect(risk).toHaveValue('2')
  await page.keyboard.type('1.5')
  await expect(risk).toHaveValue('1.5')
  await dialog.getByRole('button', { name: 'Reset Risk %' }).click()
  await capital.fill('75000')
  await risk.click()
  await expect(risk).toHaveValue('1')
  await page.keyboard.type('0.75')
  await expect(risk).toHaveValue('0.75')
  await dialog.getByRole('button', { name: 'Reset Risk %' }).click()
  await capital.click()
  await capital.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(risk).toHaveValue('1')
  await expectAccessible(page, 'the filter')
  await dialog.getByRole('textbox', { name: 'Risk %' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/capital=75000/)
  await expect(rows(page).first()).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(
    page.getByText(/long opportunities as of the close of 2026-03-03, followed through the session of 2026-03-04/),
  ).toBeVisible()
  for (const header of [
    'Name',
    'Type',
    'Code',
    'Cusip',
    'Resistance',
    'Support',
    'Buy Price',
    'Sell Price',
    'Average volume (20)',
    'Stocks',
    'Inversion',
    'Distance',
    'Graph',
    'Action',
  ]) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  }
  // The file holds every row of the filter, the table one page of them.
  const total = Number(/(\d+) long/.exec((await page.getByText(/long opportunities/).textContent()) ?? '')![1])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(total).toBeGreaterThan(20)
  expect(lines).toHaveLength(total + 1)
  expect(lines[0]).toMatch(/,Entry now$/)
  const states = lines.slice(1).map((line) => line.split(',').at(-1)!)
  for (const state of states) expect(state).toMatch(/^\d+\.\d\d$|^Triggered$|^Cancelled$/)
  const waiting = states.filter((state) => /^\d/.test(state))
  expect(waiting.length).toBeLessThan(total)
  // Rows that the session has overtaken come last, can be hidden, and say so before a ticket opens.
  await page
    .getByRole('button', { name: /^Page \d+$/ })
    .last()
    .click()
  await expect(rows(page).last()).toContainText(/Triggered|Cancelled/)
  await rows(page)
    .filter({ hasText: /Triggered|Cancelled/ })
    .last()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Put long order' }).click()
  const warning = page.getByRole('dialog', { name: /is no longer waiting for its entry/ })
  await expect(warning).toContainText(
    /Today's (high of \S+ has reached the entry|low of \S+ has reached the support) of/,
  )
  await expectAccessible(page, 'the warning before a ticket')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  const toggle = page.getByRole('switch', { name: 'Hide triggered and cancelled' })
  await toggle.click()
  await expect(page).toHaveURL(/overtaken=hide/)
  await expect(page.getByText(/long opportunit/)).toContainText(new RegExp(`^${waiting.length} long`))
  await expect(rows(page).filter({ hasText: /Triggered|Cancelled/ })).toHaveCount(0)
  await toggle.click()
  const first = await rows(page).first().textContent()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(rows(page).first()).not.toHaveText(first ?? '')

  for (const name of ['Symbol', 'IPO year', 'QEC', 'Instrument', 'Direction']) {
    await page.getByRole('button', { name: `Reset ${name}` }).click()
    await expect(page.getByText('The table was cleared')).toBeVisible()
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect(rows(page).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Reset Risk' }).click()
  await expect(page.getByText('Which positions fit your capital?')).toBeVisible()
})

test('the graph modal steps through all rows with levels, touches and the figures of the row', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/opportunity-seeker?capital=50000&risk=1&asked=true`)
  await expect(rows(page)).toHaveCount(20)
  const total = Number(/(\d+) long/.exec((await page.getByText(/long opportunities/).textContent()) ?? '')![1])
  expect(total).toBeGreaterThan(20)
  await page
    .getByRole('button', { name: /^Show the graph of/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^20 of \d+$/)).toBeVisible()
  await expect(dialog.getByText(/Resistance(: the highest high| touched)/)).toBeVisible()
  await expect(dialog.locator('canvas').first()).toBeVisible()
  const code = await dialog.getByRole('heading').first().textContent()
  // The next row is on the next page.
  await dialog.getByRole('button', { name: 'Next' }).click()
  // Levels that a first start still computes may add rows in the meantime.
  await expect(page.getByRole('dialog').getByText(/^21 of \d+$/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('heading').first()).not.toHaveText(code ?? '')
  await expect(page).toHaveURL(/start=20/)
  const summary = page.getByRole('dialog').getByLabel('Summary')
  for (const name of [
    'Capital',
    'Risk',
    'Resistance',
    'Support',
    'Buy price',
    'Sell price',
    'Average volume (20)',
    'Stocks',
    'Investment',
    'True loss at stop',
  ])
    await expect(summary.getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the simple calculator says inline what is wrong, and the true loss beside the specified figures', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/tools`)
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Capital').fill('10000')
  await field('Capital').press('Tab')
  await expect(field('Risk %')).toHaveValue('2')
  await expect(page.getByText('Proposed for this capital.')).toBeVisible()
  await page.keyboard.type('1.5')
  await expect(field('Risk %')).toHaveValue('1.5')
  await field('Capital').fill('50000')
  await field('Risk %').fill('101')
  await field('Resistance price').fill('44')
  await field('Support price').fill('44.2')
  await expect(page.getByText('The resistance cannot be less than the support.')).toBeVisible()
  await field('Resistance price').fill('47.6')
  await expect(page.getByText('Risk must be greater than zero and less than equal to 100.')).toBeVisible()
  await field('Risk %').fill('1')
  const result = page.getByLabel('Result')
  await expect(result).toContainText('147')
  await expect(result).toContainText('$42.87')
  await expect(result).toContainText('$6,998.67')
  await expect(result).toContainText('-$696.78')
  await expect(result).toHaveAttribute('data-tone', 'warning')
  await field('Capital').fill('1000')
  await expect(result).toHaveAttribute('data-tone', 'danger')
  await page.getByText('Short', { exact: true }).click()
  await expect(field('Capital')).toHaveValue('')
})

test('the advanced calculator takes levels by typing and by clicking, refuses crossed ones, and keeps analyses by name', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/stock-calculator-advance/`)
  await page.getByRole('combobox', { name: 'Search instrument' }).fill('SPY')
  await page.getByRole('option').first().click()
  await expect(page.locator('canvas').first()).toBeVisible()
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Capital').fill('200000')
  await field('Risk %').click()
  await expect(field('Risk %')).toHaveValue('0.5')
  await page.keyboard.type('1.5')
  await expect(field('Risk %')).toHaveValue('1.5')
  await field('Capital').fill('50000')
  await field('Risk %').fill('0')
  await field('Support price').fill('10')
  // Typing a level draws it, and drawing one writes it.
  await page.getByRole('button', { name: 'Click the chart to draw the resistance' }).click()
  const box = (await page.locator('canvas').first().boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3)
  await expect(field('Resistance price')).not.toHaveValue('')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Risk must be greater than zero and less than equal to 100' }).first(),
  ).toBeVisible()
  await field('Risk %').fill('1')
  await field('Risk %').press('Enter')
  const result = page.getByLabel('Result')
  await expect(result).toHaveAttribute('data-tone', /warning|danger/)
  const drawn = await field('Resistance price').inputValue()
  await field('Support price').fill('999999')
  await field('Support price').press('Tab')
  await expect(page.getByText('The resistance cannot be less than the support').first()).toBeVisible()
  await expect(field('Support price')).toHaveValue('')
  await field('Support price').fill('12.50')
  await field('Support price').press('Enter')

  const action = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await action('Save Analysis')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Breakout of SPY')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Breakout of SPY is saved.')).toBeVisible()
  await action('Reset')
  await expect(field('Resistance price')).toHaveValue('')
  await expect(page.getByText('No instrument chosen')).toBeVisible()
  await action('Load Analysis')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Breakout of SPY/ })
    .click()
  await expect(field('Resistance price')).toHaveValue(drawn)
  await expect(field('Support price')).toHaveValue('12.50')
  await page.getByText('Short', { exact: true }).click()
  await expect(field('Resistance price')).toHaveValue('')
})
