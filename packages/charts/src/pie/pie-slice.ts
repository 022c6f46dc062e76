// What a pie is told about its slices, which of them can be drawn, and in which colour.

import { percentText } from '../chart-text.ts'
import type { ChartTheme } from '../theme.ts'

export interface PieDetail {
  readonly label: string
  readonly text: string
  readonly tone?: 'up' | 'down'
}

export interface PieSlice {
  readonly id: string
  readonly name: string
  /** Decides the angle. Zero and negative values are listed, not drawn. */
  readonly value: number
  /** The percentage to print, where it is not the share of all slices (of the account's value, for example). */
  readonly percent?: number
  /** Cash that could buy: grey, since it is no position. */
  readonly isBuyingPower?: boolean
  /** Printed after the name, for example "short". */
  readonly mark?: string
  /** Quantity, profit and the like, for tooltip and table. Every slice names the same labels. */
  readonly details: readonly PieDetail[]
}

export function canBeDrawn({ value }: PieSlice): boolean {
  return Number.isFinite(value) && value > 0
}

/** The colour of the slice at this place in the list; the same for the squares of a table beside the pie. */
export function pieColor(theme: ChartTheme, index: number, isBuyingPower = false): string {
  return isBuyingPower ? theme.buyingPower : (theme.pie[index % theme.pie.length] ?? theme.buyingPower)
}

/** A colour `#RRGGBB` times a factor, for the wall under a slice. */
export function shade(color: string, factor: number): string {
  const channels = [1, 3, 5].map((from) => Math.round(Number.parseInt(color.slice(from, from + 2), 16) * factor))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Without a sign unless negative: a share is no change. */
export function slicePercentText(slice: PieSlice, total: number): string {
  const percent = slice.percent ?? (canBeDrawn(slice) ? (slice.value / total) * 100 : 0)
  return percentText(percent).replace('+', '')
}

export function sliceName({ name, mark }: PieSlice): string {
  return mark === undefined ? name : `${name} (${mark})`
}

/** The slice in one line, for assistive technology. */
export function sliceText(slice: PieSlice, total: number): string {
  return [sliceName(slice), slicePercentText(slice, total), ...slice.details.map(({ label, text }) => `${label} ${text}`)].join(', ')
}
