// Presses Escape in every menu of a screen.
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const dialogs = '[role="dialog"]'

/**
 * Opens each kind of menu that is in view, in a dialog or on the page. A row's menu is opened in the first row only, and
 * a field with nothing to suggest opens none.
 */
export async function expectMenusCloseByEscape(page: Page, what: string): Promise<void> {
  const openers = await page.evaluate<string[]>(`
    for (const one of document.querySelectorAll('[data-opener]')) delete one.dataset.opener
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    const kinds = new Set()
    const found = [...(dialog ?? document).querySelectorAll('[aria-haspopup][aria-expanded="false"]')].filter((one) => {
      const kind = one.tagName + one.className + one.getAttribute('aria-haspopup') + one.closest('td, header')?.tagName
      const isUsable = one.checkVisibility() && !one.matches(':disabled, [aria-disabled="true"], [data-empty-list]')
      if (!isUsable || (one.closest('td') && kinds.has(kind))) return false
      kinds.add(kind)
      return true
    })
    found.map((one, index) => {
      one.dataset.opener = String(index)
      return one.getAttribute('aria-label') ?? one.textContent
    })
  `)
  for (const [index, name] of openers.entries()) {
    const opener = page.locator(`[data-opener="${index}"]`)
    /* oxlint-disable no-await-in-loop -- one menu after another */
    // A text field opens its list when it gets the focus, which it may have kept from the walk before.
    await opener.blur()
    await opener.click()
    await expect(opener, `${what}: ${name} opens`).toHaveAttribute('aria-expanded', 'true')
    // The button says so a moment before the menu is there. A search without text has no list to show.
    const menuId = await opener.getAttribute('aria-controls')
    const menu = page.locator(menuId === null ? dialogs : `[id="${menuId}"]`).last()
    if ((await opener.getAttribute('aria-haspopup')) !== 'listbox' || (await menu.getByRole('option').count()) > 0)
      await menu.waitFor()
    await page.keyboard.press('Escape')
    await expect(opener, `${what}: Escape closes ${name}`).toHaveAttribute('aria-expanded', 'false')
    await expect(opener, `${what}: the focus is on ${name} again`).toBeFocused()
    /* oxlint-enable no-await-in-loop */
  }
}
