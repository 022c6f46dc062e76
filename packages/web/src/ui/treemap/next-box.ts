// Which box an arrow key moves to. Pure.
import type { Box } from './place-treemap.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The arrow keys by their name. */
export const directionOfKey: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * Returns the index of the box that begins where the current one ends, in that direction: of those beside it the
 * nearest, of equally near ones the one whose middle is nearest; where none is beside it, the nearest of the others.
 * Undefined at the edge of the map.
 */
export function nextBox(boxes: readonly Box[], current: number, direction: Direction): number | undefined {
  const from = boxes[current]
  if (from === undefined) return undefined
  const found = boxes
    .map((box, index) => ({ index, ...distance(from, box, direction) }))
    .filter(({ index, ahead }) => index !== current && ahead > -1)
    .toSorted((a, b) => a.aside - b.aside || a.ahead - b.ahead || a.middle - b.middle)
  return found[0]?.index
}

interface Distance {
  /** From edge to edge in the direction; negative for a box that is not ahead. */
  readonly ahead: number
  /** Between the edges across it; zero for boxes that are beside each other. */
  readonly aside: number
  readonly middle: number
}

function distance(from: Box, to: Box, direction: Direction): Distance {
  const isFlat = direction === 'left' || direction === 'right'
  const [a, b] = isFlat ? [spanAcross(from), spanAcross(to)] : [spanDown(from), spanDown(to)]
  const [c, d] = isFlat ? [spanDown(from), spanDown(to)] : [spanAcross(from), spanAcross(to)]
  const isBack = direction === 'left' || direction === 'up'
  return {
    ahead: isBack ? a.start - b.end : b.start - a.end,
    aside: Math.max(0, d.start - c.end, c.start - d.end),
    middle: Math.abs(c.start + c.end - d.start - d.end),
  }
}

const spanAcross = ({ left, width }: Box) => ({ start: left, end: left + width })
const spanDown = ({ top, height }: Box) => ({ start: top, end: top + height })
