// The first start at the product's full size: it responds while most of the simulated market is still being filled,
// shows that in the top bar, and ends with all of it. Source: docs/rules/trading.md, "Tasks"; docs/rules/market.md,
// "Sources".
import { startProduct, type Product } from '../support/product.ts'
import { people, signInByForm, startBrowserClock } from '../support/sign-in.ts'
import { expect, test } from '../support/timed-test.ts'

let product: Product

test.beforeEach(async () => {
  product = await startProduct({ isFirstStart: true, environment: { CLUBFOLIO_MARKET_INSTRUMENTS: '500' } })
})

// Nothing was started for a journey that is skipped.
// oxlint-disable-next-line no-empty-pattern
test.afterEach(async ({}, { status }) => {
  if (status === 'skipped') return
  await product.stop()
})

test('the market fills up as a task that everybody sees, while the lists already work', async ({ context, page }) => {
  await startBrowserClock(context)
  await signInByForm(page, product, people.manager)
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByRole('region', { name: 'Top Winners' }).locator('tbody tr')).toHaveCount(10)
  const progress = page.getByRole('progressbar', { name: 'Fill the simulated market' })
  // The top bar is still settling while the market fills: a list that closed again is opened again, as anybody would.
  await expect(async () => {
    if (!(await progress.isVisible())) await page.getByRole('button', { name: /^Tasks/ }).click()
    await expect(progress).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  const done = async () => {
    await page.clock.runFor(2_000)
    return progress.getAttribute('aria-valuenow')
  }
  await expect.poll(done, { timeout: 90_000 }).toBe('100')
  await page
    .getByRole('region', { name: 'Top Winners' })
    .getByRole('button', { name: /^Top Winners/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  const rows = page.getByRole('region', { name: 'Top Winners' }).locator('table')
  // Prices of the open session arrive a moment after the histories; the list refetches every minute.
  const shown = async () => {
    await page.clock.runFor(20_000)
    return Number(await rows.getAttribute('aria-rowcount').catch(() => null)) || rows.locator('tbody tr').count()
  }
  await expect.poll(shown, { timeout: 90_000 }).toBeGreaterThan(40)
})
