// IBM's accessibility checker on a page: a second opinion beside axe, with other rules for names and icons.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

interface Finding {
  readonly rule: string
  readonly message: string
  readonly snippet: string
}

/** Fails with rule, message and element when the checker finds anything on the screen, light or dark. */
export async function expectSecondEngineAgrees(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolationsOfSecondEngine(page), `IBM's checker on ${screen}, ${colorScheme}`).toEqual([])
  }
}

/**
 * Returns each violation as its rule, message and element, `[]` for an accessible page. The checker runs its whole
 * "IBM Accessibility" set (WCAG 2.2 A and AA and its own requirements); what it only asks a person to look at is left
 * out, and so is the spacing of what lies behind a modal dialog: no pointer reaches it, and it is near the dialog's
 * own controls by chance. The size of a tile that stands for a figure is essential, and its screen has the same tiles as
 * a table (WCAG 2.2, 2.5.8, "Essential" and "Equivalent").
 */
async function findViolationsOfSecondEngine(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof ace === "object"'))) await page.evaluate(source)
  const findings = await page.evaluate<readonly Finding[]>(`
    new ace.Checker().check(document, ['IBM_Accessibility']).then(({ results }) => {
      const modal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
      const isExempt = ({ path }) => {
        const node = document.evaluate(path.dom, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
        if (node === null) return false
        return (modal !== undefined && !modal.contains(node)) || node.closest('[data-sized-by-figure]') !== null
      }
      return results
        .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
        .filter((result) => result.ruleId !== 'target_spacing_sufficient' || !isExempt(result))
        .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, snippet }))
    })`)
  return findings.map(({ rule, message, snippet }) => `${rule}: ${message} ${snippet}`)
}
