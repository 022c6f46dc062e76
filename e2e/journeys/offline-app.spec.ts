// The installable application: Chromium finds nothing that keeps it from being installed; it starts without a line and
// shows the last figures with their time, refuses effects, and is live again with the line. Nothing of a user is left
// after their sign-out. Source: docs/decisions/0112-an-application-that-starts-offline.md.
import type { Page } from '@playwright/test'
import { linkNewLogin } from '../support/link-account.ts'
import { expect, test } from '../support/journey.ts'
import { enterSession } from '../support/sign-in.ts'

test.use({ role: 'manager', serviceWorkers: 'allow' })

/** Resolves when the worker answers for the page and the figures of the page are on the device. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('figures:'))
    return name !== undefined && (await (await caches.open(name)).keys()).length > 1
  })
}

const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith('figures:')) continue
      const store = await caches.open(name)
      for (const request of await store.keys()) {
        const answer = await store.match(request)
        parts.push(
          name,
          request.url,
          ...[...request.headers].flat(),
          ...[...answer!.headers].flat(),
          await answer!.text(),
        )
      }
    }
    return parts.join('\n')
  })

test('it can be installed, starts without a line, and forgets its user', async ({ page, product, person, another }) => {
  const context = page.context()
  await linkNewLogin(person, person.brokerageLogin)
  await page.goto(`${product.origin}/profile`)
  const session = await context.newCDPSession(page)
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const { errors, manifest } = await session.send('Page.getAppManifest')
  expect([errors, manifest.display]).toEqual([[], 'kStandalone'])

  // A browser's window keeps nothing until its user wishes it.
  await page.goto(`${product.origin}/dashboard`)
  await expect(accountFigures(page)).toBeVisible()
  expect(await storedText(page)).toBe('')
  await page.goto(`${product.origin}/profile`)
  await page.getByRole('switch', { name: 'Keep the last figures on this device' }).click()
  await page.goto(`${product.origin}/account`)
  await expect(page.getByRole('switch', { name: /^Default account/ })).toBeVisible()
  await page.goto(`${product.origin}/dashboard`)
  await expect(accountFigures(page)).toBeVisible()
  await untilKept(page)
  const figures = await accountFigures(page).textContent()
  const stored = await storedText(page)
  expect(stored).toContain(person.id)
  expect(stored).not.toContain(person.user.token)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^Offline · figures of \d\d:\d\d ET\./)).toBeVisible()
  await expect(accountFigures(page)).toHaveText(figures!)
  await page.goto(`${product.origin}/account`)
  await page.getByRole('button', { name: /^Read now/ }).click()
  await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible()
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByText(/^Offline · figures of/)).toBeVisible()

  const live = page.waitForResponse((answer) => answer.url().includes('/view-my-account/'))
  await context.setOffline(false)
  await live
  await expect(page.getByText(/^Offline · figures of/)).toBeHidden()

  // A sign-out without a line deletes them too, and the next user finds nothing.
  await context.setOffline(true)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect.poll(() => storedText(page)).toBe('')
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await context.setOffline(false)
  const next = await another('manager')
  await enterSession(page, product, next.user)
  await page.goto(`${product.origin}/dashboard`)
  await expect(page.getByText('Your wallet appears here once an account is linked.')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()
  await expect(accountFigures(page)).toBeHidden()
  expect(await storedText(page)).toBe('')
})

const accountFigures = (page: Page) => page.locator('[aria-label="The account"]')
