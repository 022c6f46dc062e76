// Brings the ticket, limits and actions on positions into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { ordersScreen } from './orders-screen.ts'
import { showCharts } from './prepare-chart.ts'

export async function openTicket(page: Page): Promise<void> {
  await ordersScreen(page).type({ code: 'SPY', quantity: '20', price: '360', stopLoss: '345', cancelPrice: '348' })
}

export async function openTrailingTicket(page: Page): Promise<void> {
  await ordersScreen(page).type({ code: 'SPY', quantity: '20', type: 'Trailing stop', side: 'Sell', trail: '4' })
}

/** A bracket on the chart from the preset of the account, which is saved the first time. */
export async function openPresetTicket(page: Page): Promise<void> {
  await showCharts(page, 'One chart')
  await page.keyboard.press('b')
  const save = page.getByRole('button', { name: 'Save as preset' })
  const note = page.getByRole('note', { name: 'Preset' })
  await save.or(note).waitFor()
  if (await save.isVisible()) {
    await save.click()
    const dialog = page.getByRole('dialog', { name: /^Preset/ })
    await dialog.getByLabel('Qty', { exact: true }).fill('100')
    await dialog.getByLabel('Stop distance').fill('3')
    await dialog.getByLabel('Target distance').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await note.waitFor()
  await page.getByRole('region', { name: 'What the order does' }).waitFor()
}

/** A part of an entry whose rest waits, and another one whose order is being divided. */
export async function showFilledPart(page: Page): Promise<void> {
  const part = { orderId: '1007', code: 'SPY', filled: 24, left: 76, dividesAt: '2026-03-04T15:10:00Z', hasStop: false }
  await page.route('**/find-protection-by-account/**', async (route) => {
    const answer = await route.fetch()
    const protection: object = await answer.json()
    const filledParts = [part, { ...part, orderId: '1011', code: 'QQQ', dividesAt: null }]
    await route.fulfill({ response: answer, json: { ...protection, filledParts } })
  })
  await page.reload()
  await page.getByText('the order is divided').first().waitFor()
}

/** Limits with their use, as of an account that has lost as much as it may today. */
async function showLimits(page: Page): Promise<void> {
  const uses = [
    { measure: 'dailyLoss', used: 1_012.4, limit: 1_000, after: null, code: null },
    { measure: 'openHeat', used: 1_240, limit: 2_000, after: null, code: null },
    { measure: 'largestPositionPercent', used: 18.4, limit: 20, after: null, code: 'SPY' },
    { measure: 'openPositions', used: 6, limit: 8, after: null, code: null },
  ]
  const stopped = {
    loss: 1_012.4,
    limit: 1_000,
    reachedAt: '2026-03-04T14:58:00Z',
    until: '2026-03-05T14:30:00Z',
    workingEntries: ['1001', '1002'],
  }
  await page.route('**/find-limit-state/**', (route) =>
    route.fulfill({ json: { uses, stopped, reached: ['dailyLoss'] } }),
  )
  const rails = {
    largestOrder: 10_000,
    largestPosition: null,
    largestPositionPercent: 20,
    dailyLoss: 1_000,
    openHeat: 2_000,
    openHeatPercent: null,
    heatWithoutStop: 25,
    openPositions: 8,
    symbolRule: 'BLOCK',
    symbols: ['AMC', 'GME'],
    priceDistance: 8,
    cancelsEntries: false,
  }
  await page.route('**/find-guard-rails/**', (route) => route.fulfill({ json: rails }))
  await page.reload()
  await page.getByText('The daily loss is reached').first().waitFor()
}

export async function openGuardRails(page: Page): Promise<void> {
  await showLimits(page)
  await page.getByRole('button', { name: 'Guard rails' }).click()
  await page.getByRole('meter').first().waitFor()
  await page.getByLabel('Daily loss').first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
}

export async function openStoppedTicket(page: Page): Promise<void> {
  await showLimits(page)
  await page.getByRole('button', { name: 'Put order' }).first().click()
  await page.getByText('this account takes no new entries').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
}

export async function openByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

export async function typeOrderLine(page: Page): Promise<void> {
  await openByKey(page, 'ControlOrMeta+k')
  await page.keyboard.type('buy 100 stop 3% target 2r')
  await page.getByRole('option', { name: /^Review order/ }).waitFor()
}

/** Close half of the first position: a menu on desktops, a sheet on phones. */
export async function openPositionAction(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Act on/ })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: 'Close half' })
    .or(page.getByRole('button', { name: 'Close half' }))
    .click()
  await page.getByRole('list', { name: 'Orders that will be sent' }).waitFor()
}
