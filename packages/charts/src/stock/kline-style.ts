// Maps the chart theme to klinecharts styles. Every text sets its font family; otherwise the library falls back to
// serif.

import type { DeepPartial, Styles } from 'klinecharts'
import { chartFont, type ChartTheme } from '../theme.ts'
import type { BarType } from './stock-chart-port.ts'

const candleTypes = { ohlc: 'ohlc', candle: 'candle_up_stroke', line: 'area' } as const satisfies Record<
  BarType,
  string
>

export function barTypeStyle(type: BarType): DeepPartial<Styles> {
  return { candle: { type: candleTypes[type] } }
}

export const axisLabelStyle = {
  size: 11,
  weight: 600,
  family: chartFont,
  paddingLeft: 6,
  paddingRight: 6,
  paddingTop: 3,
  paddingBottom: 3,
  borderRadius: 2,
  borderSize: 0,
} as const

function axisStyle(theme: ChartTheme): DeepPartial<Styles['xAxis']> {
  return {
    axisLine: { show: true, color: theme.axisLine, size: 1 },
    tickLine: { show: false },
    tickText: { color: theme.axisText, size: 11, family: chartFont, weight: 400, marginStart: 7, marginEnd: 6 },
  }
}

function crosshairStyle(theme: ChartTheme): DeepPartial<Styles['crosshair']['vertical']> {
  return {
    line: { style: 'dashed', dashedValue: [3, 3], size: 1, color: theme.crosshair },
    text: {
      color: theme.crosshairText,
      backgroundColor: theme.crosshairLabel,
      borderColor: theme.crosshairLabel,
      borderSize: 0,
      borderRadius: 2,
      size: 11,
      family: chartFont,
      weight: 400,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 3,
      paddingBottom: 3,
    },
  }
}

function candleStyle(theme: ChartTheme): DeepPartial<Styles['candle']> {
  const { up, down, flat } = theme
  return {
    bar: {
      compareRule: 'current_open',
      upColor: up,
      downColor: down,
      noChangeColor: flat,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: flat,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: flat,
    },
    // The pulsing end point would repaint forever.
    area: {
      lineSize: 2,
      lineColor: theme.series[0],
      value: 'close',
      smooth: false,
      backgroundColor: 'transparent',
      point: { show: false },
    },
    // Last price and its label are our own overlay, which yields to levels.
    priceMark: { show: false, high: { show: false }, low: { show: false }, last: { show: false } },
    // Names of indicators on the prices are shown below our own legend.
    tooltip: { showRule: 'none', offsetLeft: 12, offsetTop: 28 },
  }
}

function indicatorStyle(theme: ChartTheme): DeepPartial<Styles['indicator']> {
  const text = {
    size: 11,
    family: chartFont,
    color: theme.text,
    marginLeft: 0,
    marginRight: 10,
    marginTop: 4,
    marginBottom: 4,
  }
  return {
    bars: [
      {
        style: 'fill',
        borderSize: 0,
        upColor: theme.volumeUp,
        downColor: theme.volumeDown,
        noChangeColor: theme.volumeUp,
      },
    ],
    lines: theme.series.map((color) => ({ color, size: 1.5, style: 'solid', smooth: false })),
    tooltip: {
      offsetLeft: 12,
      offsetTop: 4,
      title: { ...text, weight: 600, color: theme.dimmed, showParams: true },
      legend: { ...text, weight: 400, defaultValue: '--' },
    },
  }
}

/** Returns all styles except bar type and axis width. */
export function themeStyle(theme: ChartTheme): DeepPartial<Styles> {
  return {
    grid: {
      show: true,
      horizontal: { show: true, style: 'solid', size: 1, color: theme.grid },
      vertical: { show: false },
    },
    candle: candleStyle(theme),
    indicator: indicatorStyle(theme),
    xAxis: { ...axisStyle(theme), size: 26 },
    yAxis: { ...axisStyle(theme), axisLine: { show: false } },
    separator: { size: 1, color: theme.axisLine, fill: true, activeBackgroundColor: theme.window },
    crosshair: { show: true, horizontal: crosshairStyle(theme), vertical: crosshairStyle(theme) },
    overlay: {
      point: {
        color: theme.accent,
        borderColor: theme.window,
        activeColor: theme.accent,
        activeBorderColor: theme.window,
        radius: 4,
        activeRadius: 5,
      },
      line: { color: theme.series[0], size: 1.5, style: 'solid' },
      text: {
        ...axisLabelStyle,
        style: 'fill',
        color: theme.priceLabelText,
        backgroundColor: theme.accent,
        borderColor: theme.accent,
      },
      rect: { color: theme.window, borderColor: theme.accent },
      polygon: { color: theme.window, borderColor: theme.accent },
    },
  }
}
