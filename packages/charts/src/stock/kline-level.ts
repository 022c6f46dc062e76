// Resistance, support, stop loss, the prices of the user's own trades and the last price of one stock chart: their
// state, their appearance, and the price of a click.

import type { Chart } from 'klinecharts'
import type { ChartTheme } from '../theme.ts'
import type { MarkedPrice } from './kline-axis.ts'
import { drawMarks, type PriceMark } from './kline-mark.ts'
import { snapPrice, type PriceLine } from './price-line.ts'
import type { PriceBar } from './price-bar.ts'
import { levelNames, type LevelName } from './stock-chart-port.ts'
import type { FoundLevel, SavedLevel } from './stock-workspace.ts'

export const levelTitles: Readonly<Record<LevelName, string>> = {
  resistance: 'Resistance',
  support: 'Support',
  stopLoss: 'Stop loss',
}

export interface LevelLines {
  readonly set: (name: LevelName, level: SavedLevel) => void
  /** Returns true when there was one. */
  readonly remove: (name: LevelName) => boolean
  readonly replace: (levels: Partial<Record<LevelName, SavedLevel>>) => void
  readonly saved: () => Partial<Record<LevelName, SavedLevel>>
  /** Prices of open orders and of the position; they are not saved. */
  readonly setLines: (lines: readonly PriceLine[]) => void
  /** Draws the line at this price while it is moved; undefined draws it where it belongs. */
  readonly previewLine: (id: string, price: number | undefined) => void
  /** Writes the titles of these lines on the canvas too, where a picture needs them: on screen they have labels. */
  readonly setPictured: (isPictured: boolean) => void
  /** Levels found by a rule; they are not saved either. */
  readonly setFound: (levels: readonly FoundLevel[]) => void
  readonly marked: () => readonly MarkedPrice[]
  readonly draw: () => void
  readonly priceAt: (element: HTMLElement, clientX: number, clientY: number) => number | undefined
}

export function createLevels(chart: Chart, theme: () => ChartTheme, bars: () => readonly PriceBar[]): LevelLines {
  const levels = new Map<LevelName, SavedLevel>()
  let lines: readonly PriceLine[] = []
  const previews = new Map<string, number>()
  let isPictured = false
  let found: readonly FoundLevel[] = []

  function levelMarks(): PriceMark[] {
    const colors = theme()
    return levelNames.flatMap((name) => {
      const level = levels.get(name)
      if (level === undefined) return []
      return [
        {
          id: name,
          price: level.price,
          title: level.note === undefined ? levelTitles[name] : `${levelTitles[name]}  ${level.note}`,
          shortTitle: levelTitles[name],
          color: colors[name],
          labelColor: colors.priceLabelText,
          panelColor: colors.panel,
          dashes: name === 'stopLoss' ? [6, 4] : [],
          widthPx: 1.5,
          place: 'inView' as const,
          touchesMs: level.touchesMs ?? [],
          hasLabel: false,
        },
      ]
    })
  }

  function lineMarks(): PriceMark[] {
    const { series, text, priceLabelText, panel } = theme()
    const colors = { buy: series[0], sell: series[1], average: text }
    return lines.map(({ id, kind, price, title, note, isWaiting }) => ({
      id: `trade-${id}`,
      price: previews.get(id) ?? price,
      title: note === undefined ? title : `${title}  ${note}`,
      shortTitle: title,
      color: colors[kind],
      labelColor: kind === 'average' ? panel : priceLabelText,
      panelColor: panel,
      dashes: kind === 'average' ? [] : isWaiting === true ? [1, 4] : [4, 3],
      widthPx: previews.has(id) ? 2 : 1,
      place: 'inView' as const,
      touchesMs: [],
      hasLabel: !isPictured,
    }))
  }

  function foundMarks(): PriceMark[] {
    const colors = theme()
    return found.map(({ side, price, title, touchesMs }) => ({
      id: `found-${price}`,
      price,
      title,
      shortTitle: title,
      color: colors[side],
      labelColor: colors.priceLabelText,
      panelColor: colors.panel,
      dashes: [2, 2],
      widthPx: 1,
      place: 'ifRoom' as const,
      touchesMs,
      hasLabel: false,
    }))
  }

  function lastMark(): PriceMark[] {
    const last = bars().at(-1)
    if (last === undefined) return []
    const colors = theme()
    const before = bars().at(-2)?.close ?? last.open
    const color = last.close > before ? colors.up : last.close < before ? colors.down : colors.flat
    return [
      {
        id: 'lastPrice',
        price: last.close,
        title: '',
        shortTitle: '',
        color,
        labelColor: colors.priceLabelText,
        panelColor: colors.panel,
        dashes: [2, 3],
        widthPx: 1,
        place: 'always' as const,
        touchesMs: [],
        hasLabel: false,
      },
    ]
  }

  const marks = () => [...lastMark(), ...foundMarks(), ...lineMarks(), ...levelMarks()]

  return {
    set: (name, level) => {
      levels.set(name, level)
    },
    remove: (name) => levels.delete(name),
    replace: (saved) => {
      levels.clear()
      for (const name of levelNames) {
        const level = saved[name]
        if (level !== undefined) levels.set(name, level)
      }
    },
    // Always in the same order, so that equal charts are saved as equal text.
    saved: () =>
      Object.fromEntries(
        levelNames.flatMap((name) => {
          const level = levels.get(name)
          if (level === undefined) return []
          const { touchesMs: _shown, ...kept } = level
          return [[name, kept]]
        }),
      ),
    setFound: (wanted) => {
      found = wanted
    },
    setLines: (wanted) => {
      lines = wanted
    },
    previewLine: (id, price) => {
      if (price === undefined) previews.delete(id)
      else previews.set(id, price)
    },
    setPictured: (wanted) => {
      isPictured = wanted
    },
    marked: marks,
    draw: () => drawMarks(chart, marks()),
    priceAt: (element, clientX, clientY) => {
      const box = element.getBoundingClientRect()
      const pane = chart.getSize('candle_pane', 'main')
      const x = clientX - box.left
      const y = clientY - box.top
      if (pane === null || x < pane.left || x > pane.left + pane.width || y < 0 || y > pane.height) return undefined
      const points = [chart.convertFromPixel([{ x, y }], { paneId: 'candle_pane', absolute: true })].flat()
      const value = points[0]?.value
      return value === undefined ? undefined : snapPrice(value)
    },
  }
}
