// The demonstration account of the paper brokerage, linked by whoever is signed in: a year of trades, open longs and shorts,
// working stops. One minute passes, so that it has been read.
import type { Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { accountsScreen } from './accounts-screen.ts'
import { demonstrationLogin } from './brokerage-popup.ts'

export async function linkDemonstration(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  const popup = await accounts.startLinking()
  await popup.signIn(demonstrationLogin.name, demonstrationLogin.password)
  const closed = popup.page.waitForEvent('close')
  await popup.allow()
  await closed
  await accounts.rows.first().waitFor()
  await product.moveClock('2026-03-04T15:01:00Z')
}
