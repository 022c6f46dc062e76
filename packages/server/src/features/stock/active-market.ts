// The market that the lists, the search and the charts use: the active source and its last session, as SQL fragments.
import { sql } from 'kysely'

export const activeSource = sql`(select source from market_source where is_active)`
export const activeMarketDay = sql`(select market_day from market_source where is_active)`
