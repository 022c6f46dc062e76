// Brings reports into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

export function openRecipients(page: Page): Promise<void> {
  return openAction(page, 'Send by email')
}

export async function openAction(page: Page, action: string): Promise<void> {
  await page.getByRole('table', { name: 'Account performance by month' }).getByText(/^20/).first().waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

/** A schedule of the demonstration, run once now. */
export async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedules' }).click()
  const schedule = page.getByRole('dialog').locator('section').first()
  await schedule.getByRole('button', { name: 'History' }).click()
  // The first picture creates the run that all of them show.
  await schedule
    .getByText(/Last 20|It has not run yet/)
    .first()
    .waitFor()
  if (await schedule.getByText('It has not run yet.').isVisible())
    await schedule.getByRole('button', { name: 'Run now' }).click()
  await page.clock.resume()
  await schedule.getByRole('list').getByText('Done').first().waitFor()
}

export async function openRuns(page: Page): Promise<void> {
  await openAction(page, 'Prepare in the background')
  await page.getByRole('button', { name: 'Prepare', exact: true }).click()
  const runs = page.getByRole('dialog', { name: 'Runs' })
  await runs.waitFor()
  await page.clock.runFor(5_000)
  await runs
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor()
}

export async function openOwnReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Result by company/ }).click()
  await page.getByRole('table', { name: 'Result by company' }).getByText(/\$/).first().waitFor()
}

export async function openComposer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Result by company' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('table', { name: 'Preview' }).getByText(/\$/).first().waitFor()
}
