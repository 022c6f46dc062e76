// The way in, as every journey needs it: e-mail, password, the code from the outbox.
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { journeyStart, type Product } from './product.ts'

/** The demonstration's people; `npm start` prints them. */
export const people = {
  manager: 'manager@clubfolio.example',
  administrator: 'admin@clubfolio.example',
  member: 'member@clubfolio.example',
} as const

export const demonstrationPassword = 'paper-quiet-2026'

/** The browser's clock starts at the server's instant; without it every session would be over at once. */
export async function startBrowserClock(context: BrowserContext): Promise<void> {
  await context.clock.install({ time: journeyStart })
}

export async function enterPassword(page: Page, email: string, password = demonstrationPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in and waits until the shell stands. */
export async function signIn(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.origin}/auth`)
  await enterPassword(page, email)
  await expect(page.getByText('Code received')).toBeVisible()
  await page.keyboard.type(await product.readCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()
}

/** Moves product and browser to an instant at which the session may be over, and signs in again. */
export async function signInAt(page: Page, product: Product, email: string, toIso: string): Promise<void> {
  await product.moveClock(toIso)
  await page.context().clock.setSystemTime(toIso)
  await page.evaluate('localStorage.clear()')
  await signIn(page, product, email)
}
