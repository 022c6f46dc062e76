// Every address of the product, signed in as the demonstration's manager, administrator and member and signed out,
// through Lighthouse (desktop, one run each). Promise: accessibility 100; best practices and performance are only
// recorded. axe over every screen and state is a journey (`e2e/screens/check-screens.ts`).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse'
import { administratorShots, managerShots, memberShots, publicShots, tradingShots } from '../e2e/screens/shots.ts'
import { startProduct, type Product } from '../e2e/support/product.ts'
import { enterPassword, people } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { freePort } from './support/free-port.ts'
import { reportRow } from './support/report-row.ts'

type Audit = RunnerResult['lhr']['audits'][string]

const { values: wishes } = parseArgs({ options: { only: { type: 'string' } } })
const only = wishes.only?.split(',')
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const executablePath = findChromium()
const visits = [
  { person: people.manager, shots: [...managerShots, ...tradingShots] },
  { person: people.administrator, shots: administratorShots },
  { person: people.member, shots: memberShots },
  { person: undefined, shots: publicShots },
].map(({ person, shots }) => ({ person, shots: shots.filter(({ name }) => only === undefined || only.includes(name)) }))

// Real time: Lighthouse's page has no steered clock, and a session must not expire in it.
const product = await startProduct({
  isFirstStart: true,
  environment: { CLUBFOLIO_NOW: '', CLUBFOLIO_MARKET_INSTRUMENTS: '60', CLUBFOLIO_DEMO: 'club' },
})
try {
  await lightAll(product)
} finally {
  await product.stop()
}
process.exit()

/** Like the sign-in of a journey, but with longer timeouts: a busy machine is not a finding. */
async function signIn(page: Page, { origin, readCode }: Product, person: string): Promise<void> {
  await page.goto(`${origin}/auth`)
  await enterPassword(page, person)
  await page.getByText('Code received').waitFor()
  await page.keyboard.type(await readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: /^User menu/ }).waitFor()
}

/** Visits every address once, in a browser that keeps its session; the menu items are part of every page. */
async function lightAll({ origin }: Product): Promise<void> {
  for (const { person, shots } of visits) {
    const profile = await mkdtemp(join(tmpdir(), 'clubfolio-lighthouse-'))
    const port = await freePort()
    const browser = await chromium.launchPersistentContext(profile, {
      ...(executablePath ? { executablePath } : {}),
      args: [`--remote-debugging-port=${port}`, ...args],
    })
    try {
      if (person) await signIn(await browser.newPage(), product, person)
      const byPath = new Map(shots.map(({ name, path }) => [path, name]).toReversed() as [string, string][])
      for (const [path, name] of byPath) {
        const result = await lighthouse(
          origin + path,
          {
            port,
            output: 'json',
            logLevel: 'error',
            onlyCategories: ['performance', 'accessibility', 'best-practices'],
            disableStorageReset: true,
          },
          desktopConfig,
        )
        if (!result) throw new Error(`Lighthouse gave no result for ${path}.`)
        const { categories, audits } = result.lhr
        const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
        const failed = ['accessibility', 'best-practices'].flatMap((category) =>
          (categories[category]?.auditRefs ?? [])
            .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
            .map(({ id }) => findingOf(audits[id]!)),
        )
        reportRow({
          what: `Lighthouse, ${name} (${path}), desktop: accessibility`,
          value: score('accessibility'),
          digits: 0,
          bar: { atLeast: 100 },
          figures: [`best practices ${score('best-practices')}, performance ${score('performance')}`, ...failed].join(
            '; ',
          ),
        })
      }
    } finally {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    }
  }
}

/** Formats an audit and its findings. */
function findingOf({ id, details }: Audit): string {
  const items = details?.type === 'table' ? details.items : []
  const selectors = items.flatMap(({ node }) =>
    typeof node === 'object' && node !== null && 'selector' in node ? [String(node.selector)] : [],
  )
  return selectors.length === 0 ? id : `${id} (${selectors.slice(0, 3).join(', ')})`
}
