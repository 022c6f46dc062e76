// Drawing tools that klinecharts does not have, each as the figures of its points.

import { keysOf } from '@clubfolio/domain'
import { registerOverlay, utils, type Coordinate, type OverlayFigure } from 'klinecharts'
import { priceText } from '../chart-text.ts'
import { drawingTools, type DrawingTool } from '../stock/drawing.ts'
import { chartFont } from '../theme.ts'
import { priceChangeText, timeSpanText, type MeasuredPoint } from './measure-text.ts'
import { retracementLevels } from './retracement.ts'
import {
  arrowHead,
  drawingLevels,
  circle,
  ellipse,
  label,
  polyline,
  polygon,
  drawingText,
  type FigureParams,
} from './overlay-shape.ts'

type OwnTool = Exclude<DrawingTool, 'segment' | 'ray' | 'line' | 'horizontalLine' | 'verticalLine' | 'channel'>
type Draw = (points: readonly [Coordinate, ...Coordinate[]], params: FigureParams) => OverlayFigure[]

const stemPx = 30
const up = ({ x, y }: Coordinate, byPx: number): Coordinate => ({ x, y: y - byPx })
const last = (points: readonly [Coordinate, ...Coordinate[]]): Coordinate => points.at(-1) ?? points[0]

/**
 * A pin: its filled shape sits above the point on a stem and keeps its form. A text that fits is inside of it, a longer
 * one to its right.
 */
const pin =
  (shape: (center: Coordinate) => OverlayFigure, innerPx: number): Draw =>
  ([point], params) => {
    const head = up(point, stemPx)
    const text = drawingText(params)
    const color = params.chart.getStyles().overlay.text.backgroundColor
    const isInside = utils.calcTextWidth(text, pinText.size, pinText.weight, chartFont) <= innerPx
    return [
      polyline(point, up(point, stemPx - 11)),
      { ...shape(head), styles: { style: 'fill', color } },
      isInside
        ? { ...label(head, text), styles: pinText, ignoreEvent: true }
        : { ...label({ x: head.x + pinTextGapPx, y: head.y }, text, { align: 'left' }), ignoreEvent: true },
    ]
  }

/** Without the background that labels have elsewhere, which would cover the shape. */
const pinText = {
  size: 11,
  weight: 600,
  family: chartFont,
  backgroundColor: 'transparent',
  paddingLeft: 0,
  paddingRight: 0,
  paddingTop: 0,
  paddingBottom: 0,
} as const
const pinTextGapPx = 18

const box = (a: Coordinate, b: Coordinate): Coordinate[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]

/** A line through all points, each labelled with its name. */
const waves =
  (names: readonly string[]): Draw =>
  (points) => [
    polyline(...points),
    ...points.map((point, index) => {
      const before = points[index - 1] ?? points[index + 1]
      const isHigh = before === undefined || point.y <= before.y
      return label({ x: point.x, y: point.y + (isHigh ? -8 : 8) }, names[index] ?? '', {
        baseline: isHigh ? 'bottom' : 'top',
      })
    }),
  ]

/** Derives the bar count from the axis: points carry only their time and price. */
function measured({ overlay, coordinates, chart }: FigureParams, index: number): MeasuredPoint {
  const { timestamp = 0, value = 0 } = overlay.points[index] ?? {}
  return { timeMs: timestamp, price: value, index: Math.round((coordinates[index]?.x ?? 0) / chart.getBarSpace().bar) }
}

const measure =
  (hasTime: boolean, hasPrice: boolean): Draw =>
  (points, params) => {
    const [a, b] = [points[0], last(points)]
    const [from, to] = [measured(params, 0), measured(params, 1)]
    const text = [
      ...(hasPrice ? [priceChangeText(from.price, to.price)] : []),
      ...(hasTime ? [timeSpanText(from, to)] : []),
    ].join(' · ')
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    const arrow = (tail: Coordinate, tip: Coordinate) => {
      const [left, right] = arrowHead(tail, tip, 8)
      return [polyline(tail, tip), polyline(left, tip, right)]
    }
    return [
      // The whole box can be grabbed, also by a finger, wherever the arrow is.
      polygon(...box(a, b)),
      ...(hasTime ? arrow({ x: a.x, y: middle.y }, { x: b.x, y: middle.y }) : []),
      ...(hasPrice ? arrow({ x: middle.x, y: a.y }, { x: middle.x, y: b.y }) : []),
      label({ x: middle.x, y: hasPrice ? Math.max(a.y, b.y) + 14 : Math.min(a.y, b.y) - 14 }, text),
    ]
  }

const tools: Readonly<Record<OwnTool, Draw>> = {
  arrow: (points) => {
    const [tail, tip] = [points[0], last(points)]
    const [left, right] = arrowHead(tail, tip)
    return [polyline(tail, tip), polyline(left, tip, right)]
  },
  flag: ([point], params) => {
    const top = up(point, stemPx)
    return [polyline(point, top), label(top, drawingText(params), { align: 'left', baseline: 'top' })]
  },
  circlePin: pin((center) => circle(center, 11), 16),
  squarePin: pin(({ x, y }) => polygon(...box({ x: x - 11, y: y - 11 }, { x: x + 11, y: y + 11 })), 18),
  diamondPin: pin(({ x, y }) => polygon({ x, y: y - 15 }, { x: x + 15, y }, { x, y: y + 15 }, { x: x - 15, y }), 14),
  verticalLabel: ([point], { overlay }) => [
    polyline(point, up(point, stemPx)),
    label(up(point, stemPx), priceText(overlay.points[0]?.value ?? 0), { baseline: 'bottom' }),
  ],
  verticalCounter: ([point], params) => [
    polyline(point, up(point, stemPx)),
    label(up(point, stemPx), drawingText(params), { baseline: 'bottom' }),
  ],
  verticalArrow: ([point], { overlay }) => {
    const tail = up(point, -stemPx - 4)
    const tip = up(point, -4)
    const [left, right] = arrowHead(tail, tip, 8)
    return [
      polyline(tail, tip),
      polyline(left, tip, right),
      label(tail, priceText(overlay.points[0]?.value ?? 0), { baseline: 'top' }),
    ]
  },
  // At the pixel of each price: the library divides the pixels, which on the logarithmic axis are other prices.
  fibonacci: (_points, params) => {
    const { overlay, bounding, yAxis } = params
    const [from, to] = [overlay.points[0]?.value, overlay.points[1]?.value]
    if (from === undefined || to === undefined || yAxis === null) return []
    return retracementLevels(from, to, drawingLevels(params)).flatMap(({ percent, price }) => {
      const y = yAxis.convertToPixel(price)
      const words = `${priceText(price)} (${percent.toFixed(1)}%)`
      return [
        polyline({ x: 0, y }, { x: bounding.width, y }),
        { ...label({ x: 0, y }, words, { align: 'left', baseline: 'bottom' }), ignoreEvent: true },
      ]
    })
  },
  rectangle: (points) => [polygon(...box(points[0], last(points)))],
  circle: (points) => [circle(points[0], Math.hypot(last(points).x - points[0].x, last(points).y - points[0].y))],
  ellipse: (points) => [polygon(...ellipse(points[0], last(points)))],
  triangle: (points) => [polygon(...points)],
  text: ([point], params) => [label(point, drawingText(params))],
  crooked3: (points) => [polyline(...points)],
  crooked5: (points) => [polyline(...points)],
  elliott3: waves(['0', 'A', 'B', 'C']),
  elliott5: waves(['0', '1', '2', '3', '4', '5']),
  measureX: measure(true, false),
  measureY: measure(false, true),
  measureXY: measure(true, true),
}

const libraryNames: Readonly<Record<Exclude<DrawingTool, OwnTool>, string>> = {
  segment: 'segment',
  ray: 'rayLine',
  line: 'straightLine',
  horizontalLine: 'horizontalStraightLine',
  verticalLine: 'verticalStraightLine',
  channel: 'parallelStraightLine',
}

const isOwn = (tool: DrawingTool): tool is OwnTool => tool in tools

/** Returns the klinecharts name of a tool. */
export function overlayName(tool: DrawingTool): string {
  return isOwn(tool) ? `clubfolio_${tool}` : libraryNames[tool]
}

for (const tool of keysOf(tools)) {
  const draw: Draw = tools[tool]
  registerOverlay({
    name: overlayName(tool),
    totalStep: drawingTools[tool].points + 1,
    needDefaultPointFigure: true,
    needDefaultXAxisFigure: true,
    needDefaultYAxisFigure: true,
    createPointFigures: (params) => {
      const [first, ...rest] = params.coordinates
      return first === undefined ? [] : draw([first, ...rest], params)
    },
  })
}
