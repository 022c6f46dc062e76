// What the product reports unprompted: messages, tasks and alerts of the top bar, the alert notification bar and the
// notification centre. Source: docs/rules/trading.md, "Top bar".
import type { Page } from '@playwright/test'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { linkNewLogin } from '../support/link-account.ts'
import type { Product } from '../support/product.ts'
import { enterSession, enterSessionAt } from '../support/sign-in.ts'

test.use({ role: 'administrator' })

/** The page polls for news every fifteen seconds. */
const waitForNews = (page: Page) => page.clock.fastForward(15_000)

/** A screen that makes no requests besides those of the top bar. */
async function openTopBar(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/page-not-found`)
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()
}

const messages = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('an empty top bar says so in the words of the specification', async ({ page, product }) => {
  await openTopBar(page, product)
  await page.getByRole('button', { name: 'Tasks' }).click()
  await expect(page.getByText('None running task')).toBeVisible()
  await page.keyboard.press('Escape')
  await messages(page).click()
  await expect(page.getByText('No notifications')).toBeVisible()
  await expectAccessible(page, 'no messages')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Alerts' }).click()
  await expect(page.getByText('No alerts')).toBeVisible()
  await expectAccessible(page, 'no alerts')
})

test('a message arrives while the page is open, is counted until it is read, and leads to its place', async ({
  page,
  product,
  person,
  signInElsewhere,
}) => {
  await openTopBar(page, product)
  await signInElsewhere(person)
  await waitForNews(page)
  await expect(messages(page)).toHaveAccessibleName('Notifications, 1')
  await expect(page.getByRole('link', { name: /Notifications/ })).toContainText('1')
  await messages(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const message = panel.getByRole('button', { name: /A new browser signed in/ })
  await expect(message).toContainText('from 127.0.0.1 with a browser that was not used before')
  await message.click()
  await expect(page).toHaveURL(`${product.origin}/profile`)
  await expect(messages(page)).toHaveAccessibleName('Notifications')
})

test('the notification centre keeps what was told, page by page, read and unread', async ({
  page,
  product,
  person,
  signInElsewhere,
}) => {
  await page.goto(`${product.origin}/notification`)
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expectAccessible(page, 'no notifications')
  for (let count = 0; count < 2; count++) await signInElsewhere(person)
  await waitForNews(page)
  const rows = page.getByRole('table', { name: 'Notifications' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 unread')).toBeVisible()
  await rows.first().hover()
  await rows
    .first()
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await expect(page.getByText('1 unread')).toBeVisible()
  await page.getByText('Unread', { exact: true }).first().click()
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/which=UNREAD/)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.locator('#page').getByText('Everything is read')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(2)
  await rows.first().hover()
  await rows
    .first()
    .getByRole('button', { name: /^Mark as unread/ })
    .click()
  await expect(messages(page)).toHaveAccessibleName('Notifications, 1')
})

test.describe(() => {
  test.use({ ownProduct: {} })

  test('an alert stands in the bar until it is put away, and under Alerts until its condition has passed', async ({
    page,
    product,
    person,
  }) => {
    await linkNewLogin(person, person.brokerageLogin)

    await enterSessionAt(page, product, person.email, '2026-03-09T16:00:00Z')
    await openTopBar(page, product)
    const bar = page.getByRole('region', { name: 'Alert' })
    await expect(bar).toContainText('ends soon. It ends at 2026-03-11 11:00 ET.')
    const bell = page.getByRole('button', { name: /^Alerts/ })
    await expect(bell).toHaveAccessibleName('Alerts, 1')
    await expectAccessible(page, 'alert bar')
    await expectWholeTicket(page, product)
    await bar.getByRole('button', { name: 'Dismiss this alert' }).click()
    await expect(bar).toHaveCount(0)
    await page.reload()
    await expect(bell).toHaveAccessibleName('Alerts, 1')
    await expect(bar).toHaveCount(0)
    await bell.click()
    await page.getByRole('link', { name: /^Open: The access to account/ }).click()
    await expect(page).toHaveURL(`${product.origin}/account/activate`)

    await enterSessionAt(page, product, person.email, '2026-03-11T16:00:00Z')
    await openTopBar(page, product)
    await expect(bar).toContainText('has lapsed')
    await bar.getByRole('link', { name: 'Open' }).click()
    await page
      .getByRole('button', { name: /^Enable|^Renew/ })
      .first()
      .waitFor()
  })
})

/** A ticket with a stop, a cancel price and an obstacle fits above the lower edge, below the bar, without scrolling. */
async function expectWholeTicket(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/order`)
  const { ticket, type } = ordersScreen(page)
  await type({ code: 'SPY', quantity: '20', price: '1', stopLoss: '0.8', cancelPrice: '0.9' })
  await expect(ticket.getByRole('list', { name: 'Warnings' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Alert' })).toBeVisible()
  const { bottom, hidden } = await ticket.evaluate((place) => {
    const body = place.lastElementChild!
    return { bottom: place.getBoundingClientRect().bottom, hidden: body.scrollHeight - body.clientHeight }
  })
  expect(bottom).toBeLessThanOrEqual(900)
  expect(hidden).toBe(0)
  await page.keyboard.press('Escape')
}

test('nothing of one user is seen by the next', async ({ page, product, person, another, signInElsewhere }) => {
  await openTopBar(page, product)
  await signInElsewhere(person)
  await waitForNews(page)
  await expect(messages(page)).toHaveAccessibleName('Notifications, 1')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await enterSession(page, product, (await another('member')).user)
  await openTopBar(page, product)
  await expect(messages(page)).toHaveAccessibleName('Notifications')
  await messages(page).click()
  await expect(page.getByText('No notifications')).toBeVisible()
})
