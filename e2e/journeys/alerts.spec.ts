// Alert rules as a person meets them: created with the current price in view, evaluated by the server while the market
// moves, reported in the bar, under Alerts and Notifications and by mail, then paused, edited and deleted.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMail } from '../support/outbox.ts'

test.use({ role: 'manager' })

const dialog = (page: Page) => page.getByRole('dialog', { name: /alert/ })
const rules = (page: Page) => page.getByRole('table', { name: 'Alert rules' })
const history = (page: Page) => page.getByRole('table', { name: 'History of alerts' })
/** Typed text is evaluated when the typing pauses. */
const pause = (page: Page) => page.clock.runFor(1_000)

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function chooseInstrument(page: Page, code: string): Promise<number> {
  // The dialog moves the focus to its first field once it is open; a list opened earlier would close.
  await expect(dialog(page).getByRole('combobox', { name: 'What to look for' })).toBeFocused()
  const field = dialog(page).getByRole('textbox', { name: 'Instrument' })
  await field.fill(code)
  await pause(page)
  await page.getByRole('option', { name: new RegExp(`^${code}`) }).click()
  await pause(page)
  const words = dialog(page).getByText(new RegExp(`^${code} is at \\$[\\d.]+ now\\.$`))
  await expect(words).toBeVisible()
  return Number(/\$([\d.]+) now/.exec(await words.innerText())![1])
}

/** The smallest move from the current price: the market makes it within minutes. */
async function makeRule(page: Page, code: string, percent: string): Promise<void> {
  const last = await chooseInstrument(page, code)
  await choose(page, 'What to look for', 'Percent move')
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill(percent)
  await choose(page, 'Measured from', 'a price of my own')
  await dialog(page).getByRole('textbox', { name: 'Price' }).fill(String(last))
  await pause(page)
  await expect(dialog(page).getByText(`${code} up or down ${Number(percent)} % or more from $`)).toBeVisible()
}

test.describe(() => {
  test.use({ ownProduct: {} })

  test('a rule is made, the market crosses it, and it is told everywhere and once', async ({
    page,
    product,
    person,
  }) => {
    await page.goto(`${product.origin}/alert`)
    await expect(page.getByText('No rule yet')).toBeVisible()
    await expectAccessible(page, 'no rules')
    await page.getByRole('button', { name: 'New alert' }).click()
    await makeRule(page, 'SPY', '0.05')
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Look at the stops.')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(rules(page).locator('tbody tr')).toHaveCount(1)
    await expect(rules(page)).toContainText('Waiting')
    await expect(rules(page)).toContainText(/Fires at \$[\d.]+ or (more|less); now \$/)

    await product.moveClock('2026-03-04T15:10:00Z')
    await page.clock.fastForward(15_000)
    const bar = page.getByRole('region', { name: 'Alert' })
    await expect(bar).toContainText('SPY up or down 0.05 % or more')
    await expect(bar).toContainText('Note: Look at the stops.')
    await expect(page.getByRole('button', { name: /^Alerts/ })).toHaveAccessibleName('Alerts, 1')
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName('Notifications, 1')
    await expect(rules(page)).toContainText('Has fired')
    const subject = (await rules(page).locator('tbody tr').first().innerText()).split('\n')[0]!
    const mail = await waitForMail(product, person.email, `Clubfolio: ${subject}`)
    expect(mail).toContain('SPY traded at $')
    expect(mail).toContain('/notification?ways=1')

    await page.getByText('History', { exact: true }).click()
    await expect(history(page).locator('tbody tr')).toHaveCount(1)
    await expect(history(page)).toContainText(/SPY traded at \$[\d.]+, 0\.\d+ % (above|below) \$/)
    await page.getByText('Standing', { exact: true }).click()
    await expect(page.getByRole('list', { name: 'Alerts' })).toContainText('Alert fired')
    await expectAccessible(page, 'standing alerts')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('button', { name: /SPY up or down/ })
      .click()
    await expect(page).toHaveURL(/\/alert\?tab=history/)
    await page.goto(`${product.origin}/notification`)
    await expect(page.getByRole('table', { name: 'Notifications' })).toContainText('Alert fired')
  })
})

test('a rule is paused, edited and deleted, and a price that is there already is said', async ({ page, product }) => {
  await page.goto(`${product.origin}/alert`)
  await page.getByRole('button', { name: 'New alert' }).click()
  await chooseInstrument(page, 'QQQ')
  const price = dialog(page).getByRole('textbox', { name: 'Price' })
  const create = dialog(page).getByRole('button', { name: 'Create' })
  await price.fill('0')
  await price.blur()
  await expect(dialog(page).getByText('Enter a price above zero.')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page, 'a wrong price')
  await price.fill('1')
  await pause(page)
  await expect(dialog(page).getByText(/Is there already; now \$.* Waits until it was back at/)).toBeVisible()
  await create.click()
  const row = rules(page).locator('tbody tr').first()
  await expect(row).toContainText('Beyond already')

  await row.hover()
  await row.getByRole('button', { name: /^Pause/ }).click()
  await expect(row).toContainText('Paused')
  await row.hover()
  await row.getByRole('button', { name: /^Take up/ }).click()
  await expect(row).toContainText('Beyond already')
  await row.hover()
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog(page).getByText('Fire each time').click()
  await price.fill('900000')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('QQQ at or above $900,000.00')
  await expect(row).toContainText('Each time')
  await row.hover()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No rule yet')).toBeVisible()
})

test('an alert is asked for from the chart and from the command palette', async ({ page, product }) => {
  await page.goto(`${product.origin}/chart/SPY/_D`)
  await page.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog(page)).toHaveAccessibleName('New alert SPY')
  await pause(page)
  await expect(dialog(page).getByText(/^SPY is at \$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens and actions' }).fill('qqq')
  await pause(page)
  await page.getByRole('option', { name: /^Add an alert on QQQ/ }).click()
  await expect(dialog(page)).toHaveAccessibleName('New alert QQQ')
})

test('each kind reaches a person by the ways they choose, and sign-ins stay on the screen', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/notification?ways=1`)
  const ways = page.getByRole('dialog', { name: 'Delivery settings' })
  await expect(ways.getByRole('checkbox', { name: 'Alert fired: Mail' })).toBeChecked()
  await expect(ways.getByRole('checkbox', { name: 'Sign-in: Screen' })).toBeDisabled()
  // A reload before the response would abort the call.
  const saved = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/notification/save-choice') && answer.ok())
  await Promise.all([saved(), ways.getByRole('checkbox', { name: 'Alert fired: Mail' }).uncheck()])
  await Promise.all([saved(), ways.getByRole('checkbox', { name: 'Order filled: Text message' }).check()])
  await page.reload()
  await expect(ways.getByRole('checkbox', { name: 'Alert fired: Mail' })).not.toBeChecked()
  await expect(ways.getByRole('checkbox', { name: 'Order filled: Text message' })).toBeChecked()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a rule is made and read', async ({ page, product }) => {
    await page.goto(`${product.origin}/alert`)
    await page.getByRole('button', { name: 'New alert' }).click()
    await makeRule(page, 'SPY', '5')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(rules(page)).toContainText('SPY up or down 5 % or more')
  })
})
