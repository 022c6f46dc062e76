// Measures which parts of a table are not visible without horizontal scrolling.
import type { Page } from '@playwright/test'

export interface CutOff {
  /** How many pixels the columns are wider than the table's container. */
  readonly widerPx: number
  /**
   * The buttons of the last column that are faint, covered, or horizontally not completely inside the table's
   * container.
   */
  readonly buttons: readonly (string | null)[]
}

/** Measures the lines that are vertically in view. */
export function readCutOff(page: Page, label: string): Promise<CutOff> {
  return page.getByRole('group', { name: label }).evaluate((place) => {
    const edge = place.getBoundingClientRect()
    const isCut = (button: Element) => {
      const box = button.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      if (y < edge.top || y > edge.bottom) return false
      const isInside = box.left >= edge.left && box.right <= edge.right
      return (
        !isInside ||
        !button.checkVisibility({ opacityProperty: true }) ||
        !button.contains(document.elementFromPoint(x, y))
      )
    }
    const buttons = [...place.querySelectorAll('tbody td:last-child button')].filter(isCut)
    return {
      widerPx: place.scrollWidth - place.clientWidth,
      buttons: buttons.map((button) => button.getAttribute('aria-label')),
    }
  })
}
