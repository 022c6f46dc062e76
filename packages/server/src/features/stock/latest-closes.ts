// The latest closes of an instrument, from which its prior close is chosen: those of its last two finished sessions
// and, while a session forms, the one before that session in the shares of that day. SQL fragments around an
// instrument `i`. Source: docs/rules/market.md, "Storage".
import { sql } from 'kysely'

export const latestClosesJoin = sql`
  left join instrument_stat s on s.instrument_id = i.id
  left join market_source m on m.source = i.source and m.forming_day > m.market_day
  left join forming_stat f on f.instrument_id = i.id and f.last_day = m.forming_day`

export const latestCloseColumns = sql`s.last_day::text as last_day, s.last_close, s.previous_close,
  m.forming_day::text as forming_day, f.previous_close as forming_prior_close`

/** All null while the market does not know the instrument. */
export interface LatestClosesRow {
  /** The last finished session with a bar of the instrument. */
  readonly last_day: string | null
  readonly last_close: number | null
  readonly previous_close: number | null
  /** Null while no session forms. */
  readonly forming_day: string | null
  /** Null until the instrument has traded in the forming session. */
  readonly forming_prior_close: number | null
}
