// The market value of an instrument: shares times last finished close where the shares are known, else what its source
// says.
import { type RawBuilder, sql } from 'kysely'

/** Returns dollars with cents, of the instrument `i` with its `instrument_stat` under the alias. */
export const marketCapOf = (stat: string): RawBuilder<number | null> =>
  sql`coalesce(round((i.share_count * ${sql.ref(`${stat}.last_close`)}::numeric), 2), i.market_cap)::float8`
