// Brings the Allocation screen into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

/** Saves targets by sector that start from what is held, with a tenth of the account moved from cash to the first. */
async function setTargets(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Set targets' })
  const menu = page.getByRole('button', { name: /^Classes by/ })
  await menu.waitFor()
  if (!(await button.isVisible())) return
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Sector' }).click()
  await page.waitForURL(/by=SECTOR/)
  await page.locator('[aria-label="Classes"]').getByText('Shares', { exact: true }).waitFor({ state: 'hidden' })
  await button.click()
  const form = page.getByRole('form', { name: 'Targets' })
  const percents = form.getByLabel('Percent', { exact: true })
  const cash = form.getByRole('group', { name: 'Cash' }).getByLabel('Percent', { exact: true })
  await cash.waitFor()
  for (const [field, change] of [
    [percents.first(), 10],
    [cash, -10],
  ] as const)
    await field.fill(String(Math.round((Number(await field.inputValue()) + change) * 100) / 100))
  await form.getByRole('button', { name: 'Save targets' }).click()
  await menu.waitFor()
}

const show = (page: Page, view: string) => page.locator('label', { hasText: view }).click()

export async function showAllocation(page: Page): Promise<void> {
  await setTargets(page)
  await page.locator(':is(table, ul)[aria-label="Classes"] button[aria-expanded="false"]').first().click()
}

export async function editTargets(page: Page): Promise<void> {
  await setTargets(page)
  await show(page, 'Targets')
  await page.getByRole('form', { name: 'Targets' }).waitFor()
}

export async function showProposal(page: Page): Promise<void> {
  await setTargets(page)
  await show(page, 'Proposal')
  await page.getByRole('button', { name: 'Propose orders' }).click()
  await page.getByRole('heading', { name: 'Drift before and after' }).waitFor()
}
