// The documentation as the product serves it: built, under the product's policy, with every link, picture and heading
// there, and a search that needs no network. Source: docs/decisions/0127-a-site-of-the-documentation.md.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, shareProduct, test } from '../support/journey.ts'

/** The page's document, as far as a test without the browser's types needs it. */
declare const document: {
  querySelectorAll(selector: string): Iterable<{ readonly id: string; getAttribute(name: string): string | null }>
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = fileURLToPath(new URL('../../site/dist', import.meta.url))

test.describe.configure({ timeout: 300_000 })
test.use({ colorScheme: 'light', actionTimeout: 15_000 })

// Built before the product starts, which lists its files then.
test.beforeAll(async () => {
  test.setTimeout(240_000)
  await promisify(execFile)(process.execPath, ['scripts/docs.mjs'], { cwd: root })
})
shareProduct()

/** Notes what the page may not do, asks elsewhere for, or does not find. */
function watch(page: Page, origin: string): readonly string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin) faults.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return faults
}

test('every page opens without a fault, and every link, heading and picture of it is there', async ({
  page,
  product,
}) => {
  const faults = watch(page, product.origin)
  const files = (await readdir(site, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const pages = files.filter((name) => name.endsWith('.html') && name !== '404.html')
  expect(pages.length).toBeGreaterThan(100)
  const ids = new Map<string, ReadonlySet<string>>()
  const links: { readonly from: string; readonly to: URL }[] = []
  for (const name of pages) {
    const address = `${product.origin}/docs/${name}`
    await page.goto(address)
    const found = await page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href') ?? ''),
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(found.wide, `${name} fits its window`).toBeLessThanOrEqual(0)
    ids.set(name, new Set(found.ids))
    links.push(...found.links.map((href) => ({ from: name, to: new URL(href, address) })))
  }
  expect(faults).toEqual([])
  const missing = links
    .filter(({ to }) => to.origin === product.origin)
    .filter(({ to }) => {
      const path = decodeURI(to.pathname).replace(/^\/docs\//, '')
      const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
      const heading = decodeURIComponent(to.hash.slice(1))
      return !files.includes(name) || (heading !== '' && ids.get(name)?.has(heading) === false)
    })
  expect([...new Set(missing.map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`))]).toEqual([])
})

test('the search finds a procedure of each guide with the network off', async ({ page, product, context }) => {
  const faults = watch(page, product.origin)
  await page.goto(`${product.origin}/docs/`)
  await expect(page.getByRole('heading', { level: 1, name: /^Clubfolio/ })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).first().click()
  const field = page.locator('.VPLocalSearchBox input')
  await field.fill('club')
  await expect(page.locator('.VPLocalSearchBox .result').first()).toBeVisible()
  // Box and index are loaded with the first word.
  await context.setOffline(true)
  for (const [words, title] of [
    ['vertical', 'Sell a vertical'],
    ['second person', 'Ask for a second person'],
    ['authenticator app', 'Sign in with an authenticator app'],
    ['first administrator', 'Become the first administrator'],
  ] as const) {
    await field.fill(words)
    await expect(page.locator('.VPLocalSearchBox .result').filter({ hasText: title }).first()).toBeVisible()
  }
  await context.setOffline(false)
  expect(faults).toEqual([])
})

test('the pages fit a phone, in the dark too', async ({ page, product }) => {
  const faults = watch(page, product.origin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const name of ['', 'tour.html', 'guides/treasurer.html', 'rules/fund.html', 'bench.html', 'api.html']) {
    await page.goto(`${product.origin}/docs/${name}`)
    await expect(page.locator('html')).toHaveClass(/dark/)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, `${name} fits a phone`).toBeLessThanOrEqual(0)
  }
  expect(faults).toEqual([])
})
