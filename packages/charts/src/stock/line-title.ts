// Places of the titles on price lines: each on its own line, beside the titles of lines that are close, never over one.

export interface LineTitle {
  readonly id: string
  /** Position of the line. */
  readonly yPx: number
  /** Width of the whole title, and of its shorter form for a narrow plot. */
  readonly widthPx: number
  readonly shortPx: number
  /** Left out where it has no room. */
  readonly givesWay: boolean
}

export interface TitlePlace {
  readonly id: string
  readonly xPx: number
  readonly isShort: boolean
  /** The title is below its line, because above it there was no room. */
  readonly isBelow: boolean
}

/** Height of a title with the gap to its line. */
export const titleHeightPx = 17
const firstPx = 8

interface Box {
  readonly topPx: number
  readonly fromPx: number
  readonly toPx: number
}

/**
 * Places titles in the given order, the most important first: above the line as far left as no other title is in the
 * way, else shorter, else below the line. A title that gives way is left out when it has no room above; another one is
 * drawn at the left when all that fails.
 *
 * Lines at 100 and 105 px with titles of 60 and 80 px: at 8 and at 68 px. On a plot of 120 px the second goes below.
 */
export function placeTitles(titles: readonly LineTitle[], plotPx: number): readonly TitlePlace[] {
  const boxes: Box[] = []
  const freeAt = (topPx: number, widthPx: number): number | undefined => {
    const near = boxes.filter((box) => Math.abs(box.topPx - topPx) < titleHeightPx)
    const candidates = [firstPx, ...near.map(({ toPx }) => toPx)].sort((a, b) => a - b)
    return candidates.find(
      (fromPx) =>
        fromPx + widthPx <= plotPx && near.every((box) => fromPx >= box.toPx || fromPx + widthPx <= box.fromPx),
    )
  }
  return titles.flatMap(({ id, yPx, widthPx, shortPx, givesWay }): TitlePlace[] => {
    const above = yPx - titleHeightPx
    const tries = [
      { isBelow: false, isShort: false },
      { isBelow: false, isShort: true },
      { isBelow: true, isShort: false },
      { isBelow: true, isShort: true },
    ]
    for (const { isBelow, isShort } of givesWay ? tries.slice(0, 2) : tries) {
      const [topPx, width] = [isBelow ? yPx : above, isShort ? shortPx : widthPx]
      const fromPx = freeAt(topPx, width)
      if (fromPx === undefined) continue
      boxes.push({ topPx, fromPx, toPx: fromPx + width })
      return [{ id, xPx: fromPx, isShort, isBelow }]
    }
    return givesWay ? [] : [{ id, xPx: firstPx, isShort: true, isBelow: false }]
  })
}
