// Takes every screen of the product at 1440 x 900 and 390 x 844, light and dark, into docs/screenshots: `npm run screenshots`.
// The product runs on a fixed instant and seed with the demonstration's club, so that pictures change only when screens do.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { ordersScreen } from './screens/orders-screen.ts'
import { journeyStart, startProduct, type Product } from './support/product.ts'
import { people, signIn } from './support/sign-in.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const sizes = { '': { width: 1440, height: 900 }, '-phone': { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const

interface Shot {
  readonly name: string
  readonly path: string
  /** Brings the screen into the state worth showing. */
  readonly prepare?: (page: Page) => Promise<void>
}

const managerShots: readonly Shot[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'chart', path: '/chart/SPY/_D', prepare: (page) => page.locator('canvas').first().waitFor() },
  { name: 'wallet', path: '/wallet' },
  { name: 'accounts', path: '/account' },
  { name: 'members', path: '/member' },
  { name: 'account-mapping', path: '/account-mapping', prepare: openDetail },
  { name: 'new-participation', path: '/account-mapping', prepare: (page) => page.getByRole('button', { name: 'New Participation' }).first().click() },
  { name: 'opportunity-seeker', path: '/opportunity-seeker?capital=50000&risk=1&asked=true' },
  { name: 'opportunity-graph', path: '/opportunity-seeker?capital=50000&risk=1&asked=true', prepare: openOpportunity },
  { name: 'calculator', path: '/stock-calculator-advance?ticket=SPY&capital=50000&risk=1', prepare: (page) => page.locator('canvas').first().waitFor() },
  { name: 'tools', path: '/tools' },
  { name: 'watchlist', path: '/watchlist' },
  { name: 'screener', path: '/screener' },
  { name: 'user-profile', path: '/profile' },
  { name: 'page-not-found', path: '/page-not-found' },
]
const administratorShots: readonly Shot[] = [
  { name: 'market-data', path: '/market' },
  { name: 'users', path: '/user' },
  { name: 'groups', path: '/group' },
]
/** With the brokerage's demonstration account, which has a year of trades. */
const tradingShots: readonly Shot[] = [
  { name: 'operations', path: '/operation', prepare: (page) => page.getByRole('table', { name: 'Operations' }).locator('tfoot').waitFor() },
  { name: 'option-management', path: '/option-management?code=SPY', prepare: (page) => page.getByRole('table', { name: 'Calls' }).getByText(/\.\d\d/).first().waitFor() },
  { name: 'orders', path: '/order' },
  { name: 'order-ticket', path: '/order', prepare: openTicket },
  { name: 'transactions', path: '/transaction' },
  { name: 'transactions-timeline', path: '/transaction?mode=timeline' },
]
const publicShots: readonly Shot[] = [
  { name: 'sign-in', path: '/auth' },
  { name: 'register', path: '/register' },
  { name: 'register-form', path: '/auth?form=register', prepare: (page) => page.getByText('Verified', { exact: true }).waitFor() },
]

async function openTicket(page: Page): Promise<void> {
  await ordersScreen(page).type({ code: 'SPY', quantity: '20', price: '360', stopLoss: '345', cancelPrice: '348' })
}

async function openDetail(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Participations' }).getByText('Nora Lind').click()
  const detail = page.getByRole('region', { name: 'Detail of Nora Lind' })
  await detail.getByRole('switch').first().waitFor()
  await detail.locator('canvas').first().waitFor()
}

async function openOpportunity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Show the graph of/ }).nth(2).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const product = await startProduct({ isFirstStart: true, environment: { CLUBFOLIO_MARKET_INSTRUMENTS: '500', CLUBFOLIO_DEMO: 'club' } })
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'] })
  try {
    const makeContext = async () => {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
      await context.clock.install({ time: journeyStart })
      return context
    }
    await takeAll(await makeContext(), product, publicShots)
    const manager = await makeContext()
    const entry = await manager.newPage()
    await signIn(entry, product, people.manager)
    await entry.close()
    await takeAll(manager, product, managerShots)
    await takeAll(manager, product, tradingShots)
    const administrator = await makeContext()
    await signIn(await administrator.newPage(), product, people.administrator)
    await takeAll(administrator, product, administratorShots)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function takeAll(context: BrowserContext, product: Product, shots: readonly Shot[]): Promise<void> {
  for (const { name, path, prepare } of shots) {
    for (const colorScheme of schemes) {
      for (const [suffix, viewport] of Object.entries(sizes)) {
        const page = await context.newPage()
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(product.origin + path, { waitUntil: 'networkidle' })
        await prepare?.(page)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: `${folder}${name}-${colorScheme}${suffix}.png` })
        await page.close()
      }
    }
    console.log(name)
  }
}

await main()
