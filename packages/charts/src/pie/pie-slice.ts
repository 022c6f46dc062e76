// The input of a pie: its slices, which of them can be drawn, and in which colour.

import { signedPercentText } from '../chart-text.ts'
import type { ChartTheme } from '../theme.ts'

export interface PieDetail {
  readonly label: string
  readonly text: string
  readonly tone?: 'up' | 'down'
}

export interface PieSlice {
  readonly id: string
  readonly name: string
  /** Determines the angle. Zero and negative values are listed, not drawn. */
  readonly value: number
  /** The percentage to print, where it is not the share of all slices (but of the account's value, for example). */
  readonly percent?: number
  /** Buying power: grey, because it is not a position. */
  readonly isBuyingPower?: boolean
  /** Printed after the name, for example "short". */
  readonly mark?: string
  /** Quantity, profit and the like, for tooltip and table. Every slice has the same labels. */
  readonly details: readonly PieDetail[]
}

export function canBeDrawn({ value }: PieSlice): boolean {
  return Number.isFinite(value) && value > 0
}

/** Returns the colour of the slice at this index; also used for the colour squares of a table next to the pie. */
export function pieColor(theme: ChartTheme, index: number, isBuyingPower = false): string {
  return isBuyingPower ? theme.buyingPower : (theme.pie[index % theme.pie.length] ?? theme.buyingPower)
}

/** Returns the colour `#RRGGBB` multiplied by a factor, for the wall under a slice. */
export function shade(color: string, factor: number): string {
  const channels = [1, 3, 5].map((from) => Math.round(Number.parseInt(color.slice(from, from + 2), 16) * factor))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the percentage without a plus sign: a share is not a change. */
export function slicePercentText(slice: PieSlice, total: number): string {
  const percent = slice.percent ?? (canBeDrawn(slice) ? (slice.value / total) * 100 : 0)
  return signedPercentText(percent).replace('+', '')
}

export function sliceName({ name, mark }: PieSlice): string {
  return mark === undefined ? name : `${name} (${mark})`
}

/** Returns the slice in one line, for assistive technology. */
export function sliceText(slice: PieSlice, total: number): string {
  return [
    sliceName(slice),
    slicePercentText(slice, total),
    ...slice.details.map(({ label, text }) => `${label} ${text}`),
  ].join(', ')
}
