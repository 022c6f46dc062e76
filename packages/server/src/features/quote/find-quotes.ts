// Last prices of the active market: ticking ones of the simulated market, those at a replay's own time, or the last
// closes of a market without live prices.
import type { Quote } from '@clubfolio/contract'
import { codeKey } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Services } from '../../services.ts'
import { replayedQuotes, replayTime } from './replayed-quotes.ts'

interface ListedRow {
  code: string
  last_close: number
  last_day: string
  source: MarketSourceName
}

/** Returns quotes in the order of the codes; a code that is not listed is left out. */
export async function findQuotes({ db, clock, simulated }: Services, codes: readonly string[]): Promise<Quote[]> {
  if (codes.length === 0) return []
  const wanted = [...new Set(codes)]
  const { rows } = await sql<ListedRow & { asked: string }>`
    select w.code as asked, i.code, i.source, s.last_close, s.last_day
    from unnest(${wanted}::text[], ${wanted.map(codeKey)}::text[]) with ordinality as w (code, code_key, place)
    join market_source m on m.is_active
    join instrument i on i.source = m.source and i.code_key = w.code_key
    join instrument_stat s on s.instrument_id = i.id
    order by w.place
  `.execute(db)
  const nowMs = clock.nowMs()
  const replayMs = rows.some(({ source }) => source === 'import') ? await replayTime(db, nowMs) : null
  const replayed =
    replayMs === null
      ? null
      : await replayedQuotes(
          db,
          rows.map(({ code }) => code),
          replayMs,
        )
  return rows.map(({ asked, code, source, last_close, last_day }) => {
    const shown = replayed?.get(code)
    if (shown) return { code: asked, last: shown.last, atMs: shown.atMs }
    const quote = source === 'simulated' ? simulated.quoteAt(code, nowMs) : null
    return { code: asked, last: quote?.last ?? last_close, atMs: quote ? nowMs : Date.parse(last_day) }
  })
}
