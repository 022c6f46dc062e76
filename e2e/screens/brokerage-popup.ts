// The pages of the paper brokerage in the popup: register or sign in, choose accounts, allow or deny.
import { expect, type Page } from '@playwright/test'

export const brokeragePassword = 'a long enough password'
/** The built-in login: an account with a year of trades, open positions and working stops. */
export const demonstrationLogin = { name: 'demo', password: 'paper-quiet-2026' } as const

export interface BrokeragePopup {
  readonly page: Page
  /** Creates a login with one account and stops on the consent page. */
  register(name: string): Promise<void>
  signIn(name: string, password?: string): Promise<void>
  openAnotherAccount(): Promise<void>
  allow(): Promise<void>
  deny(): Promise<void>
}

export function brokeragePopup(page: Page): BrokeragePopup {
  const consent = page.getByRole('heading', { name: 'Allow Clubfolio access?' })
  const unfold = () =>
    page.locator('details').evaluateAll((all) => all.forEach((part) => part.setAttribute('open', '')))
  const enter = async (form: 'register' | 'sign-in', name: string, password = brokeragePassword) => {
    await page.locator('form').first().waitFor()
    await unfold()
    const fields = page.locator(`form[action*="${form}"]`)
    await fields.locator('input[name="name"]').fill(name)
    await fields.locator('input[name="password"]').fill(password)
    await fields.locator('button[type="submit"]').click()
    await expect(consent).toBeVisible()
  }
  return {
    page,
    register: (name) => enter('register', name),
    signIn: (name, password) => enter('sign-in', name, password),
    async openAnotherAccount() {
      const before = await page.locator('input[name="account"]').count()
      await unfold()
      await page.locator('form[action*="open-account"] button[type="submit"]').click()
      await expect(page.locator('input[name="account"]')).toHaveCount(before + 1)
    },
    allow: () => page.getByRole('button', { name: 'Allow' }).click(),
    deny: () => page.getByRole('button', { name: 'Deny' }).click(),
  }
}
