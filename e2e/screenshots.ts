// Takes every screen of the product at 1440 x 900 and 390 x 844, light and dark, into docs/screenshots: `npm run
// screenshots`. `npm run screenshots -- --only gallery,users --into /tmp/pictures` writes the named ones to another
// folder. The product runs on a fixed instant and seed with the demonstration's club, so that pictures change only when
// screens do.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import {
  administratorShots,
  fileShots,
  galleryShots,
  managerShots,
  memberShots,
  publicShots,
  tradingShots,
} from './screens/shots.ts'
import { settle } from './screens/settle.ts'
import type { Shot } from './screens/shot.ts'
import { startGallery } from './support/gallery.ts'
import { clientOf } from './support/client-of.ts'
import { journeyStart, severalBrokerages, startProduct, type Product } from './support/product.ts'
import { openSession, people, signIn } from './support/sign-in.ts'

const { values: wishes } = parseArgs({ options: { only: { type: 'string' }, into: { type: 'string' } } })
const folder = resolve(wishes.into ?? fileURLToPath(new URL('../docs/screenshots', import.meta.url)))
const only = wishes.only?.split(',')
const sizes = { '': { width: 1440, height: 900 }, '-phone': { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    await takeGallery(browser)
    await takeProduct(browser)
  } finally {
    await browser.close()
  }
}

async function takeGallery(browser: Browser): Promise<void> {
  const shots = galleryShots.filter(isWanted)
  if (shots.length === 0) return
  const gallery = await startGallery()
  await takeAll(await openContext(browser), gallery.address, shots).finally(() => gallery.stop())
}

async function takeProduct(browser: Browser): Promise<void> {
  const wanted = [
    { person: people.manager, shots: [...managerShots, ...tradingShots, ...fileShots] },
    { person: people.administrator, shots: administratorShots },
    { person: people.member, shots: memberShots },
    // Last, because each picture of the code's form sends one.
    { person: undefined, shots: publicShots },
  ]
    .map(({ person, shots }) => ({ person, shots: shots.filter(isWanted) }))
    .filter(({ shots }) => shots.length > 0)
  if (wanted.length === 0) return
  const product = await startProduct({
    isFirstStart: true,
    environment: { CLUBFOLIO_MARKET_INSTRUMENTS: '500', CLUBFOLIO_DEMO: 'club', ...severalBrokerages },
  })
  try {
    await awaitTasks(browser, product)
    for (const { person, shots } of wanted) {
      const context = await openContext(browser)
      if (person) {
        const entry = await context.newPage()
        await signIn(entry, product, person)
        await entry.close()
      }
      await takeAll(context, product.origin, shots)
    }
  } finally {
    await product.stop()
  }
}

/** Lists of instruments depend on the market and the levels, which a first start fills in the background. */
async function awaitTasks(browser: Browser, product: Product): Promise<void> {
  const context = await openContext(browser)
  const { task } = clientOf(product, await openSession(context.request, product, people.administrator))
  while ((await task.findRecent()).some(({ status }) => status === 'RUNNING'));
  await context.close()
}

async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // Requests that a worker answers pass by `page.route`.
    serviceWorkers: 'block',
  })
  await context.clock.install({ time: journeyStart })
  return context
}

function isWanted(shot: Shot): boolean {
  return !only || only.includes(shot.name)
}

async function takeAll(context: BrowserContext, origin: string, shots: readonly Shot[]): Promise<void> {
  for (const { name, path, height, isDesktopOnly, isShellAbsent, isAlwaysBusy, prepare } of shots) {
    for (const colorScheme of schemes) {
      for (const [suffix, viewport] of Object.entries(sizes)) {
        if (suffix && isDesktopOnly) continue
        const page = await context.newPage()
        await page.setViewportSize({ ...viewport, ...(height ? { height: height[suffix ? 1 : 0] } : {}) })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(origin + path)
        if (!isShellAbsent)
          await page
            .getByText(/Simulated market|market ·/)
            .first()
            .waitFor()
        await settle(page, isAlwaysBusy)
        await prepare?.(page)
        await settle(page, isAlwaysBusy)
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}${suffix}.png` })
        await page.close()
      }
    }
    console.log(name)
  }
}

await main()
