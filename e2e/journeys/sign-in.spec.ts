// Signing in and out as a person does it, with the exact texts. Source: docs/rules/access.md, "Sign-in".
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, shareProduct, test, type Person } from '../support/journey.ts'
import type { Product } from '../support/product.ts'
import { enterPassword, enterSession } from '../support/sign-in.ts'

async function openForm(page: Page, product: Product): Promise<void> {
  await page.goto(product.origin)
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
}

/** Gets as far as the form for the code. */
async function askForCode(page: Page, product: Product, email: string): Promise<void> {
  await openForm(page, product)
  await enterPassword(page, email)
  await expect(page.getByText('Code received')).toBeVisible()
}

/** A signed-in page without data of its own. */
async function openAs(page: Page, product: Product, { user }: Person): Promise<void> {
  await enterSession(page, product, user)
  await page.goto(`${product.origin}/page-not-found`)
  await expect(page.getByRole('button', { name: `User menu, ${user.firstName} ${user.lastName}` })).toBeVisible()
}

const toast = (page: Page, title: string, message: string) =>
  page.locator('[role="alert"], [role="status"]').filter({ hasText: title }).filter({ hasText: message })
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

test('Login waits for a valid e-mail and eight characters, and says why', async ({ page, product, another }) => {
  const { email } = await another('manager')
  await openForm(page, product)
  const login = page.getByRole('button', { name: 'Login' })
  await expect(login).toBeDisabled()
  await page.getByLabel('Email').fill('somebody')
  await page.getByRole('textbox', { name: 'Password' }).fill('1234567')
  await page.getByLabel('Email').focus()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  await expect(page.getByText('A password has at least 8 characters.')).toBeVisible()
  await expect(login).toBeDisabled()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Error', 'E-mail or password is wrong.')).toBeVisible()
})

test('a pasted code opens the product, and nothing secret but the token stays in the browser', async ({
  page,
  product,
  another,
}) => {
  const { email } = await another('manager')
  await openForm(page, product)
  await enterPassword(page, email)
  await expect(
    page.getByText('Check your phone for a text message with a 6-digit code. It is valid for 60 seconds.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  const code = await product.readCode()
  await page.getByLabel('Digit 1 of 6').evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    clipboardData.setData('Text', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, code)
  await expect(page.getByLabel('Digit 6 of 6')).toHaveValue(code.charAt(5))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'User menu, Maria Keller' })).toBeVisible()
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, unknown>)
  expect(Object.keys(user)).toEqual(['id', 'firstName', 'lastName', 'email', 'token', 'tokenExpire', 'permissions'])
})

test('a wrong code is named, and the form starts again', async ({ page, product, another }) => {
  const { email } = await another('manager')
  await askForCode(page, product, email)
  const code = await product.readCode()
  const wrong = code === '111111' ? '222222' : '111111'
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(wrong)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Error', `${wrong} is invalid`)).toBeVisible()
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await expect(page.getByLabel('Digit 6 of 6')).toHaveValue('')
  expect(await stored(page)).not.toContain('user')
})

test('the code expires after 60 seconds, with words, and the login form comes back', async ({
  page,
  product,
  another,
}) => {
  const { email } = await another('manager')
  await askForCode(page, product, email)
  await page.clock.fastForward(61_000)
  await expect(toast(page, 'Notification', 'Confirmation code has been expired')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('Logout clears all local storage, here and in the other tab', async ({ page, context, product, another }) => {
  await openAs(page, product, await another('manager'))
  await page.evaluate(() => localStorage.setItem('code', 'left-over'))
  const other = await context.newPage()
  await other.goto(`${product.origin}/page-not-found`)
  await other.getByRole('button', { name: /^User menu/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  expect(await stored(page)).toEqual([])
})

test.describe(() => {
  shareProduct()

  test('Send again shows its wait and then starts a new minute; Login leads back', async ({
    page,
    product,
    another,
  }) => {
    const { email } = await another('manager')
    await askForCode(page, product, email)
    const first = await product.readCode()
    await expect(page.getByRole('button', { name: /^Send again in (30|29|28) s$/ })).toBeDisabled()
    await page.clock.fastForward(31_000)
    await product.moveClock(new Date(Date.parse(product.now) + 31_000).toISOString())
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(toast(page, 'Notification', 'A new code was sent to your phone')).toBeVisible()
    await expect(page.getByText(/valid for (60|59|58) seconds/)).toBeVisible()
    expect(await product.readCode()).not.toBe(first)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  })

  test('one minute before the end the page asks, staying prolongs, and without an answer the session ends', async ({
    page,
    product,
    another,
  }) => {
    const startMs = Date.parse(product.now)
    const moveTo = (minutes: number, seconds: number) =>
      product.moveClock(new Date(startMs + minutes * 60_000 + seconds * 1_000).toISOString())
    // Requests still in progress would count as activity when the server's clock moves.
    await openAs(page, product, await another('manager'))
    await page.waitForLoadState('networkidle')
    // Timer-driven checks do not count as activity.
    await moveTo(29, 10)
    await page.clock.fastForward(29 * 60_000 + 10_000)
    const question = page.getByRole('dialog', { name: 'Are you still there?' })
    await expect(question).toBeVisible()
    await expectAccessible(page, 'stay dialog')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toHaveCount(0)
    await moveTo(59, 30)
    await page.clock.fastForward(30 * 60_000 + 20_000)
    await expect(question.or(page.getByRole('heading', { name: 'Please Sign In' })).first()).toBeVisible()
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
    expect(await stored(page)).toEqual([])
  })
})

test('a session that the server ended is noticed by the check after 60 seconds', async ({ page, product, another }) => {
  await openAs(page, product, await another('manager'))
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string }
    await fetch('/v1/api/security/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: '{}',
    })
  })
  await page.clock.fastForward(61_000)
  // A socket that ends with the session may inform the page earlier; its toast is gone by now then.
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
})

test('addresses without a session lead to sign-in and on, unknown ones to page-not-found, and a slash at the end does no harm', async ({
  page,
  product,
  another,
}) => {
  for (const path of ['/nothing/here', '/page-not-found']) {
    await page.goto(product.origin + path)
    await expect(page).toHaveURL(/\/page-not-found$/)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await expectAccessible(page, 'page not found without a session')
  for (const path of ['/account', '/account/', '/stock-calculator-advance/', '/tools?from=mail']) {
    await page.goto(product.origin + path)
    await expect(page).toHaveURL(/\/auth\/?$/)
  }
  await page.reload()
  await enterPassword(page, (await another('manager')).email)
  await expect(page.getByRole('heading', { name: 'Confirmation code' })).toBeVisible()
  await page.keyboard.type(await product.readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Tools' })).toBeVisible()
  await expect(page).toHaveURL(/\/tools\?from=mail$/)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${product.origin}/register`)
  await expect(page.getByRole('heading', { name: 'Registration works' })).toBeVisible()
  await page.goto(`${product.origin}/.well-known/acme-challenge/abc`)
  await expect(page.locator('#root')).toHaveText('')
  await enterSession(page, product, (await another('manager')).user)
  await page.goto(`${product.origin}/nothing/here`)
  await expect(page).toHaveURL(/\/page-not-found$/)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('the keyboard reaches the palette, the help and the page', async ({ page, product, another }) => {
  await openAs(page, product, await another('manager'))
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  const userMenu = page.getByRole('button', { name: /^User menu/ })
  await userMenu.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(userMenu).toBeFocused()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search screens and actions' })
  await expect(search).toBeFocused()
  await search.fill('spy')
  await expect(page.getByRole('group', { name: 'Instruments' }).getByRole('option', { name: /^SPY/ })).toBeVisible()
  await search.fill('logout')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
})

test('a sign-in page moves on when another tab signs in', async ({ page, context, product, another }) => {
  await page.goto(`${product.origin}/auth`)
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await enterSession(await context.newPage(), product, (await another('manager')).user)
  await expect(page.getByRole('button', { name: 'User menu, Maria Keller' })).toBeVisible()
})

test('a tab that finds another user begins as a new page, in whatever order it learns of it', async ({
  page,
  context,
  product,
  another,
  signInElsewhere,
}) => {
  const [first, second] = [await another('manager'), await another('member')]
  test.setTimeout(300_000)
  // A sleeping tab receives nothing from other tabs.
  await page.addInitScript(() => {
    addEventListener('storage', (event) =>
      document.documentElement.dataset['asleep'] ? event.stopImmediatePropagation() : undefined,
    )
  })
  await openAs(page, product, first)
  const other = await context.newPage()
  await other.goto(`${product.origin}/page-not-found`)
  await other.getByRole('button', { name: /^User menu/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()

  // The first user's own tab: the second user signs in where the first one was.
  await page.evaluate(() => (document.documentElement.dataset['page'] = 'of the manager'))
  await openAs(page, product, second)
  expect(await page.locator('html').getAttribute('data-page')).toBeNull()
  const kept = () => other.evaluate(() => localStorage.getItem('user')!)
  const member = await kept()
  await other.evaluate(() => localStorage.clear())
  await enterSession(other, product, await signInElsewhere(first))
  const manager = await kept()

  // Both sessions continue; a file of the same origin replaces one with the other, as signing out and in elsewhere
  // would.
  await other.goto(`${product.origin}/color-scheme.js`)
  const become = (user: string) =>
    other.evaluate((text) => (localStorage.clear(), localStorage.setItem('user', text)), user)
  const saved: string[] = []
  await page.route('**/user/save-my-user-preference', async (route) => {
    saved.push(route.request().headers()['token'] ?? '')
    await route.continue()
  })
  // The page may be gone before it confirms that it was informed.
  const unlessLeft = (error: Error) => {
    if (!error.message.includes('context was destroyed')) throw error
  }
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'it is looked at': () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(unlessLeft),
    'its check of the session comes first': () => page.clock.fastForward(61_000),
    'somebody uses it': () => page.getByRole('button', { name: /old menu$/ }).click(),
    'somebody signs out in it': async () => {
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    },
    'the other tab tells it': () =>
      page
        .evaluate(
          () => (
            delete document.documentElement.dataset['asleep'],
            dispatchEvent(new StorageEvent('storage', { key: 'user' }))
          ),
        )
        .catch(unlessLeft),
    'an answer comes': () => page.evaluate(() => void 0),
  }
  for (const [way, wake] of Object.entries(ways)) {
    await test.step(way, async () => {
      // An awake tab follows immediately; the journey continues once it has.
      await become(manager)
      await expect(page.getByRole('button', { name: 'User menu, Maria Keller' })).toBeVisible()
      await page.goto(`${product.origin}/order?status=FILLED`)
      await expect(page.getByRole('button', { name: 'User menu, Maria Keller' })).toBeVisible()
      await page.keyboard.press('b')
      await expect(page.getByRole('dialog', { name: /^Put order/ })).toBeVisible()
      await page.waitForLoadState('networkidle')
      let answer: () => void = () => undefined
      if (way === 'an answer comes') {
        const asked = new Promise<void>((resolve) => (answer = resolve))
        await page.route('**/market/find-state', async (route) => (await asked, await route.continue()), { times: 1 })
        await Promise.all([page.waitForRequest('**/market/find-state'), page.clock.fastForward(31_000)])
      }
      await page.evaluate(() => {
        document.documentElement.dataset['asleep'] = 'true'
        document.documentElement.dataset['page'] = 'of the manager'
      })
      await become(member)
      // What one tab stores reaches the process of the other a moment later.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBe(member)
      answer()
      await wake()
      await expect(page.getByRole('button', { name: 'User menu, Nora Lind' })).toBeVisible()
      expect(await page.locator('html').getAttribute('data-page')).toBeNull()
      expect(new URL(page.url()).search).toBe('')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(
        await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { firstName: string }).firstName),
      ).toBe('Nora')
    })
  }
  // Nothing of the first user was saved for the second.
  await page.clock.fastForward(2_000)
  expect(saved.filter((token) => token === (JSON.parse(member) as { token: string }).token)).toEqual([])
})
