// Brings the Allocation screen into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

/** Saves targets that start from what is held, with a tenth of the account moved from the largest class to the next. */
async function setTargets(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Set targets' })
  const classes = page.getByRole('heading', { name: 'Classes' })
  await button.or(classes).first().waitFor()
  if (!(await button.isVisible())) return
  await button.click()
  const form = page.getByRole('form', { name: 'Targets' })
  const percents = form.getByLabel('Percent', { exact: true })
  await percents.first().waitFor()
  for (const [index, change] of [
    [0, -10],
    [1, 10],
  ] as const) {
    const field = percents.nth(index)
    await field.fill(String(Math.round((Number(await field.inputValue()) + change) * 100) / 100))
  }
  await form.getByRole('button', { name: 'Save targets' }).click()
  await classes.waitFor()
}

const show = (page: Page, view: string) => page.getByText(view, { exact: true }).and(page.locator('label')).click()

export async function showAllocation(page: Page): Promise<void> {
  await setTargets(page)
  const first = page.getByRole('button', { expanded: false }).and(page.locator('main button')).first()
  if (await first.isVisible()) await first.click()
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
  await page.getByRole('table', { name: 'Drift before and after' }).waitFor()
}
