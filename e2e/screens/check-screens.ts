// Runs axe over every screen of the product and every state of one (`shots.ts`), as the demonstration's people see it,
// in light and dark: on desktops in `npm test`, on phones in `npm run test:long`. The long tier also runs IBM's checker,
// which takes a second or more for a screen, and presses Escape in every menu, on both (`menu-keys.test.tsx` does so
// for each kind of menu).
import type { BrowserContext, Page } from '@playwright/test'
import { administratorShots, fileShots, managerShots, memberShots, publicShots, tradingShots } from './shots.ts'
import { settle, watchRequests } from './settle.ts'
import type { Shot } from './shot.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expectSecondEngineAgrees } from '../support/second-engine.ts'
import { expectMenusCloseByEscape } from '../support/menus.ts'
import { clubEnvironment, expect, shareProduct, test, type Role } from '../support/journey.ts'
import { journeyStart, type Product } from '../support/product.ts'
import { enterSession, startBrowserClock } from '../support/sign-in.ts'

const visits: readonly (readonly [visitor: string, shots: readonly Shot[], role?: Role])[] = [
  ['a manager', [...managerShots, ...tradingShots], 'manager'],
  ['a manager with an account from files', fileShots, 'manager'],
  ['an administrator', administratorShots, 'administrator'],
  ['a member', memberShots, 'member'],
  ['a visitor', publicShots],
]
const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const promises = { desktop: 'axe finds nothing', phone: 'both engines find nothing, and Escape closes each menu,' }

/** Declares a journey for each screen that the device has. */
export function checkScreens(device: keyof typeof viewports): void {
  test.use({ ground: 'club' })

  for (const [visitor, shots, role] of visits) {
    test.describe(`${promises[device]} where ${visitor} sees`, () => {
      // One page for all, which keeps what it has loaded and compiled.
      let context: BrowserContext
      let page: Page

      // Journeys on the shared product count the manager's accounts.
      if (shots === fileShots) shareProduct({ environment: clubEnvironment })

      test.beforeAll(async ({ browser }) => {
        context = await browser.newContext({ reducedMotion: 'reduce', viewport: viewports.desktop })
        await startBrowserClock(context)
        page = await context.newPage()
        watchRequests(page)
        // Confirms leaving a screen that asks.
        page.on('dialog', (dialog) => void dialog.accept())
      })
      test.afterAll(() => context.close())

      test.beforeEach(async ({ home, product }) => {
        // Whatever the previous screen stored in the browser, or answered in the server's place, is gone.
        await page.unrouteAll({ behavior: 'wait' })
        await page.goto(`${product.origin}/health`)
        await page.evaluate('localStorage.clear()')
        await context.clock.setSystemTime(journeyStart)
        await page.setViewportSize(viewports.desktop)
        if (role !== undefined) await enterSession(page, product, (await home.demonstrationPerson(role)).user)
      })

      for (const shot of shots.filter(({ isDesktopOnly }) => device === 'desktop' || !isDesktopOnly)) {
        test(shot.name, async ({ product }) => {
          await open(page, product, shot)
          // Screens are prepared at desktop size, where their controls are visible.
          if (device === 'phone') {
            await expectSecondEngineAgrees(page, `${shot.name}, desktop`)
            await expectMenusCloseByEscape(page, shot.name)
            await page.setViewportSize(viewports.phone)
            await settle(page, shot.isAlwaysBusy)
          }
          await expectAccessible(page, `${shot.name}, ${device}`)
          if (device === 'desktop') return
          await expectSecondEngineAgrees(page, `${shot.name}, ${device}`)
          await expectMenusCloseByEscape(page, `${shot.name}, on a phone`)
        })
      }
    })
  }
}

async function open(page: Page, product: Product, { path, isShellAbsent, isAlwaysBusy, prepare }: Shot): Promise<void> {
  await page.goto(product.origin + path)
  if (!isShellAbsent) await expect(page.getByText(/Simulated market|market ·/).first()).toBeVisible()
  await settle(page, isAlwaysBusy)
  await prepare?.(page)
  await settle(page, isAlwaysBusy)
}
