// The brokerage's view of recorded prices names their source instead of showing only the active one: an account keeps
// the market it was opened in, and must never be valued by another market's prices for the same symbol.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view market.instrument as
      select i.id, i.code, i.name, i.asset_type, i.exchange, i.cusip, i.source from instrument i;

    create or replace view market.daily_bar as
      select b.instrument_id, b.day, b.open * f.factor as open, b.high * f.factor as high, b.low * f.factor as low,
        b.close * f.factor as close, b.volume / f.factor as volume
      from daily_bar b
      cross join lateral (
        select case when b.adjusted_through is null then 1 else
          coalesce((select g.factor from split_segment g
            where g.instrument_id = b.instrument_id and g.from_day <= b.day and b.day < g.until_day), 1)
          / coalesce((select g.factor from split_segment g
            where g.instrument_id = b.instrument_id and g.from_day <= b.adjusted_through
            and b.adjusted_through < g.until_day), 1)
        end as factor
      ) f;

    create or replace view market.minute_bar as
      select b.instrument_id, b.at, b.open, b.high, b.low, b.close, b.volume from minute_bar b;

    create or replace view market.corporate_action as
      select a.instrument_id, a.day, a.kind, a.value from corporate_action a;

    create view market.source as select s.source, s.market_day from market_source s;
  `.execute(db)
}
