// Places of the labels on price lines: each on its own line, at the right end of the plot, beside the labels of lines
// that are close.

export interface Handle {
  readonly id: string
  /** Position of the line. */
  readonly yPx: number
  readonly widthPx: number
}

export interface HandlePlace {
  readonly id: string
  /** Left edge of the label. */
  readonly xPx: number
  readonly yPx: number
}

export const handleHeightPx = 22
const gapPx = 4

/**
 * Places labels in the given order, the most important first, as far right as no earlier one is in the way; where a
 * narrow plot has no room left, over the others at the right end. A line out of the plot has no label.
 *
 * Lines at 100 and 105 px with labels of 60 and 80 px on 300 px: at 240 and at 156. A third at 300 px: at its own end.
 */
export function placeHandles(
  handles: readonly Handle[],
  plot: { readonly widthPx: number; readonly heightPx: number },
): readonly HandlePlace[] {
  const placed: { readonly yPx: number; readonly fromPx: number; readonly toPx: number }[] = []
  return handles.flatMap(({ id, yPx, widthPx }): HandlePlace[] => {
    if (yPx < 0 || yPx > plot.heightPx) return []
    const near = placed.filter((other) => Math.abs(other.yPx - yPx) < handleHeightPx)
    const ends = [plot.widthPx, ...near.map(({ fromPx }) => fromPx - gapPx)].sort((a, b) => b - a)
    const endPx =
      ends.find(
        (end) =>
          end - widthPx >= 0 &&
          near.every((other) => end <= other.fromPx - gapPx || end - widthPx >= other.toPx + gapPx),
      ) ?? plot.widthPx
    placed.push({ yPx, fromPx: endPx - widthPx, toPx: endPx })
    return [{ id, xPx: endPx - widthPx, yPx }]
  })
}
