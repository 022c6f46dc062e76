// The filters of the dashboard's lists: their choices, their labels, and how the address encodes them.
// Source: docs/rules/accounts.md, "Dashboard".
import { listTimings, type ListTiming } from '@clubfolio/contract'
import { z } from 'zod'

export const limitChoices = ['All', '10', '20', '30', '40', '50', '60', '70', '80', '90', '100'] as const
export type LimitChoice = (typeof limitChoices)[number]

export const timingNames: Readonly<Record<ListTiming, string>> = {
  DAILY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  YEAR: 'Year',
}
export const assetTypeNames = { 'All Type': 'All', EQUITY: 'Stocks', ETF: 'ETFs' } as const

export const panelNames = ['winners', 'losers', 'high', 'low'] as const
export type PanelName = (typeof panelNames)[number]

const timing = z.enum(listTimings).catch('WEEK')
const limit = z.enum(limitChoices).catch('10')

/** One timing and one limit per list; values equal to the default stay out of the address. */
export const DashboardFilter = z.object({
  winnersTiming: timing,
  winnersLimit: limit,
  losersTiming: timing,
  losersLimit: limit,
  highTiming: timing,
  highLimit: limit,
  lowTiming: timing,
  lowLimit: limit,
  ipoType: z.enum(['All Type', 'EQUITY', 'ETF']).catch('All Type'),
  ipoLimit: limit,
  ipoYear: z.coerce.number().int().min(1900).max(2199).optional().catch(undefined),
})
export type DashboardFilter = z.output<typeof DashboardFilter>

export const rowsOf = (choice: LimitChoice): number | null => (choice === 'All' ? null : Number(choice))

/** Returns the year of the market day and the two before it, newest first. */
export function ipoYears(marketDay: string): readonly number[] {
  const year = Number(marketDay.slice(0, 4))
  return [year, year - 1, year - 2]
}
