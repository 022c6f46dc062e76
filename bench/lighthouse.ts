// Lighthouse on sign-in and dashboard (desktop preset, signed in with storage kept), the median of five: accessibility
// 100, performance at least 98; of the dashboard on a phone at least 90. Source: docs/rules/promises.md, "Speed".
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { startProduct } from '../e2e/support/product.ts'
import { people, signIn } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { freePort } from './support/free-port.ts'
import { median } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const rounds = 5
interface Audit {
  readonly performance: number
  readonly accessibility: number
  /** Accessibility audits with findings. */
  readonly failed: readonly string[]
}

const bars = { performance: 98, performanceOnPhone: 90, accessibility: 100 } as const

// Real time: Lighthouse's page has no steered clock, and a session must not expire in it.
const product = await startProduct({ environment: { CLUBFOLIO_NOW: '', CLUBFOLIO_MARKET_INSTRUMENTS: '20' } })
const profile = await mkdtemp(join(tmpdir(), 'clubfolio-lighthouse-'))
const port = await freePort()
const executablePath = findChromium()
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
  await measure('sign-in', '/auth')
  await signIn(await browser.newPage(), product, people.manager)
  await measure('dashboard', '/dashboard')
} finally {
  await browser.close()
  await product.stop()
  await rm(profile, { recursive: true, force: true })
}
process.exit()

async function measure(name: string, path: string): Promise<void> {
  for (const form of ['desktop', 'mobile'] as const) {
    const runs: Audit[] = []
    for (let round = 0; round < rounds; round++) runs.push(await audit(product.origin + path, form))
    const performance = median(runs.map((run) => run.performance))
    const accessibility = median(runs.map((run) => run.accessibility))
    const failed = [...new Set(runs.flatMap((run) => run.failed))]
    const isBarred = form === 'desktop'
    const atLeast = isBarred ? bars.performance : name === 'dashboard' ? bars.performanceOnPhone : undefined
    reportRow({
      what: `Lighthouse, ${name}, ${form}: performance, median of ${rounds}`,
      value: performance,
      digits: 0,
      ...(atLeast === undefined ? {} : { bar: { atLeast } }),
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

async function audit(url: string, form: 'desktop' | 'mobile'): Promise<Audit> {
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
    form === 'desktop' ? desktopConfig : undefined,
  )
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { categories, audits } = result.lhr
  return {
    performance: Math.round((categories['performance']?.score ?? 0) * 100),
    accessibility: Math.round((categories['accessibility']?.score ?? 0) * 100),
    failed: (categories['accessibility']?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  }
}
