// What all calls of the page have in common: headers, the spinner, and the toasts of a failure, one message each.
// Source: docs/rules/wire.md, "Calls"; docs/rules/interface.md, "Failures".
import type { Page } from '@playwright/test'
import { mendAndRetry } from '../support/failing-call.ts'
import { expect, test } from '../support/journey.ts'
import type { Product } from '../support/product.ts'

test.use({ role: 'manager' })

/** Opens the profile, whose forms are the simplest ones that save. */
async function open(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/profile`)
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
}

const saveCall = '**/v1/api/user/update-my-names'
const save = async (page: Page) =>
  page.getByRole('form', { name: 'Names' }).getByRole('button', { name: 'Save' }).click()

/** Sets the response of the next save. */
/** Refusals carry their name, like the server's: only then is it certain that nothing happened. */
const refusalNames: Readonly<Record<number, string>> = { 400: 'invalid', 401: 'sessionEnded', 404: 'notFound' }
const answerWith = (page: Page, status: number, error: unknown) => {
  const body = JSON.stringify({ code: status, error, refusal: refusalNames[status] })
  return page.route(saveCall, (route) => route.fulfill({ status, contentType: 'application/json', body }))
}

test('a failure is told by the four cases of the error body, one message each, at the top right', async ({
  page,
  product,
}) => {
  await open(page, product)
  const cases = [
    { status: 404, error: 'There is no such user.', shown: [['status', 'Error', 'There is no such user.']] },
    { status: 400, error: 'That is too much.', shown: [['alert', 'Error', 'That is too much.']] },
    {
      status: 400,
      error: [
        { field: 'a', message: 'First fault.' },
        { field: 'b', message: 'Second fault.' },
      ],
      shown: [
        ['alert', 'Error', 'First fault.'],
        ['alert', 'Error', 'Second fault.'],
      ],
    },
  ]
  for (const { status, error, shown } of cases) {
    await page.unroute(saveCall)
    await answerWith(page, status, error)
    await save(page)
    for (const [role, title, message] of shown) {
      const toast = page.getByRole(role as 'alert' | 'status').filter({ hasText: message! })
      await expect(toast).toHaveCount(1)
      await expect(toast).toContainText(title!)
    }
    const box = await page
      .getByRole(shown[0]![0] as 'alert' | 'status')
      .filter({ hasText: shown[0]![2]! })
      .boundingBox()
    expect(box!.x + box!.width).toBeGreaterThan(1400)
    expect(box!.y).toBeLessThan(200)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  }
  await page.unroute(saveCall)
  await answerWith(page, 401, 'Your session has ended. Please sign in again.')
  await save(page)
  const toast = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await expect(toast).toHaveCount(1)
  await expect(toast).toContainText('Unauthorized')
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
})

test("a saving that takes its time covers the page with 'Loading...' until it is answered", async ({
  page,
  product,
}) => {
  await open(page, product)
  let answer: (() => void) | undefined
  await page.route(saveCall, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  const spinner = page.getByRole('status').filter({ hasText: 'Loading...' })
  await page.getByRole('form', { name: 'Names' }).getByLabel('First name').fill('Marie')
  await save(page)
  await expect(spinner).toBeVisible()
  answer!()
  await expect(spinner).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^User menu, Marie/ })).toBeVisible()
})

test('a list that cannot be loaded is silent: its place says so with Retry', async ({ page, product }) => {
  const findCall = '**/v1/api/notification/find/**'
  await page.route(findCall, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({ code: 503, error: 'Not now.' }),
    }),
  )
  await page.goto(`${product.origin}/notification`)
  const place = page.getByRole('alert').filter({ hasText: 'The notifications could not be loaded' })
  await expect(place).toContainText('Not now.')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await mendAndRetry(page, findCall)
  await expect(page.getByText('No notifications yet')).toBeVisible()
})

test('what a timer asks for in vain says nothing', async ({ page, product }) => {
  await open(page, product)
  for (const call of [
    '**/v1/api/notification/find-recent',
    '**/v1/api/alert/find-current',
    '**/v1/api/task/find-recent',
  ]) {
    await page.route(call, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 500, error: 'Something went wrong on our side.' }),
      }),
    )
  }
  const asked = page.waitForResponse('**/v1/api/alert/find-current')
  await page.clock.fastForward(31_000)
  await asked
  await expect(page.getByRole('alert')).toHaveCount(0)
})
