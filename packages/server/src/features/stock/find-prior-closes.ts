// The prior closes of a market day: the close of each instrument in the session before it, in the shares of that day.
// Unlike a watchlist, which shows the change of whatever session is the latest, this answers for one day or not at all.
import { type MarketDay, previousSession } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { rawPart, type Part } from '../../db/read-together.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { latestCloseColumns, latestClosesJoin, type LatestClosesRow } from './latest-closes.ts'
import { priceFigure } from './price-figure.ts'

export interface PriorCloseRow extends LatestClosesRow {
  readonly asked: string
  /** A later split is known, so closes are in the shares of a later day. */
  readonly is_split_later: boolean
}

interface PriorClosesAsked {
  /** Null has no closes. */
  readonly source: MarketSourceName | null
  readonly codes: readonly string[]
  readonly codeKeys: readonly string[]
  readonly day: MarketDay
}

/**
 * The closes of the codes, whatever their class separator, for `toPriorCloses`, which leaves a code out if its market
 * does not have the close of exactly the session before `day`.
 */
export function priorClosesPart({ source, codes, codeKeys, day }: PriorClosesAsked): Part<PriorCloseRow> {
  const query = sql`
    select w.code as asked, ${latestCloseColumns}, exists (select from corporate_action a
      where a.instrument_id = i.id and a.kind = 'SPLIT' and a.day > ${day}) as is_split_later
    from unnest(${codes}::text[], ${codeKeys}::text[]) as w (code, code_key)
    join instrument i on i.source = ${source} and i.code_key = w.code_key
    ${latestClosesJoin}
  `
  return rawPart<PriorCloseRow>(query, {
    asked: 'text',
    last_day: 'text',
    last_close: 'number',
    previous_close: 'number',
    forming_day: 'text',
    forming_prior_close: 'number',
    is_split_later: 'boolean',
  })
}

/** Returns the prior closes of a day by the codes as they were given, from the rows of `priorClosesPart`. */
export function toPriorCloses(rows: readonly PriorCloseRow[], day: MarketDay): Map<string, Decimal> {
  return new Map(
    rows.flatMap((row) => {
      const close = row.is_split_later ? null : closeBefore(row, day)
      return close === null ? [] : [[row.asked, new Decimal(priceFigure(close))] as const]
    }),
  )
}

/** Closes of finished sessions are in the shares after all known splits, also after one on a day without a bar yet. */
function closeBefore(row: LatestClosesRow, day: MarketDay): number | null {
  if (row.forming_day === day) return row.forming_prior_close
  if (row.last_day === day) return row.previous_close
  return row.last_day === previousSession(day) ? row.last_close : null
}
