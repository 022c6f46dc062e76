// What the heat map shows, in the address of its screen, and the words of its choices.
import { heatMapSizes, listTimings, type HeatMapSize, type ListTiming, type Watchlist } from '@clubfolio/contract'
import { z } from 'zod'
import type { HeatMapQuery } from './api.ts'

export const HeatMapPlace = z.object({
  timing: z.enum(listTimings).catch('DAILY'),
  size: z.enum(heatMapSizes).catch('MARKET_CAP'),
  /** An asset type, or the id of a watchlist. */
  of: z.string().catch('EQUITY'),
  /** Empty: all of them. */
  sector: z.string().catch(''),
  view: z.enum(['map', 'table']).catch('map'),
})
export type HeatMapPlace = z.output<typeof HeatMapPlace>

export const timingWords: Readonly<Record<ListTiming, string>> = {
  DAILY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  YEAR: 'Year',
}

/** What the change of each timing is measured from. */
export const changeWords: Readonly<Record<ListTiming, string>> = {
  DAILY: 'since the open',
  WEEK: 'week to date',
  MONTH: 'month to date',
  YEAR: 'year to date',
}

export const sizeWords: Readonly<Record<HeatMapSize, string>> = {
  MARKET_CAP: 'Market cap',
  VOLUME: 'Average volume (20)',
}

/** Percent from one color to the next: a year moves farther than a day. */
export const toneSteps: Readonly<Record<ListTiming, number>> = { DAILY: 1, WEEK: 2, MONTH: 3, YEAR: 10 }

export const assetTypeChoices = [
  { value: 'EQUITY', label: 'Stocks' },
  { value: 'ETF', label: 'ETFs' },
  { value: 'All Type', label: 'Stocks and ETFs' },
] as const

/** What is asked of the server: for a watchlist all of its instruments of whatever type; for an unknown one none. */
export function heatMapQuery({ timing, size, of }: HeatMapPlace, lists: readonly Watchlist[]): HeatMapQuery {
  const type = assetTypeChoices.find(({ value }) => value === of)?.value
  if (type !== undefined) return { timing, size, assetType: type }
  const codes = lists.find(({ id }) => id === of)?.items.map(({ code }) => code) ?? []
  return { timing, size, assetType: 'All Type', codes }
}
