// Lighthouse on sign-in and dashboard (desktop preset, signed in with storage kept), the median of five: accessibility
// 100, performance at least 98; of the dashboard on a phone at least 90, without an account and with the demonstration's.
// `--slowdown 1.3` sets how much slower than this machine the phone is (Lighthouse: 4), for a machine that is itself
// slow; these figures are recorded, not judged. Source: docs/rules/promises.md, "Speed".
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { type Config, defaultConfig, desktopConfig } from 'lighthouse'
import { clubEnvironment } from '../e2e/support/journey.ts'
import { startProduct, type Product } from '../e2e/support/product.ts'
import { people, signIn } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { freePort } from './support/free-port.ts'
import { median } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const rounds = 5
const { values: given } = parseArgs({ options: { slowdown: { type: 'string' } } })
const slowdown = given.slowdown === undefined ? undefined : Number(given.slowdown)
interface Audit {
  readonly performance: number
  readonly accessibility: number
  readonly blockingMs: number
  /** Accessibility audits with findings. */
  readonly failed: readonly string[]
}

const bars = { performance: 98, performanceOnPhone: 90, accessibility: 100 } as const

const executablePath = findChromium()

await withProduct({ CLUBFOLIO_MARKET_INSTRUMENTS: '20' }, async (measure, enter) => {
  await measure('sign-in', '/auth')
  await enter()
  await measure('dashboard', '/dashboard')
})
await withProduct(clubEnvironment, async (measure, enter) => {
  await enter()
  await measure('dashboard with an account', '/dashboard')
})
process.exit()

type Measure = (name: string, path: string) => Promise<void>

/** Measures pages of a product in a browser of its own, in which `enter` signs the manager in. */
async function withProduct(
  environment: Readonly<Record<string, string>>,
  act: (measure: Measure, enter: () => Promise<void>) => Promise<void>,
): Promise<void> {
  // Real time: Lighthouse's page has no steered clock, and a session must not expire in it.
  const product: Product = await startProduct({ environment: { ...environment, CLUBFOLIO_NOW: '' } })
  const profile = await mkdtemp(join(tmpdir(), 'clubfolio-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    await act(
      (name, path) => measurePage(name, product.origin + path, port),
      async () => signIn(await browser.newPage(), product, people.manager),
    )
  } finally {
    await browser.close()
    await product.stop()
    await rm(profile, { recursive: true, force: true })
  }
}

async function measurePage(name: string, url: string, port: number): Promise<void> {
  for (const form of ['desktop', 'mobile'] as const) {
    const runs: Audit[] = []
    for (let round = 0; round < rounds; round++) runs.push(await audit(url, form, port))
    const performance = median(runs.map((run) => run.performance))
    const accessibility = median(runs.map((run) => run.accessibility))
    const failed = [...new Set(runs.flatMap((run) => run.failed))]
    const isBarred = form === 'desktop'
    const hasPhoneBar = name.startsWith('dashboard') && slowdown === undefined
    const atLeast = isBarred ? bars.performance : hasPhoneBar ? bars.performanceOnPhone : undefined
    const ofPhone = !isBarred && slowdown !== undefined ? `, ${slowdown} times slower` : ''
    reportRow({
      what: `Lighthouse, ${name}, ${form}${ofPhone}: performance, median of ${rounds}`,
      value: performance,
      digits: 0,
      ...(atLeast === undefined ? {} : { bar: { atLeast } }),
      figures: `blocked for ${median(runs.map((run) => run.blockingMs)).toFixed(0)} ms`,
    })
    reportRow({
      what: `Lighthouse, ${name}, ${form}: accessibility`,
      value: accessibility,
      digits: 0,
      ...(isBarred ? { bar: { atLeast: bars.accessibility } } : {}),
      figures: failed.join(', '),
    })
  }
}

async function audit(url: string, form: 'desktop' | 'mobile', port: number): Promise<Audit> {
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility'],
    disableStorageReset: true,
  } as const
  const result = await lighthouse(
    url,
    { ...flags, onlyCategories: [...flags.onlyCategories] },
    form === 'desktop' ? desktopConfig : phoneConfig(),
  )
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { categories, audits } = result.lhr
  return {
    performance: Math.round((categories['performance']?.score ?? 0) * 100),
    accessibility: Math.round((categories['accessibility']?.score ?? 0) * 100),
    blockingMs: audits['total-blocking-time']?.numericValue ?? 0,
    failed: (categories['accessibility']?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  }
}

/** Lighthouse's own phone, but for the slowdown that was given. */
function phoneConfig(): Config | undefined {
  if (slowdown === undefined) return undefined
  const throttling = { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: slowdown }
  return { extends: 'lighthouse:default', settings: { throttling } }
}
