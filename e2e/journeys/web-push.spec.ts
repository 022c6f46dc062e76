// A push that reaches the real service worker: shown for the device that the page noted, and nothing of it for another.
// Source: docs/decisions/0111-web-push.md.
import type { Page, Worker } from '@playwright/test'
import { expect, test } from '../support/journey.ts'

test.use({ role: 'manager', serviceWorkers: 'allow' })

const noted = '018f3b5e-0000-7000-8000-000000000001'

/** As the page does once the server knows the device. */
const note = (page: Page, id: string, userId: string): Promise<unknown> =>
  page.evaluate(
    (device) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('clubfolio-push', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('device'))
        opening.addEventListener('error', reject)
        opening.addEventListener('success', () => {
          const put = opening.result.transaction('device', 'readwrite').objectStore('device').put(device, 'noted')
          put.addEventListener('success', resolve)
        })
      }),
    { id, userId },
  )

/** Stands in for the system's own display, which a browser without a window has not. */
const watchShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const shown: (string | undefined)[][] = []
    Object.assign(self, { shown })
    Object.assign((self as unknown as { registration: object }).registration, {
      showNotification: (title: string, { body, tag }: NotificationOptions) => {
        shown.push([title, body, tag])
        return Promise.resolve()
      },
    })
  })
const shownBy = (worker: Worker): Promise<string[][]> =>
  worker.evaluate(() => (self as unknown as { shown: string[][] }).shown)

test('a push is shown for the device of the page, and of one for another device nothing', async ({
  page,
  product,
  person,
}) => {
  await page.goto(`${product.origin}/profile`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await note(page, noted, person.id)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('No worker runs.')
  await watchShown(worker)
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  const push = (device: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: product.origin,
      registrationId,
      data: JSON.stringify({
        device,
        title: 'ACME at or above $10',
        body: 'Open Clubfolio.',
        tag: device,
        url: '/alert',
      }),
    })
  await push(noted)
  await expect.poll(() => shownBy(worker)).toEqual([['ACME at or above $10', 'Open Clubfolio.', noted]])
  await push('018f3b5e-0000-7000-8000-000000000002')
  await expect.poll(() => shownBy(worker)).toContainEqual(['Clubfolio', 'Sign in to see what is new.', 'signed-out'])
  expect(JSON.stringify(await shownBy(worker))).not.toContain('000000000002')
})
