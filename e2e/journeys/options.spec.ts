// Option management: a company as a bubble, its calls and puts side by side, each with its own day. Source:
// docs/rules/trading.md, "Option management".
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { mendAndRetry } from '../support/failing-call.ts'
import { expect, test } from '../support/journey.ts'
import { linkNewLogin } from '../support/link-account.ts'

test.use({ role: 'manager' })

test('chains are found by company and read by day, with the price in the middle', async ({ page, product, person }) => {
  await page.goto(`${product.origin}/option-management`)
  await expect(page.getByText('No account', { exact: true })).toBeVisible()
  await linkNewLogin(person, person.brokerageLogin)
  await page.goto(`${product.origin}/option-management`)
  await expect(page.getByText('Choose a company')).toBeVisible()
  await expectAccessible(page, 'option management without a company')

  // The responses fail; the place shows it and retries on request.
  const findCall = '**/option/find-option-chains-by-instrument-code/**'
  await page.route(findCall, (route) => route.abort())
  await page.getByRole('combobox', { name: 'Company of the options' }).fill('spy')
  await page.getByRole('option', { name: /SPY/ }).click()
  await expect(page.getByText('The option chain could not be loaded')).toBeVisible()
  const asked = page.waitForRequest(findCall)
  await mendAndRetry(page, findCall)
  expect((await asked).url()).toContain('/SPY/')
  expect((await asked).url()).toMatch(/\/2026-03-04\/2026-04-03$/)

  const calls = page.getByRole('table', { name: 'Calls' })
  const puts = page.getByRole('table', { name: 'Puts' })
  await expect(calls.getByRole('columnheader')).toHaveText([
    'Strike',
    'Bid',
    'Ask',
    'Last',
    'Volume',
    'Open Int.',
    'IV %',
    'Delta',
    'Gamma',
    'Theta',
    'Vega',
  ])
  await expect(calls.locator('tbody tr[data-tone="inTheMoney"]').first()).toBeVisible()

  // Calls below the price are in the money, puts above it; the strike next to the price is in view.
  const price = Number((await page.getByText(/^\$\d/).first().innerText()).replace(/[$,]/g, ''))
  const strikes = async (rows: typeof calls) =>
    (await cell(rows.locator('tbody tr[data-tone="inTheMoney"]'), 'Strike').allInnerTexts()).map((text) =>
      Number(text.replace(',', '')),
    )
  expect((await strikes(calls)).every((strike) => strike < price * 1.005)).toBe(true)
  expect((await strikes(puts)).every((strike) => strike > price * 0.995)).toBe(true)
  await expect(calls.locator('tbody tr[data-tone="inTheMoney"]').last()).toBeInViewport()

  // Only days with an expiration can be chosen; each side has its own.
  await page.getByRole('button', { name: /Expiration of puts/ }).click()
  const picker = page.getByRole('dialog')
  await expect(picker.getByRole('button', { name: '12 March 2026' })).toBeDisabled()
  await picker.getByRole('button', { name: '20 March 2026' }).click()
  await expect(page).toHaveURL(/put=2026-03-20/)
  await expect(page.getByRole('region', { name: 'PUT' })).toContainText('16 days left · monthly')
  await expect(page.getByRole('region', { name: 'CALL' })).toContainText('2 days left')
  await expect(puts.locator('tbody tr').first()).toBeVisible()

  await page.getByRole('button', { name: 'Remove SPY' }).click()
  await expect(page.getByText('Choose a company')).toBeVisible()
  await expect(page).toHaveURL(`${product.origin}/option-management`)
})
