// Runs axe over screens of the product and states of them (`shots.ts`), as the demonstration's people see them: in light
// and dark, on a desktop and on a phone. IBM's checker runs beside it, and Escape has to close every menu
// (`menu-keys.test.tsx` checks that for each kind of menu).
import type { BrowserContext, Page } from '@playwright/test'
import { fileShots } from './shots.ts'
import { scrollThrough, settle, watchRequests } from './settle.ts'
import type { Shot } from './shot.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expectSecondEngineAgrees } from '../support/second-engine.ts'
import { expectMenusCloseByEscape } from '../support/menus.ts'
import { clubEnvironment, expect, shareProduct, test, type Role } from '../support/journey.ts'
import { journeyStart, type Product } from '../support/product.ts'
import { enterSession, startBrowserClock } from '../support/sign-in.ts'

/** A visitor, what they see, and the role they sign in with. */
export type Visit = readonly [visitor: string, shots: readonly Shot[], role?: Role]

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Declares a journey for each screen. */
export function checkScreens(visits: readonly Visit[]): void {
  test.use({ ground: 'club' })

  for (const [visitor, shots, role] of visits) {
    test.describe(`both engines find nothing, and Escape closes each menu, where ${visitor} sees`, () => {
      // One page for all, which keeps what it has loaded and compiled.
      let context: BrowserContext
      let page: Page

      // Journeys on the shared product count the manager's accounts.
      if (shots === fileShots) shareProduct({ environment: clubEnvironment })

      test.beforeAll(async ({ browser }) => {
        context = await browser.newContext({ reducedMotion: 'reduce', viewport: desktop })
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
        await page.setViewportSize(desktop)
        if (role !== undefined) await enterSession(page, product, (await home.demonstrationPerson(role)).user)
      })

      for (const shot of shots) {
        test(shot.name, async ({ product }) => {
          // Screens are prepared at desktop size, where their controls are visible.
          await open(page, product, shot)
          await check(page, `${shot.name}, desktop`)
          if (shot.isDesktopOnly) return
          await page.setViewportSize(phone)
          await scrollThrough(page)
          await settle(page, shot.isAlwaysBusy)
          await check(page, `${shot.name}, phone`)
        })
      }
    })
  }
}

async function check(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await expectSecondEngineAgrees(page, name)
  await expectMenusCloseByEscape(page, name)
}

async function open(page: Page, product: Product, { path, isShellAbsent, isAlwaysBusy, prepare }: Shot): Promise<void> {
  await page.goto(product.origin + path)
  if (!isShellAbsent) await expect(page.getByText(/Simulated market|market ·/).first()).toBeVisible()
  await settle(page, isAlwaysBusy)
  await prepare?.(page)
  await settle(page, isAlwaysBusy)
}
