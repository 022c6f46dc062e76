// Maps the chart theme to lightweight-charts options.

import { CrosshairMode, LineStyle, TickMarkType, type DeepPartial, type TimeChartOptions } from 'lightweight-charts'
import { dayMinuteText, dayText, minuteText } from '../chart-text.ts'
import type { ChartZone } from '../chart-zone.ts'
import { chartFont, type ChartTheme } from '../theme.ts'

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Label of a time axis tick: year, month, day or minute, whichever starts there. */
const tickMarks: Readonly<Record<TickMarkType, (timeMs: number, zone: ChartZone) => string>> = {
  [TickMarkType.Year]: (timeMs, zone) => dayText(timeMs, zone).slice(0, 4),
  [TickMarkType.Month]: (timeMs, zone) => monthNames[Number(dayText(timeMs, zone).slice(5, 7)) - 1] ?? '',
  [TickMarkType.DayOfMonth]: (timeMs, zone) => dayText(timeMs, zone).slice(5),
  [TickMarkType.Time]: minuteText,
  [TickMarkType.TimeWithSeconds]: minuteText,
}

export function lineThemeOptions(theme: ChartTheme): DeepPartial<TimeChartOptions> {
  const line = {
    color: theme.crosshair,
    width: 1,
    style: LineStyle.Dashed,
    labelBackgroundColor: theme.crosshairLabel,
  } as const
  return {
    // The link in the application's menu replaces the logo.
    layout: {
      background: { color: 'transparent' },
      textColor: theme.axisText,
      fontSize: 11,
      fontFamily: chartFont,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: line, horzLine: line },
    timeScale: { borderColor: theme.axisLine },
  }
}

export function lineBaseOptions(hasTime: boolean): DeepPartial<TimeChartOptions> {
  const zone: ChartZone = hasTime ? 'America/New_York' : 'UTC'
  return {
    autoSize: true,
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.2, bottom: 0.08 } },
    timeScale: {
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      minBarSpacing: 0.001,
      enableConflation: true,
      timeVisible: hasTime,
      secondsVisible: false,
      tickMarkFormatter: (time: unknown, type: TickMarkType) => tickMarks[type](Number(time) * 1_000, zone),
    },
    localization: {
      timeFormatter: (time: unknown) =>
        hasTime ? dayMinuteText(Number(time) * 1_000) : dayText(Number(time) * 1_000, zone),
    },
  }
}
