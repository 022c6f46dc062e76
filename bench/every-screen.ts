// Every screen of the product, signed in as the demonstration's manager, administrator and member and signed out: Lighthouse (desktop, one
// run each: accessibility, best practices, performance) over every address, and axe over every screen and state of one in light and
// dark, on desktop and phone. Promised: accessibility 100 and not one finding of axe; the rest is written down.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse'
import { administratorShots, managerShots, memberShots, publicShots, settle, tradingShots, type Shot } from '../e2e/screens/shots.ts'
import { freePort, startProduct, type Product } from '../e2e/support/product.ts'
import { enterPassword, people } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { reportRow } from './support/report-row.ts'

type Audit = RunnerResult['lhr']['audits'][string]

const { values: wishes } = parseArgs({ options: { only: { type: 'string' }, part: { type: 'string' } } })
const only = wishes.only?.split(',')
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const executablePath = findChromium()
const patienceMs = 120_000
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
const visits = [
  { person: people.manager, shots: [...managerShots, ...tradingShots] },
  { person: people.administrator, shots: administratorShots },
  { person: people.member, shots: memberShots },
  { person: undefined, shots: publicShots },
].map(({ person, shots }) => ({ person, shots: shots.filter(({ name }) => only === undefined || only.includes(name)) }))

// The real time: Lighthouse's page has no steered clock, and a session must be alive in it.
const product = await startProduct({ isFirstStart: true, environment: { CLUBFOLIO_NOW: '', CLUBFOLIO_MARKET_INSTRUMENTS: '60', CLUBFOLIO_DEMO: 'club' } })
try {
  if (wishes.part !== 'axe') await lightAll(product)
  if (wishes.part !== 'lighthouse') await searchAll(product)
} finally {
  await product.stop()
}
process.exit()

/** As a journey does, without its short patience: a busy machine is no finding. */
async function signIn(page: Page, { origin, readCode }: Product, person: string): Promise<void> {
  await page.goto(`${origin}/auth`)
  await enterPassword(page, person)
  await page.getByText('Code received').waitFor()
  await page.keyboard.type(await readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: /^User menu/ }).waitFor()
}

/** Every address once, in a browser that keeps its session; the menu items are part of every page. */
async function lightAll({ origin }: Product): Promise<void> {
  for (const { person, shots } of visits) {
    const profile = await mkdtemp(join(tmpdir(), 'clubfolio-lighthouse-'))
    const port = await freePort()
    const browser = await chromium.launchPersistentContext(profile, { ...(executablePath ? { executablePath } : {}), args: [`--remote-debugging-port=${port}`, ...args] })
    try {
      if (person) await signIn(await browser.newPage(), product, person)
      const byPath = new Map(shots.map(({ name, path }) => [path, name]).toReversed() as [string, string][])
      for (const [path, name] of byPath) {
        const result = await lighthouse(origin + path, { port, output: 'json', logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices'], disableStorageReset: true }, desktopConfig)
        if (!result) throw new Error(`Lighthouse gave no result for ${path}.`)
        const { categories, audits } = result.lhr
        const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
        const failed = ['accessibility', 'best-practices'].flatMap((category) => (categories[category]?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => findingOf(audits[id]!)))
        reportRow({
          what: `Lighthouse, ${name} (${path}), desktop: accessibility`, value: score('accessibility'), digits: 0, bar: { atLeast: 100 },
          figures: [`best practices ${score('best-practices')}, performance ${score('performance')}`, ...failed].join('; '),
        })
      }
    } finally {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    }
  }
}

/** The audit and what it found fault with. */
function findingOf({ id, details }: Audit): string {
  const items = details?.type === 'table' ? details.items : []
  const selectors = items.flatMap(({ node }) => (typeof node === 'object' && node !== null && 'selector' in node ? [String(node.selector)] : []))
  return selectors.length === 0 ? id : `${id} (${selectors.slice(0, 3).join(', ')})`
}

async function searchAll({ origin }: Product): Promise<void> {
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
  const findings: string[] = []
  let looked = 0
  try {
    for (const { person, shots } of visits) {
      const context = await signedIn(browser, person)
      for (const shot of shots) {
        const found: string[] = []
        for (const [size, viewport] of Object.entries(sizes)) {
          if (size === 'phone' && shot.isDesktopOnly) continue
          const page = await context.newPage()
          page.setDefaultTimeout(patienceMs)
          try {
            await page.setViewportSize(viewport)
            await open(page, origin, shot)
            for (const colorScheme of schemes) {
              looked++
              found.push(...(await search(page, `${shot.name}, ${size}, ${colorScheme}`, colorScheme)))
            }
          } catch (error) {
            found.push(`${shot.name}, ${size}: could not be brought to its state: ${String(error).split('\n')[0]}`)
          }
          await page.close()
        }
        findings.push(...found)
        console.log(`        axe: ${shot.name}${found.map((finding) => `\n          ${finding}`).join('')}`)
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  reportRow({ what: `axe over every screen and state, light and dark, desktop and phone (${looked} looks): findings`, value: findings.length, digits: 0, bar: { atMost: 0 }, figures: findings.slice(0, 10).join('; ') })
}

async function signedIn(browser: Browser, person: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
  if (person) {
    const entry = await context.newPage()
    await signIn(entry, product, person)
    await entry.close()
  }
  // Some states wait by the page's clock, which the pictures stop.
  await context.clock.install()
  return context
}

async function open(page: Page, origin: string, { path, isShellAbsent, isAlwaysBusy, prepare }: Shot): Promise<void> {
  await page.goto(origin + path)
  if (!isShellAbsent) await page.getByText(/Simulated market|market ·/).first().waitFor()
  await settle(page, isAlwaysBusy)
  await prepare?.(page)
  await settle(page, isAlwaysBusy)
}

async function search(page: Page, where: string, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')}`)
}
