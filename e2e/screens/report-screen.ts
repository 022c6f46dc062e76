// A report on the screens of static and of dynamic reports, by what a person sees on it.
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { cell } from '../support/cell.ts'
import type { Product } from '../support/product.ts'

export interface ReportScreen {
  /** Opens a report of the catalogue by its key and waits for its rows. */
  open(key: string, name: string, search?: string): Promise<void>
  table(name: string): Locator
  rows(name: string): Locator
  header(name: string, column: string): Locator
  /** Returns the cells of a column, row by row. */
  column(name: string, column: string): Promise<string[]>
  /** Returns the menu Actions, opened. */
  openActions(): Promise<Locator>
  act(action: string): Promise<void>
  download(action: string): Promise<Download>
  /** Chooses an option of a field. */
  choose(field: string, option: string | RegExp): Promise<void>
  toast(words: string | RegExp): Locator
  dialog(name: string | RegExp): Locator
}

export function reportScreen(page: Page, product: Product): ReportScreen {
  const table = (name: string) => page.getByRole('table', { name, exact: true })
  const header = (name: string, column: string) => table(name).getByRole('columnheader', { name: column, exact: true })
  const openActions = async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    return page.getByRole('menu')
  }
  const act = async (action: string) => {
    await openActions()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  return {
    table,
    header,
    openActions,
    act,
    rows: (name) => table(name).locator('tbody tr'),
    async open(key, name, search = '') {
      await page.goto(`${product.origin}/static-report?report=${key}${search}`)
      await expect(table(name).locator('tbody tr td').first()).toHaveText(/\S/)
    },
    column: (name, column) => cell(table(name).locator('tbody tr'), column).allInnerTexts(),
    async download(action) {
      const [file] = await Promise.all([page.waitForEvent('download'), act(action)])
      return file
    },
    async choose(field, option) {
      await page.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option }).click()
    },
    toast: (words) => page.locator('[role="alert"], [role="status"]').filter({ hasText: words }),
    dialog: (name) => page.getByRole('dialog', { name }),
  }
}

/** Why the text of PDFs cannot be read here. */
export const noPdfReader: string | undefined = spawnSync('pdftotext', ['-v']).error
  ? 'pdftotext is not installed (apt-get install poppler-utils)'
  : undefined

/** Returns the text of a PDF, line by line as on paper. */
export const textOfPdf = (path: string): string =>
  execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
