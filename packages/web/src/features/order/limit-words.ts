// Names and figures of limits, as the ticket, the guard rails and the notices say them.
import type { AccountLimitState, LimitUse } from '@clubfolio/contract'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'

type Measure = LimitUse['measure']

const names: Readonly<Record<Measure, string>> = {
  dailyLoss: 'Daily loss',
  openHeat: 'Open heat',
  openHeatPercent: 'Open heat',
  largestPosition: 'Position',
  largestPositionPercent: 'Position',
  openPositions: 'Open positions',
}

/** `Open heat`, `Position in ACME` */
export const limitName = ({ measure, code }: Pick<LimitUse, 'measure' | 'code'>): string =>
  code === null ? names[measure] : `${names[measure]} in ${code}`

/** `$620.00`, `6.20%`, `3` */
export function limitFigure(measure: Measure, value: string): string {
  switch (measure) {
    case 'dailyLoss':
    case 'openHeat':
    case 'largestPosition':
      return formatMoney(value)
    case 'openHeatPercent':
    case 'largestPositionPercent':
      return formatPercent(value)
    case 'openPositions':
      return String(Number(value))
  }
}

/** `$620.00 of $1,000.00`, with an order `$620.00 → $820.00 of $1,000.00` */
export function describeLimitUse({ measure, used, after, limit }: LimitUse): string {
  const figure = (value: string): string => limitFigure(measure, value)
  const change = after === null || after === used ? figure(used) : `${figure(used)} → ${figure(after)}`
  return `${change} of ${figure(limit)}`
}

/** The same in a ticket, next to the fields. */
export const describeStoppedAccount = ({ until }: NonNullable<AccountLimitState['stopped']>): string =>
  `The daily loss is reached: this account takes no new entries until ${formatDateTime(until)}.`

/** Says by how much and until when no entries go out. */
export function describeStopped({ loss, limit, until }: NonNullable<AccountLimitState['stopped']>): string {
  return (
    `The daily loss is reached: ${formatMoney(loss)} of ${formatMoney(limit)}. No new entries until the ` +
    'next session, ' +
    `${formatDateTime(until)}. Orders that close a position go out as always.`
  )
}
