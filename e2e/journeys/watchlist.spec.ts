// Watchlists and the screener as a person meets them: the demonstration's, own lists edited from anywhere, criteria by
// sliders, and a screen that runs after each market day.
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'

// The lists and the screen that the demonstration's manager already has.
test.use({ role: 'manager', personFrom: 'demonstration' })

test('a list of one’s own has instruments from anywhere, live prices, notes and an order', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/watchlist`)
  const market = page.getByRole('table', { name: 'Market' })
  await expect(market.locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: 'New watchlist' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing on this list yet')).toBeVisible()
  const mine = page.getByRole('table', { name: 'Mine' })
  for (const code of ['SPY', 'QQQ']) {
    await page.getByRole('combobox', { name: 'Add an instrument' }).fill(code)
    await page.getByRole('option', { name: new RegExp(`^${code}`) }).click()
    await expect(mine.getByRole('button', { name: new RegExp(`^Graph of ${code}`) })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Move QQQ up' }).click()
  await expect(mine.locator('tbody tr').first()).toContainText('QQQ')
  await page.getByRole('button', { name: 'Write a note on QQQ' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Retest of the high')
  await expectAccessible(page, 'the note')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(mine.locator('tbody tr').first()).toContainText('Retest of the high')
  await expect(mine.getByRole('img', { name: /^Last 30 closes of QQQ/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove QQQ', exact: true }).click()
  await expect(mine.getByRole('button', { name: /^Graph of QQQ/ })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mine.locator('tbody tr').first()).toContainText('Retest of the high')
  await page.getByRole('button', { name: 'Trade QQQ' }).click()
  await expect(page.getByRole('combobox', { name: 'Code' })).toHaveValue('QQQ')
})

test('an instrument is put on a list from a graph, wherever that was opened', async ({ page, product }) => {
  await page.goto(`${product.origin}/dashboard`)
  await page
    .getByRole('button', { name: /^Graph of/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add to watchlist' }).click()
  const adder = page.getByRole('dialog', { name: /^Add to watchlist/ })
  await adder.getByRole('textbox', { name: 'New watchlist' }).fill('Indices')
  await adder.getByRole('button', { name: 'Create and add' }).click()
  await expect(adder.getByRole('button', { name: 'Remove from Indices' })).toBeVisible()
  await expectAccessible(page, 'the adder')
})

test('an instrument is put on a list from its chart and from the command palette', async ({ page, product }) => {
  await page.goto(`${product.origin}/chart/SPY/_D`)
  await page.getByRole('button', { name: 'Add to watchlist' }).click()
  await expect(page.getByRole('dialog', { name: /^Add to watchlist.*SPY/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens and actions' }).fill('qqq')
  await page.clock.runFor(200)
  await page.getByRole('option', { name: /^Add QQQ to a watchlist/ }).click()
  await expect(page.getByRole('dialog', { name: /^Add to watchlist.*QQQ/ })).toBeVisible()
})

test('the screener begins with its two defaults, asks for everything when cleared, and keeps a screen that runs daily', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/screener`)
  await expect(page.getByText(/as of the close of 2026-03-03, without the session of 2026-03-04/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Below the 52-week high: 2% to 10%' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Average volume at least' })).toHaveValue('2')
  await expect(page.getByText('Criteria · 2')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('Criteria · 0')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Instruments that meet the criteria' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  // Two steps by keyboard: the thumb keeps the focus although the first step has already triggered a request.
  await page.getByRole('slider', { name: 'RSI(14), from' }).focus()
  await page.keyboard.press('ArrowRight')
  const least = page.getByRole('textbox', { name: 'RSI(14) at least' })
  await expect(least).toHaveValue('1')
  await page.keyboard.press('ArrowRight')
  await expect(least).toHaveValue('2')
  await expect(page.getByText('Criteria · 1')).toBeVisible()
  await page.keyboard.press('PageUp')
  await expect(least).toHaveValue('12')
  await page.keyboard.press('End')
  await expect(least).toHaveValue('100')
  await page.keyboard.press('Home')
  await expect(page.getByText('Criteria · 0')).toBeVisible()
  await page.getByRole('button', { name: 'Save screen' }).click()
  const dialog = page.getByRole('dialog', { name: /^Save screen/ })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Everything')
  await dialog.getByRole('switch', { name: 'Run daily' }).click()
  await expectAccessible(page, 'saving a screen')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Everything is saved and will run after each market day.')).toBeVisible()
  await expect(page.getByText(/Everything · runs daily/)).toBeVisible()
  await page.getByRole('button', { name: 'Screens' }).click()
  await page.getByRole('menuitem', { name: 'Momentum' }).click()
  await expect(page.getByText('Criteria · 5')).toBeVisible()
})
