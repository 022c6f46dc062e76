// Members were dealt by what a closed period says, so its closes, lines and movements stay as they are.
import { sql, type RawBuilder } from 'kysely'

/** Whether a row with account and day, such as a close or a movement, lies in no period that its fund has closed. */
export const isOpenClose = (alias: string): RawBuilder<boolean> => {
  const [accountId, day] = [sql.ref(`${alias}.account_id`), sql.ref(`${alias}.day`)]
  return sql`not exists (select from fund f where f.account_id = ${accountId} and ${day} <= f.closed_until)
    and not exists (select from fund_home h join fund f on f.account_id = h.fund_id
      where h.home_id = ${accountId} and h.until_day is not null
      and ${day} > coalesce(h.after_day, '-infinity')
      and ${day} <= least(h.until_day, f.closed_until))`
}
