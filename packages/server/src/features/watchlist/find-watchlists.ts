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

/** A list without an instrument is one row without a code. */
interface ListRow extends Omit<ItemRow, 'code'> {
  id: string
  list_name: string
  code: string | null
}

interface ItemRow extends LatestClosesRow {
  code: string
  note: string
  name: string | null
  asset_type: AssetType | null
  closes: number[] | null
}

export async function findWatchlists(db: Db, ownerId: string): Promise<Watchlist[]> {
  const { rows } = await sql<ListRow>`
    select l.id, l.name as list_name, coalesce(i.code, w.code) as code, w.note, i.name, i.asset_type,
      ${latestCloseColumns},
      recent.closes
    from watchlist l
    left join watchlist_item w on w.watchlist_id = l.id
    left join instrument i on i.source = ${activeSource} and i.code_key = w.code_key
    ${latestClosesJoin}
    left join lateral (
      select array_agg(b.close / coalesce(g.factor, 1) order by b.day) as closes
      from (select instrument_id, day, close, adjusted_through from daily_bar where instrument_id = i.id
        order by day desc limit ${shownCloses}) b
      ${sql.raw(splitSegmentJoin('b', 'g'))}
    ) recent on true
    where l.owner_id = ${ownerId}
    order by l.position, l.id, w.position, w.code_key
  `.execute(db)
  const lists = new Map<string, Watchlist>()
  for (const { id, list_name: name, code, ...row } of rows) {
    const list = lists.get(id) ?? { id, name, items: [] }
    lists.set(id, code === null ? list : { ...list, items: [...list.items, toItem({ ...row, code })] })
  }
  return [...lists.values()]
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
