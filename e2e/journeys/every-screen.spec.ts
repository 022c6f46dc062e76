// Every screen of the product and every state of one (`screens/shots.ts`), as the demonstration's people see it: axe in light and dark, on
// desktop and phone.
import { expect, test, type Page } from '@playwright/test'
import { administratorShots, managerShots, memberShots, publicShots, settle, tradingShots, type Shot } from '../screens/shots.ts'
import { expectAccessible } from '../support/accessible.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'

const visits: readonly (readonly [visitor: string, shots: readonly Shot[], email?: string])[] = [
  ['a manager', [...managerShots, ...tradingShots], people.manager],
  ['an administrator', administratorShots, people.administrator],
  ['a member', memberShots, people.member],
  ['a visitor', publicShots],
]
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ environment: { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60' } })
})
test.afterAll(() => product.stop())

for (const [visitor, shots, email] of visits) {
  test.describe(`axe finds nothing where ${visitor} sees`, () => {
    let session: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>> | undefined

    test.beforeAll(async ({ browser }) => {
      if (email === undefined) return
      const context = await browser.newContext()
      await startBrowserClock(context)
      await signIn(await context.newPage(), product, email)
      session = await context.storageState()
      await context.close()
    })

    for (const shot of shots) {
      test(shot.name, async ({ browser }) => {
        const context = await browser.newContext({ reducedMotion: 'reduce', viewport: desktop, ...(session ? { storageState: session } : {}) })
        await startBrowserClock(context)
        const page = await context.newPage()
        await open(page, shot)
        await expectAccessible(page, `${shot.name}, desktop`)
        if (!shot.isDesktopOnly) {
          await page.setViewportSize(phone)
          await settle(page, shot.isAlwaysBusy)
          await expectAccessible(page, `${shot.name}, phone`)
        }
        await context.close()
      })
    }
  })
}

async function open(page: Page, { path, isShellAbsent, isAlwaysBusy, prepare }: Shot): Promise<void> {
  await page.goto(product.origin + path)
  if (!isShellAbsent) await expect(page.getByText(/Simulated market|market ·/).first()).toBeVisible()
  await settle(page, isAlwaysBusy)
  await prepare?.(page)
  await settle(page, isAlwaysBusy)
}
