// When a screen has settled: its requests are answered, nothing on it loads, and its fonts are there.
import type { Page, Request } from '@playwright/test'

/** The page's document, as far as programs without the browser's types need it. */
declare const document: {
  querySelector(selector: string): unknown
  readonly fonts: { readonly ready: Promise<unknown> }
}

/** The unanswered requests of watched pages. */
const unanswered = new WeakMap<Page, Set<Request>>()

/** Watches a page from now on, so that `settle` knows when its last request is answered. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => {
    // What the page before still waited for is given up.
    if (request.isNavigationRequest()) open.clear()
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Resolves once no request is in progress and the answers are painted: they may have led to another request. */
async function awaitAnswers(page: Page): Promise<void> {
  const open = unanswered.get(page)
  if (open === undefined) return page.waitForLoadState('networkidle')
  let isQuiet = false
  while (!isQuiet) {
    const isAnswered = open.size === 0
    await page.evaluate(paintThreeFrames)
    isQuiet = isAnswered && open.size === 0
  }
}

const paintThreeFrames = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
})`

/** No request is in progress, no table or chart is loading, the fonts are loaded. */
export async function settle(page: Page, isAlwaysBusy = false): Promise<void> {
  await awaitAnswers(page)
  if (!isAlwaysBusy)
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
