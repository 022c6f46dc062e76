import { expect, type Page } from '@playwright/test'

/**
 * Lets a call that a journey made fail succeed again, and presses Retry. A list also reloads itself, on its timer or when
 * a message arrives: one that is under way still fails, with the button busy until then, and a later one removes the
 * button.
 * Example: `await page.route(call, (route) => route.abort())`, then `await mendAndRetry(page, call)`.
 */
export async function mendAndRetry(page: Page, call: string): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry' })
  await page.unroute(call)
  await expect(retry.and(page.locator('[data-loading]'))).toHaveCount(0)
  await retry.evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()))
}
