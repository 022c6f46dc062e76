// The caller's watchlists with the figures of the active market for each instrument.
import type { WatchedInstrument, Watchlist } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { splitSegmentJoin } from '../../db/split-factor.ts'
import type { AssetType } from '../../db/tables/market-tables.ts'
import { activeSource } from '../stock/active-market.ts'
import { latestCloseColumns, latestClosesJoin, type LatestClosesRow } from '../stock/latest-closes.ts'
import { priceFigure } from '../stock/price-figure.ts'

/** Enough for a small chart. */
const shownCloses = 30

interface ItemRow extends LatestClosesRow {
  watchlist_id: string
  code: string
  note: string
  name: string | null
  asset_type: AssetType | null
  closes: number[] | null
}

export async function findWatchlists(db: Db, ownerId: string): Promise<Watchlist[]> {
  const lists = await db
    .selectFrom('watchlist')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { rows } = await sql<ItemRow>`
    select w.watchlist_id, coalesce(i.code, w.code) as code, w.note, i.name, i.asset_type, ${latestCloseColumns},
      recent.closes
    from watchlist l
    join watchlist_item w on w.watchlist_id = l.id
    left join instrument i on i.source = ${activeSource} and i.code_key = w.code_key
    ${latestClosesJoin}
    left join lateral (
      select array_agg(b.close / coalesce(g.factor, 1) order by b.day) as closes
      from (select instrument_id, day, close, adjusted_through from daily_bar where instrument_id = i.id
        order by day desc limit ${shownCloses}) b
      ${sql.raw(splitSegmentJoin('b', 'g'))}
    ) recent on true
    where l.owner_id = ${ownerId}
    order by w.position, w.code_key
  `.execute(db)
  return lists.map(({ id, name }) => ({ id, name, items: rows.filter((row) => row.watchlist_id === id).map(toItem) }))
}

const toItem = (row: ItemRow): WatchedInstrument => ({
  code: row.code,
  name: row.name,
  assetType: row.asset_type,
  lastClose: row.last_close === null ? null : priceFigure(row.last_close),
  previousClose: row.previous_close === null ? null : priceFigure(row.previous_close),
  formingPriorClose: row.forming_prior_close === null ? null : priceFigure(row.forming_prior_close),
  closes: (row.closes ?? []).map(priceFigure),
  note: row.note,
})
