// Places of the labels on price lines: each on its own line, at the right end of the plot, beside the labels of lines
// that are close. A line out of the plot has a short label at the edge behind which it is.

export interface Handle {
  readonly id: string
  /** Position of the line. */
  readonly yPx: number
  readonly widthPx: number
  /** Width of the short label. */
  readonly shortPx: number
}

/** The edge behind which a line is. */
export type HandleEdge = 'above' | 'below'

export interface HandlePlace {
  readonly id: string
  /** Right edge of the label. */
  readonly endPx: number
  /** Its middle. */
  readonly yPx: number
  readonly edge: HandleEdge | undefined
}

export const handleHeightPx = 22
const gapPx = 4

interface Placed {
  readonly yPx: number
  readonly fromPx: number
  readonly toPx: number
}

/**
 * Places labels in the given order, the most important first, as far right as no earlier one is in the way; where a
 * narrow plot has no room left, over the others at the right end. Those of lines out of the plot follow, the nearest
 * first, in rows from the edge inwards.
 *
 * Lines at 100 and 105 px with labels of 60 and 80 px on 300 px: they end at 300 and at 236. A third at 300 px: at 300.
 */
export function placeHandles(
  handles: readonly Handle[],
  plot: { readonly widthPx: number; readonly heightPx: number },
): readonly HandlePlace[] {
  const placed: Placed[] = []

  /** Returns where a label ends that is free at this height; undefined without room. */
  function freeEnd(yPx: number, widthPx: number): number | undefined {
    const near = placed.filter((other) => Math.abs(other.yPx - yPx) < handleHeightPx)
    const ends = [plot.widthPx, ...near.map(({ fromPx }) => fromPx - gapPx)].sort((a, b) => b - a)
    return ends.find(
      (end) =>
        end - widthPx >= 0 && near.every((other) => end <= other.fromPx - gapPx || end - widthPx >= other.toPx + gapPx),
    )
  }

  function put(id: string, yPx: number, widthPx: number, edge?: HandleEdge): HandlePlace {
    const endPx = freeEnd(yPx, widthPx) ?? plot.widthPx
    placed.push({ yPx, fromPx: endPx - widthPx, toPx: endPx })
    return { id, endPx, yPx, edge }
  }

  const edgeOf = ({ yPx }: Handle): HandleEdge | undefined =>
    yPx < 0 ? 'above' : yPx > plot.heightPx ? 'below' : undefined
  const distanceOf = ({ yPx }: Handle): number => Math.max(-yPx, yPx - plot.heightPx)
  const rows = Math.max(1, Math.floor(plot.heightPx / 2 / (handleHeightPx + gapPx)))

  const inside = handles.flatMap((handle) =>
    edgeOf(handle) === undefined ? [put(handle.id, handle.yPx, handle.widthPx)] : [],
  )
  const outside = handles
    .filter((handle) => edgeOf(handle) !== undefined)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))
    .map((handle) => {
      const edge = edgeOf(handle)
      const heights = Array.from({ length: rows }, (_, row) => {
        const fromEdge = handleHeightPx / 2 + 2 + row * (handleHeightPx + gapPx)
        return edge === 'above' ? fromEdge : plot.heightPx - fromEdge
      })
      const yPx = heights.find((height) => freeEnd(height, handle.shortPx) !== undefined) ?? heights[0] ?? 0
      return put(handle.id, yPx, handle.shortPx, edge)
    })
  return [...inside, ...outside]
}
