// Sign-in as every journey needs it: email, password, the code from the outbox.
import { routes, SessionUser } from '@clubfolio/contract'
import { expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { journeyStart, type Product } from './product.ts'

/** The demonstration's people; `npm start` prints them. */
export const people = {
  manager: 'manager@clubfolio.example',
  administrator: 'admin@clubfolio.example',
  member: 'member@clubfolio.example',
} as const

export const demonstrationPassword = 'paper-quiet-2026'

/** Starts the browser's clock at the server's instant; otherwise every session would expire immediately. */
export async function startBrowserClock(context: BrowserContext, time: string = journeyStart): Promise<void> {
  await context.clock.install({ time })
}

export async function enterPassword(page: Page, email: string, password = demonstrationPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in through the form and waits for the shell. */
export async function signInByForm(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.origin}/auth`)
  await enterPassword(page, email)
  await expect(page.getByText('Code received')).toBeVisible()
  await page.keyboard.type(await product.readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectShell(page)
}

/** Signs in through the form's two calls, in a fifth of its time, and waits for the shell. */
export async function signIn(page: Page, product: Product, email: string): Promise<void> {
  await enterSession(page, product, await openSession(page.context().request, product, email))
  await page.goto(product.origin)
  await expectShell(page)
}

/** Does what the form does with an e-mail address, the demonstration's password and the code. */
export async function openSession(request: APIRequestContext, product: Product, email: string): Promise<SessionUser> {
  const { login, checkVerificationCode } = routes.security
  await post(request, product.origin + login.path, { email, password: demonstrationPassword })
  return SessionUser.parse(
    await post(request, product.origin + checkVerificationCode.path, { email, code: await product.readCode() }),
  )
}

/** Stores the session where the application keeps it; the next address that `page` opens is signed in. */
export async function enterSession(page: Page, product: Product, user: SessionUser): Promise<void> {
  // A small response of the same origin, whose storage is the application's.
  await page.goto(`${product.origin}/health`)
  // As text: the programs of the bench import this without the browser's types.
  await page.evaluate(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(user))})`)
}

async function post(request: APIRequestContext, url: string, data: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await request.post(url, { data })
  if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

const expectShell = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()

/**
 * Moves product and browser to an instant at which the session may have expired; the next address that `page` opens is
 * signed in.
 */
export async function enterSessionAt(page: Page, product: Product, email: string, toIso: string): Promise<void> {
  await product.moveClock(toIso)
  await page.context().clock.setSystemTime(toIso)
  await enterSession(page, product, await openSession(page.context().request, product, email))
}

/** Moves product and browser to an instant at which the session may have expired, and signs in again. */
export async function signInAt(page: Page, product: Product, email: string, toIso: string): Promise<void> {
  await product.moveClock(toIso)
  await page.context().clock.setSystemTime(toIso)
  await page.evaluate('localStorage.clear()')
  await signIn(page, product, email)
}
