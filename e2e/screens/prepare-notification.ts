// Brings the delivery settings and the shell into the states of devices and lines that `shots.ts` lists.
import type { Page } from '@playwright/test'

const createdAt = '2026-03-04T15:00:00.000Z'
const devices = [
  { id: '018f3b5e-0000-7000-8000-000000000001', browser: 'Chrome on Linux', createdAt, lastSentAt: createdAt },
  { id: '018f3b5e-0000-7000-8000-000000000002', browser: 'Safari on iOS', createdAt, lastSentAt: null },
]

/** Two devices of the user; the browser of the pictures is none of them. */
export async function showDevices(page: Page): Promise<void> {
  await page.route('**/find-push-devices', (route) =>
    route.fulfill({
      json: {
        publicKey: 'B'.repeat(87),
        devices: devices.map((device) => ({ ...device, showsDetails: false, isCurrent: false })),
      },
    }),
  )
  await page.reload()
  await page.getByRole('list', { name: 'Devices that show notifications' }).waitFor()
}

/** What the browser says when its line is gone, with the figures already on the screen. */
export async function loseLine(page: Page): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }); dispatchEvent(new Event('offline'))`,
  )
  await page.getByText(/^You are offline/).waitFor()
}
