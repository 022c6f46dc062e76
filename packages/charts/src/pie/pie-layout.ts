// Fits pie and labels into a box: computes the largest possible ellipse, and the position of each label so that none
// overlaps another or the pie.

import { spreadLabels } from '../spread-labels.ts'
import { rimPoint, sliceAngles, squash, wallPx, type PieBox, type SliceAngles } from './pie-geometry.ts'

/** Slices of at least this share are always labelled where there is room for labels at all. */
const labelledShare = 0.04
/** Thinner slices are labelled too, all of them or those above a share, while the pie keeps this part of its size. */
const thinShares = [0, 0.01, 0.02] as const
const keptSize = 0.85
const labelHeightPx = 29
const leaderPx = 16
const edgePx = 6
const labelWidthMaxPx = 110
/** The percentage under a short name. */
const labelWidthLeastPx = 46
/** If the pie next to its labels would be smaller than this, it is drawn without labels, and larger. */
const radiusLeastPx = 46

export interface SliceToLay {
  readonly id: string
  readonly weight: number
  readonly labelWidthPx: number
}

export interface PlacedLabel {
  readonly x: number
  /** Baseline of the name; the percentage is one line below. */
  readonly y: number
  readonly isLeft: boolean
  readonly leader: readonly { readonly x: number; readonly y: number }[]
}

export interface PlacedSlice {
  readonly id: string
  readonly angles: SliceAngles
  readonly label: PlacedLabel | undefined
  /** Anchor of the slice's tooltip. */
  readonly tip: { readonly x: number; readonly y: number }
}

export interface PieLayout {
  readonly box: PieBox
  readonly slices: readonly PlacedSlice[]
}

function boxOf(width: number, height: number, radius: number): PieBox {
  return { centreX: width / 2, centreY: (height - wallPx) / 2, radius }
}

/** Returns the largest radius that width and height permit, with room for labels above and below if `hasLabels`. */
function radiusMostPx(width: number, height: number, hasLabels: boolean): number {
  const upDown = hasLabels ? labelHeightPx + 2 : edgePx
  return Math.max(0, Math.min(width / 2 - edgePx, (height - wallPx - 2 * upDown) / (2 * squash), 170))
}

const isFront = (angle: number) => Math.sin(angle) > 0

/** Returns half the width of pie and wall at height `y`, or 0 above and below them. */
function halfWidthAt({ centreY, radius }: PieBox, y: number): number {
  const rise = y < centreY ? centreY - y : Math.max(0, y - centreY - wallPx)
  const share = rise / (radius * squash)
  return share >= 1 ? 0 : radius * Math.sqrt(1 - share * share)
}

function layLabel(box: PieBox, angle: number, centreY: number): PlacedLabel {
  const isLeft = Math.cos(angle) < 0
  const side = isLeft ? -1 : 1
  const nearest = [centreY - labelHeightPx / 2, centreY, centreY + labelHeightPx / 2].map((y) => halfWidthAt(box, y))
  const away = Math.max(Math.abs(Math.cos(angle)) * (box.radius + leaderPx), Math.max(...nearest) + leaderPx)
  const x = box.centreX + side * away
  const rim = rimPoint(box, angle)
  const start = { x: rim.x, y: rim.y + (isFront(angle) ? wallPx / 2 : 0) }
  return {
    x,
    y: centreY - 3,
    isLeft,
    leader: [start, { x: x - side * 12, y: centreY - 6 }, { x: x - side * 4, y: centreY - 6 }],
  }
}

/** Returns the preferred height of a label: straight out from the rim, below the wall for the front half. */
function wishedY(box: PieBox, angle: number): number {
  const out = rimPoint({ ...box, radius: box.radius + leaderPx }, angle)
  return out.y + (isFront(angle) ? wallPx * Math.sin(angle) : 0)
}

interface Middle extends SliceToLay {
  readonly angle: number
}

function layLabels(box: PieBox, labelled: readonly Middle[], height: number): Map<string, PlacedLabel> {
  const labels = new Map<string, PlacedLabel>()
  for (const isLeft of [true, false]) {
    const column = labelled.filter(({ angle }) => Math.cos(angle) < 0 === isLeft)
    for (const { id, yPx } of spreadLabels(
      column.map(({ id, angle }) => ({ id, yPx: wishedY(box, angle) })),
      height,
      labelHeightPx,
    )) {
      const angle = column.find((slice) => slice.id === id)?.angle ?? 0
      labels.set(id, layLabel(box, angle, yPx))
    }
  }
  return labels
}

function fitsIn(
  width: number,
  height: number,
  labelled: readonly Middle[],
  labels: ReadonlyMap<string, PlacedLabel>,
): boolean {
  const leftCount = [...labels.values()].filter(({ isLeft }) => isLeft).length
  if (Math.max(leftCount, labels.size - leftCount) * labelHeightPx > height) return false
  return labelled.every(({ id, labelWidthPx }) => {
    const label = labels.get(id)
    const widthPx = Math.min(labelWidthMaxPx, Math.max(labelWidthLeastPx, labelWidthPx))
    return label === undefined || (label.isLeft ? label.x - widthPx >= edgePx : label.x + widthPx <= width - edgePx)
  })
}

interface Labelled {
  readonly box: PieBox
  readonly labels: ReadonlyMap<string, PlacedLabel>
}

/** Returns the largest pie with labels for these slices; undefined where there is no room for both. */
function placeLabels(labelled: readonly Middle[], width: number, height: number): Labelled | undefined {
  for (let radius = radiusMostPx(width, height, true); radius >= radiusLeastPx; radius -= 2) {
    const box = boxOf(width, height, radius)
    const labels = layLabels(box, labelled, height)
    if (fitsIn(width, height, labelled, labels)) return { box, labels }
  }
  return undefined
}

/**
 * Lays out slices from angle `start` in a box of real pixels, as large as the labels permit. Labels are left and right
 * of the pie, 29 px apart: for slices of 4 percent and more, and for thinner ones as long as the pie need not shrink
 * much for them. In a box too small for pie and labels the labels are omitted.
 */
export function layPie(slices: readonly SliceToLay[], width: number, height: number, start: number): PieLayout {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0)
  const angles = sliceAngles(
    slices.map(({ weight }) => weight),
    start,
  )
  const middles = slices.map((slice, index): Middle => {
    const { from, to } = angles[index] ?? { from: start, to: start }
    return { ...slice, angle: (from + to) / 2 }
  })
  const placeFrom = (share: number) =>
    placeLabels(
      middles.filter(({ weight }) => weight / total >= share),
      width,
      height,
    )
  const wellSized = placeFrom(labelledShare)
  const withThin =
    wellSized &&
    thinShares
      .map(placeFrom)
      .find((placed) => placed !== undefined && placed.box.radius >= keptSize * wellSized.box.radius)
  const { box, labels } = withThin ??
    wellSized ?? {
      box: boxOf(width, height, radiusMostPx(width, height, false)),
      labels: new Map<string, PlacedLabel>(),
    }
  return {
    box,
    slices: middles.map(({ id, angle }, index) => ({
      id,
      angles: angles[index] ?? { from: start, to: start },
      label: labels.get(id),
      tip: rimPoint({ ...box, radius: box.radius * 0.62 }, angle),
    })),
  }
}
