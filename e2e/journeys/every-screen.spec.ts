// Every screen of the product and every state of one (`screens/shots.ts`), as the demonstration's people see it: axe in light and dark, on
// desktop and phone.
import type { BrowserContext, Page } from '@playwright/test'
import { administratorShots, managerShots, memberShots, publicShots, settle, tradingShots, type Shot } from '../screens/shots.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test, type Role } from '../support/journey.ts'
import { journeyStart, type Product } from '../support/product.ts'
import { enterSession, startBrowserClock } from '../support/sign-in.ts'

const visits: readonly (readonly [visitor: string, shots: readonly Shot[], role?: Role])[] = [
  ['a manager', [...managerShots, ...tradingShots], 'manager'],
  ['an administrator', administratorShots, 'administrator'],
  ['a member', memberShots, 'member'],
  ['a visitor', publicShots],
]
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.use({ ground: 'club' })

for (const [visitor, shots, role] of visits) {
  test.describe(`axe finds nothing where ${visitor} sees`, () => {
    // One page for all, which keeps what it has loaded and compiled.
    let context: BrowserContext
    let page: Page

    test.beforeAll(async ({ browser }) => {
      context = await browser.newContext({ reducedMotion: 'reduce', viewport: desktop })
      await startBrowserClock(context)
      page = await context.newPage()
      // A screen that asks before it is left is left.
      page.on('dialog', (dialog) => void dialog.accept())
    })
    test.afterAll(() => context.close())

    test.beforeEach(async ({ home, product }) => {
      // What the screen before has kept in the browser is gone.
      await page.goto(`${product.origin}/health`)
      await page.evaluate('localStorage.clear()')
      await context.clock.setSystemTime(journeyStart)
      if (role !== undefined) await enterSession(page, product, (await home.demonstrationPerson(role)).user)
      await page.setViewportSize(desktop)
    })

    for (const shot of shots) {
      test(shot.name, async ({ product }) => {
        await open(page, product, shot)
        await expectAccessible(page, `${shot.name}, desktop`)
        if (shot.isDesktopOnly) return
        await page.setViewportSize(phone)
        await settle(page, shot.isAlwaysBusy)
        await expectAccessible(page, `${shot.name}, phone`)
      })
    }
  })
}

async function open(page: Page, product: Product, { path, isShellAbsent, isAlwaysBusy, prepare }: Shot): Promise<void> {
  await page.goto(product.origin + path)
  if (!isShellAbsent) await expect(page.getByText(/Simulated market|market ·/).first()).toBeVisible()
  await settle(page, isAlwaysBusy)
  await prepare?.(page)
  await settle(page, isAlwaysBusy)
}
