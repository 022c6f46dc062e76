// The tilted pie as paths. Seen from above at 45 degrees a circle becomes an ellipse: one affine map, which preserves
// all ratios of areas, so the tops are exact. Angles run clockwise from the right, as on screen.
// (docs/rules/interface.md, "Pie")

const depthPx = 35
const tilt = Math.PI / 4
const fullTurn = 2 * Math.PI

/** Apparent height of the wall under the tilt: depth x sin(tilt), 24.7 px. */
export const wallPx = depthPx * Math.sin(tilt)
/** Height of the tilted circle as a share of its width. */
export const squash = Math.cos(tilt)

export interface PieBox {
  readonly centreX: number
  readonly centreY: number
  readonly radius: number
}

export interface SliceAngles {
  readonly from: number
  readonly to: number
}

/** Returns the angles of slices with these positive weights, one after the other from `start`, together a full turn. */
export function sliceAngles(weights: readonly number[], start: number): SliceAngles[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return weights.map((weight) => {
    const from = start + (before / total) * fullTurn
    before += weight
    return { from, to: start + (before / total) * fullTurn }
  })
}

export function rimPoint(
  { centreX, centreY, radius }: PieBox,
  angle: number,
): { readonly x: number; readonly y: number } {
  return { x: centreX + radius * Math.cos(angle), y: centreY + radius * squash * Math.sin(angle) }
}

const at = ({ x, y }: { readonly x: number; readonly y: number }, down = 0) =>
  `${x.toFixed(3)} ${(y + down).toFixed(3)}`

function arc({ radius }: PieBox, isLarge: boolean, isClockwise: boolean): string {
  return `A ${radius.toFixed(3)} ${(radius * squash).toFixed(3)} 0 ${isLarge ? 1 : 0} ${isClockwise ? 1 : 0}`
}

/**
 * Returns the top of a slice. A full turn is drawn as two half arcs, because an arc that ends at its start is empty.
 */
export function topPath(box: PieBox, { from, to }: SliceAngles): string {
  const start = rimPoint(box, from)
  if (to - from >= fullTurn - 1e-9) {
    const half = rimPoint(box, from + Math.PI)
    return `M ${at(start)} ${arc(box, false, true)} ${at(half)} ${arc(box, false, true)} ${at(start)} Z`
  }
  return (
    `M ${at({ x: box.centreX, y: box.centreY })} L ${at(start)} ${arc(box, to - from > Math.PI, true)} ` +
    `${at(rimPoint(box, to))} Z`
  )
}

/**
 * Returns the parts of a slice's rim that face the viewer, within the front half 0..pi; two of them when the slice
 * reaches around the back.
 */
export function frontSpans({ from, to }: SliceAngles): SliceAngles[] {
  const spans: SliceAngles[] = []
  for (let turn = Math.floor(from / fullTurn) - 1; turn * fullTurn < to; turn++) {
    const start = Math.max(from, turn * fullTurn)
    const end = Math.min(to, turn * fullTurn + Math.PI)
    if (end - start > 1e-9) spans.push({ from: start, to: end })
  }
  return spans
}

/** Returns the wall under one front span: along the rim, down, back along the lower rim, up. */
export function wallPath(box: PieBox, { from, to }: SliceAngles): string {
  const start = rimPoint(box, from)
  const end = rimPoint(box, to)
  return (
    `M ${at(start)} ${arc(box, false, true)} ${at(end)} L ${at(end, wallPx)} ${arc(box, false, false)} ` +
    `${at(start, wallPx)} Z`
  )
}
