// axe on the page as it stands, in both themes: a journey calls it on every screen it passes.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with rule and place when axe finds anything on the screen, light or dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(found, `axe on ${screen}, ${scheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
