// Static reports over the demonstration: drawn, their instruments' graphs, taken along as files, printed.
// Source: specification 2, sections 2, 4, 5, 7 and 9 (Static report).
import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ isFirstStart: true, environment: { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60' } })
})
test.afterAll(async () => {
  await product.stop()
})
test.beforeEach(async ({ context }) => {
  await startBrowserClock(context)
})

const tableOf = (page: Page, name: string) => page.getByRole('table', { name })
const openReport = async (page: Page, key: string, name: string) => {
  await page.goto(`${product.origin}/static-report?report=${key}`)
  await expect(tableOf(page, name).locator('tbody tr td').first()).toHaveText(/\S/)
}
const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a code opens its monthly graph, and a report with a graph draws it', async ({ page }) => {
  await signIn(page, product, people.manager)
  await openReport(page, 'open-positions', 'Open positions')
  await expect(page.getByRole('img', { name: /^Bars over/ })).toBeVisible()
  await expectAccessible(page, 'a report with a graph')
  await tableOf(page, 'Open positions').getByRole('button', { name: /^Graph of/ }).first().click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
})

test('a report is downloaded under its name and printed through a hidden frame', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => window.top?.postMessage('printed', '*')
    addEventListener('message', (event) => event.data === 'printed' && document.body.setAttribute('data-printed', 'frame'))
  })
  await signIn(page, product, people.manager)
  await openReport(page, 'fund-unit-values', 'Fund unit values')
  const [pdf] = await Promise.all([page.waitForEvent('download'), act(page, 'PDF')])
  expect(pdf.suggestedFilename()).toBe('Fund unit values.pdf')
  const words = execFileSync('pdftotext', ['-layout', await pdf.path(), '-'], { encoding: 'utf8' })
  expect(words).toContain('Fund unit values')
  expect(words).toMatch(/20\d\d-\d\d-\d\d/)

  const [sheet] = await Promise.all([page.waitForEvent('download'), act(page, 'Excel')])
  expect(sheet.suggestedFilename()).toBe('Fund unit values.xlsx')
  // A spreadsheet is a ZIP file.
  expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe('PK')

  await act(page, 'Print')
  await expect(page.locator('iframe#print-frame')).toBeAttached()
  await expect(page.locator('body[data-printed="frame"]')).toBeAttached()
})
