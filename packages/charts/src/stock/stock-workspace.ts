// The saved form of a chart: library-neutral and versioned, so that saved work outlives the library that drew it.

import { levelCountLimit, levelPercentLimit, smallestDrawnPrice, type Drawing, type DrawingPoint } from './drawing.ts'
import type { PriceScale } from './price-tick.ts'
import { levelNames, type BarType, type LevelName } from './stock-chart-port.ts'

export interface SavedLevel {
  readonly price: number
  readonly note?: string
  /** Days on which the market touched the level, marked on the line. Shown, and never saved. */
  readonly touchesMs?: readonly number[]
}

/** A level found by a rule, with the days that prove it. */
export interface FoundLevel {
  readonly side: 'resistance' | 'support'
  readonly price: number
  readonly title: string
  readonly touchesMs: readonly number[]
}

/** An indicator that the user added to the chart: its key and its parameters. */
export interface SavedIndicator {
  readonly key: string
  readonly params: readonly number[]
}

export interface StockWorkspace {
  readonly version: 1
  readonly type: BarType
  readonly scale: PriceScale
  readonly levels: Partial<Record<LevelName, SavedLevel>>
  /** In the order in which they were added. A key unknown to this version is preserved but not drawn. */
  readonly indicators: readonly SavedIndicator[]
  /** In drawing order. A tool unknown to this version is preserved but not drawn. */
  readonly drawings: readonly Drawing[]
}

export const defaultWorkspace: StockWorkspace = {
  version: 1,
  type: 'ohlc',
  scale: 'logarithmic',
  levels: {},
  indicators: [{ key: 'volume', params: [20] }],
  drawings: [],
}

const barTypes: readonly BarType[] = ['ohlc', 'candle', 'line']

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function isPoint(value: unknown): value is DrawingPoint {
  return isObject(value) && isNumber(value['timeMs']) && isNumber(value['price'])
}

function isDrawing(value: unknown): value is Drawing {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['tool'] === 'string' &&
    Array.isArray(value['points']) &&
    value['points'].every(isPoint) &&
    (value['text'] === undefined || typeof value['text'] === 'string')
  )
}

/**
 * Repairs what earlier versions saved: a price of zero or less, which a move on the logarithmic axis could leave
 * behind. A style in another form counts as none.
 */
function repairDrawing(drawing: Drawing): Drawing {
  const isSound = drawing.points.every(({ price }) => price > 0)
  const points = isSound
    ? drawing.points
    : drawing.points.map((point) => ({ ...point, price: Math.max(point.price, smallestDrawnPrice) }))
  const { style, ...plain } = drawing
  if (style === undefined || isStyle(style)) return isSound ? drawing : { ...drawing, points }
  return { ...plain, points }
}

function isStyle(value: unknown): boolean {
  return (
    isObject(value) &&
    (value['color'] === undefined || typeof value['color'] === 'string') &&
    (value['widthPx'] === undefined ||
      (isNumber(value['widthPx']) && value['widthPx'] > 0 && value['widthPx'] <= 20)) &&
    (value['levels'] === undefined || isLevels(value['levels']))
  )
}

const isLevels = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= levelCountLimit &&
  value.every((percent) => isNumber(percent) && Math.abs(percent) <= levelPercentLimit)

function isIndicator(value: unknown): value is SavedIndicator {
  return (
    isObject(value) &&
    typeof value['key'] === 'string' &&
    Array.isArray(value['params']) &&
    value['params'].every(isNumber)
  )
}

function readLevels(value: unknown): StockWorkspace['levels'] {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    levelNames.flatMap((name) => {
      const level = value[name]
      if (!isObject(level) || !isNumber(level['price']) || level['price'] <= 0) return []
      return [
        [
          name,
          typeof level['note'] === 'string'
            ? { price: level['price'], note: level['note'] }
            : { price: level['price'] },
        ],
      ]
    }),
  )
}

/**
 * Reads a saved chart. Missing or broken parts fall back to the defaults one by one; a text that is not a chart of this
 * version returns undefined, and the caller must not overwrite it.
 */
export function readWorkspace(config: string): StockWorkspace | undefined {
  let value: unknown
  try {
    value = JSON.parse(config)
  } catch {
    return undefined
  }
  if (!isObject(value) || value['version'] !== 1) return undefined
  const { type, scale, indicators, drawings } = value
  return {
    version: 1,
    type: barTypes.find((known) => known === type) ?? defaultWorkspace.type,
    scale: scale === 'linear' ? 'linear' : 'logarithmic',
    levels: readLevels(value['levels']),
    indicators: Array.isArray(indicators) ? indicators.filter(isIndicator) : defaultWorkspace.indicators,
    drawings: Array.isArray(drawings) ? drawings.filter(isDrawing).map(repairDrawing) : [],
  }
}
