// The colours and type of every chart, light and dark, in one place. Libraries and components map these values and
// define none themselves.

import type { DrawingColor } from './stock/drawing.ts'

export type ThemeName = 'light' | 'dark'

export interface ChartTheme {
  readonly panel: string
  /** Floating surfaces: tooltips. */
  readonly raised: string
  readonly text: string
  readonly dimmed: string
  readonly line: string
  readonly grid: string
  readonly axisLine: string
  readonly axisText: string
  readonly crosshair: string
  readonly crosshairLabel: string
  readonly crosshairText: string
  readonly up: string
  readonly down: string
  readonly flat: string
  readonly resistance: string
  readonly support: string
  readonly stopLoss: string
  readonly series: readonly [string, string, string, string]
  /** A fifth line of a comparison. */
  readonly fifthLine: string
  readonly areaTop: string
  readonly areaBottom: string
  readonly volumeUp: string
  readonly volumeDown: string
  readonly priceLabelText: string
  readonly accent: string
  readonly selected: string
  readonly hover: string
  readonly overview: string
  readonly window: string
  readonly pie: readonly string[]
  readonly buyingPower: string
  /** Factor that darkens a slice's colour for its wall. */
  readonly wallShade: number
}

export const chartFont = '"IBM Plex Sans Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

export const chartTheme: Readonly<Record<ThemeName, ChartTheme>> = {
  light: {
    panel: '#FFFFFF',
    raised: '#FFFFFF',
    text: '#1B1F24',
    dimmed: '#5B6470',
    line: '#E1E4E8',
    grid: '#F0F2F4',
    axisLine: '#E1E4E8',
    axisText: '#5B6470',
    crosshair: '#7C8592',
    crosshairLabel: '#363D46',
    crosshairText: '#FFFFFF',
    up: '#007272',
    down: '#BF3A0A',
    flat: '#5B6470',
    resistance: '#2559D6',
    support: '#CC2F3D',
    stopLoss: '#1B8047',
    series: ['#3358CC', '#8F620A', '#007272', '#B03A73'],
    fifthLine: '#7A4FBF',
    areaTop: 'rgba(51,88,204,.16)',
    areaBottom: 'rgba(51,88,204,.01)',
    volumeUp: 'rgba(0,114,114,.38)',
    volumeDown: 'rgba(191,58,10,.38)',
    priceLabelText: '#FFFFFF',
    accent: '#3358CC',
    selected: '#EEF3FF',
    hover: '#F5F7F9',
    overview: '#CDD2D9',
    window: 'rgba(51,88,204,.12)',
    pie: ['#3B63D4', '#E0A73A', '#188F89', '#C2557F', '#6BB6E3', '#7E63C9', '#93A331', '#B06A3C', '#71869C', '#33477E'],
    buyingPower: '#C9CFD7',
    wallShade: 0.74,
  },
  dark: {
    panel: '#16191D',
    raised: '#1B1F24',
    text: '#E4E7EB',
    dimmed: '#98A1AD',
    line: '#262B31',
    grid: '#1F2329',
    axisLine: '#2C3138',
    axisText: '#98A1AD',
    crosshair: '#747D89',
    crosshairLabel: '#3A414A',
    crosshairText: '#FFFFFF',
    up: '#38C7BC',
    down: '#FF7F4D',
    flat: '#98A1AD',
    resistance: '#7FA4FF',
    support: '#FF7A85',
    stopLoss: '#5CC98A',
    series: ['#93ADF5', '#E2B155', '#38C7BC', '#F08BB4'],
    fifthLine: '#C3A6F7',
    areaTop: 'rgba(147,173,245,.22)',
    areaBottom: 'rgba(147,173,245,.02)',
    volumeUp: 'rgba(56,199,188,.45)',
    volumeDown: 'rgba(255,127,77,.45)',
    priceLabelText: '#0F1114',
    accent: '#93ADF5',
    selected: '#1C2439',
    hover: '#1D2126',
    overview: '#3A414A',
    window: 'rgba(147,173,245,.16)',
    pie: ['#6F8FF0', '#E2B155', '#3DB8AE', '#E07FA8', '#7CC4EE', '#A78BE8', '#B5C25A', '#D08A5E', '#8FA3B8', '#5E6F9E'],
    buyingPower: '#59626E',
    wallShade: 0.62,
  },
}

/** Returns the shade that a theme gives a named colour of drawings, as `#RRGGBB`. */
export function drawingShade(theme: ChartTheme, color: DrawingColor): string {
  const [blue, amber, teal, pink] = theme.series
  const shades: Readonly<Record<DrawingColor, string>> = {
    blue,
    amber,
    teal,
    pink,
    red: theme.support,
    green: theme.stopLoss,
    neutral: theme.text,
  }
  return shades[color]
}
