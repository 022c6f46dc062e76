import type { Page } from '@playwright/test'

/**
 * Lets a call that a journey made fail succeed again, and presses Retry. By key, because a list also reloads itself, on
 * its timer or when a message arrives, and would remove the button under a pointer.
 * Example: `await page.route(call, (route) => route.abort())`, then `await mendAndRetry(page, call)`.
 */
export async function mendAndRetry(page: Page, call: string): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).focus()
  await page.unroute(call)
  await page.keyboard.press('Enter')
}
