// axe on the page in both themes, for states that the list of screens (`screens/shots.ts`) does not reach.
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { findViolations } from '../../packages/charts/src/testing/find-violations.ts'

/** All rules in light. Dark shows the same elements in other colors, so only the rules about colors run again. */
const themes = [
  { colorScheme: 'light', rules: {} },
  { colorScheme: 'dark', rules: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } },
] as const satisfies readonly { colorScheme: 'light' | 'dark'; rules: RunOptions }[]

/** Fails with rule and place when axe finds anything on the screen, light or dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Until the code of a screen is loaded, its place is empty.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Over the button that was clicked last a tooltip may or may not have opened yet.
  await page.mouse.move(0, 0)
  for (const { colorScheme, rules } of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolations(page, rules), `axe on ${screen}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
