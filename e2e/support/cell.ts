// Cells by the header of their column, so that a new column moves no test.
import type { Locator } from '@playwright/test'

/**
 * Returns the cell under a header in a row, or one per row in several rows; in `tfoot tr` the total. A table without that
 * header has no such cell, so what waits for it fails.
 */
export function cell(rows: Locator, header: string): Locator {
  const head = `ancestor::table[1]/thead//th[normalize-space(.)="${header}"]`
  return rows.locator(`xpath=./*[${head}][count(${head}/preceding-sibling::th) + 1]`)
}
