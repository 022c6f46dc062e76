// Option management: a company as a bubble, its calls and puts side by side, each with its own day, and a strategy sold
// from the chain. Source: docs/rules/trading.md, "Option management".
import { expectAccessible } from '../support/accessible.ts'
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

  const chain = page.getByRole('table', { name: /^Calls and puts by strike/ })
  const figures = ['Open Int.', 'Volume', 'IV %', 'Delta']
  await expect(chain.getByRole('columnheader')).toHaveText(
    ['CALL', 'Strike', 'PUT'].concat(figures, ['Bid', 'Ask', 'Bid', 'Ask'], figures.toReversed()),
  )
  // Calls below the price are in the money, puts above it; the strike next to the price is in view.
  const price = Number((await page.getByText(/^\$\d/).first().innerText()).replace(/[$,]/g, ''))
  const inTheMoney = async (side: 'first' | 'last') =>
    (await chain.locator(`tbody tr:has(td:${side}-child[data-money="in"]) th`).allInnerTexts()).map((text) =>
      Number(text.replace(',', '')),
    )
  await expect(chain.locator('td[data-money="in"]').first()).toBeVisible()
  expect((await inTheMoney('first')).every((strike) => strike < price * 1.005)).toBe(true)
  expect((await inTheMoney('last')).every((strike) => strike > price * 0.995)).toBe(true)
  await expect(chain.locator('tr[data-middle]')).toBeInViewport()

  // Only days with an expiration can be chosen; each side has its own.
  await page.getByRole('button', { name: /Expiration of puts/ }).click()
  const picker = page.getByRole('dialog')
  await expect(picker.getByRole('button', { name: '12 March 2026' })).toBeDisabled()
  await picker.getByRole('button', { name: '20 March 2026' }).click()
  await expect(page).toHaveURL(/put=2026-03-20/)
  await expect(page.getByRole('region', { name: 'PUT' })).toContainText('16 days left · monthly')
  await expect(page.getByRole('region', { name: 'CALL' })).toContainText('2 days left')

  // A vertical is sold from the chain at its natural price, and filled.
  await page.getByText('Vertical', { exact: true }).click()
  const strike = Math.round((price * 0.98) / 5) * 5
  await chain.getByRole('button', { name: new RegExp(`^Sell ${strike} put 2026-03-20`) }).click()
  const ticket = page.getByRole('region', { name: 'Strategy' })
  await expect(ticket.getByRole('slider', { name: 'Payoff of SPY vertical' })).toBeVisible()
  await expectAccessible(page, 'the strategy ticket')
  await ticket.getByRole('button', { name: /^Natural/ }).click()
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await expect(ticket.getByText('Buying power after')).toBeVisible()
  await ticket.getByRole('button', { name: 'Put order' }).click()
  await expect(ticket).toBeHidden()
  await page.getByRole('tab', { name: 'Open options 2' }).click()
  await expect(page.getByRole('button', { name: `Roll SPY ${strike} put 2026-03-20` })).toBeVisible()
  await expectAccessible(page, 'open options')

  await page.getByRole('button', { name: 'Remove SPY' }).click()
  await expect(page.getByText('Choose a company')).toBeVisible()
  await expect(page).not.toHaveURL(/code=/)
})
