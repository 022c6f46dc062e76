// What of a table is not in sight without scrolling sideways.
import type { Page } from '@playwright/test'

export interface CutOff {
  /** By how many pixels the columns are wider than the table's place. */
  readonly widerPx: number
  /** The buttons of the last column that are faint, below something, or not wholly inside the table's place from left to right. */
  readonly buttons: readonly (string | null)[]
}

/** Measures the lines that are in sight from top to bottom. */
export function readCutOff(page: Page, label: string): Promise<CutOff> {
  return page.getByRole('group', { name: label }).evaluate((place) => {
    const edge = place.getBoundingClientRect()
    const isCut = (button: Element) => {
      const box = button.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      if (y < edge.top || y > edge.bottom) return false
      const isInside = box.left >= edge.left && box.right <= edge.right
      return !isInside || !button.checkVisibility({ opacityProperty: true }) || !button.contains(document.elementFromPoint(x, y))
    }
    const buttons = [...place.querySelectorAll('tbody td:last-child button')].filter(isCut)
    return { widerPx: place.scrollWidth - place.clientWidth, buttons: buttons.map((button) => button.getAttribute('aria-label')) }
  })
}
