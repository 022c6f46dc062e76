// Brings charts and their dialogs into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

/** Chooses how many charts are in view; the choice is the user's, so a shot before may have left another one. */
export async function showCharts(page: Page, arrangement: string): Promise<void> {
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: /^Layout/ }).click()
  await page.getByRole('menuitemradio', { name: arrangement }).click()
  await page.keyboard.press('Escape')
  await page.locator('canvas').first().waitFor()
}

/** The chart of the first position, with the labels of its lines. */
export async function openHeldChart(page: Page): Promise<void> {
  const code = page
    .getByRole('table', { name: 'Operations' })
    .getByRole('button', { name: /^Graph of/ })
    .first()
  await page.goto(new URL(`/chart/${(await code.innerText()).trim()}/_D`, page.url()).href)
  await showCharts(page, 'One chart')
  await page.locator('.cf-handle').first().waitFor()
}

export async function openGraph(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Graph of/ })
    .first()
    .click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

export async function openGalleryGraph(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chart modal' }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

export async function openOpportunity(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Show the graph of/ })
    .nth(2)
    .click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

export async function openTrade(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Worst trade/ }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}
