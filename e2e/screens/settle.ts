// When a screen has settled: its requests are answered, nothing on it loads, and its fonts are there.
import type { Page, Request } from '@playwright/test'

/** The page, as far as programs without the browser's types need it. */
interface Part {
  closest(selector: string): Part | null
  getBoundingClientRect(): { readonly top: number }
}
declare const innerHeight: number
declare const document: {
  querySelectorAll(selector: string): Iterable<Part>
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

/** Nothing loads, apart from what waits below the screen until the user scrolls near it. Runs in the page. */
const isLoaded = () =>
  [...document.querySelectorAll('[aria-busy="true"], .mantine-Skeleton-root')].every((part) => {
    const place = part.closest('[data-until-near]')
    return place !== null && place.getBoundingClientRect().top > 1.3 * innerHeight
  })

/** No request is in progress, no table or chart is loading, the fonts are loaded. */
export async function settle(page: Page, isAlwaysBusy = false): Promise<void> {
  await awaitAnswers(page)
  if (!isAlwaysBusy) await page.waitForFunction(isLoaded)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** A place may be replaced by its content while it comes into view. */
const scrollToWaiting = `(() => {
  const place = document.querySelector('[data-until-near]')
  place?.scrollIntoView()
  return place !== null
})()`

/** Scrolls to the end and back, as a user does who reads the whole screen: what waits for that is loaded. */
export async function scrollThrough(page: Page): Promise<void> {
  while (await page.evaluate<boolean>(scrollToWaiting)) await page.evaluate(paintThreeFrames)
  await page.evaluate('scrollTo(0, 0)')
}
