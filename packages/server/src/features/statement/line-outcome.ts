// What happens to the lines of a statement, as SQL over a line `l`, its statement `s` and its account `a`.
import { sql, type RawBuilder } from 'kysely'
import { countsAlike, countsBooking } from '../file-account/counted-line.ts'
import { longestRateDays } from '../file-account/rate-table.ts'

/** Whether a line needs the rate of its currency and the table has none. */
export const waitsForRate = sql<boolean>`(l.currency <> a.currency and (l.amount <> 0 or l.fee <> 0 or l.tax <> 0)
  and not (l.rate is not null and l.rate <> 0 and l.price_currency = a.currency)
  and not exists (select from currency_rate r where r.owner_id = a.owner_id and r.base = a.currency
    and r.currency = l.currency and r.day between l.day - ${sql.lit(longestRateDays)} and l.day))`

/** Whether another line counts the same booking. */
const isKnown = sql<boolean>`exists (select from account_statement_line k
  where ${countsBooking} and k.statement_id <> l.statement_id)`

const isSimilar = sql<boolean>`exists (select from account_statement_line k
  where ${countsAlike} and k.fingerprint <> l.fingerprint and k.statement_id <> l.statement_id)`

export const outcome: RawBuilder<string> = sql<string>`case
  when l.fate = 'ignored' then 'IGNORED'
  when l.fate = 'unread' then 'UNREAD'
  when l.fingerprint is null or (not l.counts and s.state <> 'UNDONE' and ${isKnown}) then 'KNOWN'
  when ${waitsForRate} then 'WAITING'
  when s.state = 'PREPARED' and ${isSimilar} then 'SIMILAR'
  else 'NEW' end`
