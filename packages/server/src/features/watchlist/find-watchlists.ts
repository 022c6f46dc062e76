// The caller's watchlists with the figures of the active market for each instrument.
import type { WatchedInstrument, Watchlist } from '@clubfolio/contract'
import { sql } from 'kysely'
import { compileSelect } from '../../db/compiled-statements.ts'
import { splitSegmentJoin } from '../../db/split-factor.ts'
import type { Services } from '../../services.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { createMarketCache } from '../market/market-cache.ts'
import { activeSource } from '../stock/active-market.ts'
import { latestCloseColumns, latestClosesJoin, type LatestClosesRow } from '../stock/latest-closes.ts'
import { priceFigure } from '../stock/price-figure.ts'

/** Enough for a small chart. */
const shownCloses = 30

/** A list without an instrument is one row without a code. */
interface ListRow {
  readonly id: string
  readonly list_name: string
  readonly code: string | null
  readonly code_key: string | null
  readonly note: string | null
}

const selectLists = compileSelect(
  (_db, { ownerId }: { ownerId: string }) => sql<ListRow>`
    select l.id, l.name as list_name, w.code, w.code_key, w.note
    from watchlist l
    left join watchlist_item w on w.watchlist_id = l.id
    where l.owner_id = ${ownerId}
    order by l.position, l.id, w.position, w.code_key`,
)

/** What the active market has of an instrument. */
interface MarketRow extends LatestClosesRow {
  readonly code_key: string
  readonly code: string
  readonly name: string | null
  readonly asset_type: AssetType
  readonly closes: readonly number[] | null
}

const selectInstruments = compileSelect(
  (_db, { codeKeys }: { codeKeys: readonly string[] }) => sql<MarketRow>`
    select i.code_key, i.code, i.name, i.asset_type, ${latestCloseColumns}, recent.closes
    from instrument i
    ${latestClosesJoin}
    left join lateral (
      select array_agg(b.close / coalesce(g.factor, 1) order by b.day) as closes
      from (select instrument_id, day, close, adjusted_through from daily_bar where instrument_id = i.id
        order by day desc limit ${shownCloses}) b
      ${sql.raw(splitSegmentJoin('b', 'g'))}
    ) recent on true
    where i.source = ${activeSource} and i.code_key = any(${codeKeys})`,
)

/** Those that people watch, of which there are fewer than the market has. */
const mostKeptInstruments = 20_000
/** An instrument that the market does not list is kept as null. */
const keptInstruments = createMarketCache<MarketRow | null>(mostKeptInstruments)

export async function findWatchlists({ db, market }: Services, ownerId: string): Promise<Watchlist[]> {
  const rows = await selectLists(db, { ownerId })
  const keys = new Set(rows.flatMap((row) => row.code_key ?? []))
  const known = await keptInstruments.findAll(market, [...keys], async (codeKeys) => {
    const found = new Map((await selectInstruments(db, { codeKeys })).map((row) => [row.code_key, row]))
    return new Map(codeKeys.map((key) => [key, found.get(key) ?? null]))
  })
  const lists = new Map<string, Watchlist>()
  for (const { id, list_name: name, code, code_key: key, note } of rows) {
    const list = lists.get(id) ?? { id, name, items: [] }
    if (code !== null && key !== null) list.items.push(toItem(code, note ?? '', known.get(key) ?? null))
    lists.set(id, list)
  }
  return [...lists.values()]
}

const toItem = (code: string, note: string, row: MarketRow | null): WatchedInstrument => ({
  code: row?.code ?? code,
  name: row?.name ?? null,
  assetType: row?.asset_type ?? null,
  lastClose: figureOf(row?.last_close),
  previousClose: figureOf(row?.previous_close),
  formingPriorClose: figureOf(row?.forming_prior_close),
  closes: (row?.closes ?? []).map(priceFigure),
  note,
})

const figureOf = (close: number | null | undefined): number | null =>
  close === null || close === undefined ? null : priceFigure(close)
