// Which account's movements and closes the books of a fund have on which days (docs/rules/fund.md, "Moving to another
// account"). A fund is stored under the account that holds its money now; its earlier accounts follow from its moves.
import {
  type FundRecords,
  type MovedFacts,
  type Close,
  type MarketDay,
  type Movement,
  toMarketDay,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'

/** A stay of the books at an account: its facts after `afterDay` and up to `untilDay`, where they are not null. */
export interface AccountHome {
  readonly accountId: string
  readonly afterDay: string | null
  readonly untilDay: string | null
}

/** The last departure of a fund from an account that has no fund now. */
export interface Departure {
  readonly day: MarketDay
  /** Where the fund is now. */
  readonly accountId: string
}

/** Returns the stays of the fund that is stored under an account, oldest first. Without a fund it is one whole stay. */
export async function readHomes(db: Db | Trx, fundId: string): Promise<readonly AccountHome[]> {
  const rows = await db
    .selectFrom('fund_home')
    .select(['home_id', 'after_day', 'until_day'])
    .where('fund_id', '=', fundId)
    .orderBy('until_day', (order) => order.asc().nullsLast())
    .execute()
  if (rows.length === 0) return [wholeStay(fundId)]
  return rows.map((row) => ({ accountId: row.home_id, afterDay: row.after_day, untilDay: row.until_day }))
}

/** The same for a fund whose records were read: one that never moved has not to be looked up. */
export async function homesOf(
  db: Db | Trx,
  { account, records }: { readonly account: { readonly id: string }; readonly records: Pick<FundRecords, 'moves'> },
): Promise<readonly AccountHome[]> {
  return records.moves.length === 0 ? [wholeStay(account.id)] : readHomes(db, account.id)
}

const wholeStay = (accountId: string): AccountHome => ({ accountId, afterDay: null, untilDay: null })

/** Returns where the fund of an account has gone; undefined while the account has a fund, or never had one. */
export async function findDeparture(db: Db | Trx, accountId: string): Promise<Departure | undefined> {
  const row = await db
    .selectFrom('fund_home')
    .select(['fund_id', 'until_day'])
    .where('home_id', '=', accountId)
    .where('fund_id', '<>', accountId)
    .where('until_day', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('fund').select('account_id').where('account_id', '=', accountId))),
    )
    .orderBy('until_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until_day ? { day: toMarketDay(row.until_day), accountId: row.fund_id } : undefined
}

/** Returns the movements of a stay, on the day on which the books have them. */
export async function readMovements(db: Db | Trx, { accountId, afterDay, untilDay }: AccountHome): Promise<Movement[]> {
  const rows = await db
    .selectFrom('account_movement as m')
    .leftJoin('fund_movement as f', (join) =>
      join.onRef('f.account_id', '=', 'm.account_id').onRef('f.movement_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.day', 'm.amount_cents', 'm.is_provisional', 'f.day as booked_day'])
    .where('m.account_id', '=', accountId)
    .$if(afterDay !== null, (query) => query.where('m.day', '>', afterDay!))
    .$if(untilDay !== null, (query) => query.where('m.day', '<=', untilDay!))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    day: toMarketDay(row.booked_day ?? row.day),
    amountCents: row.amount_cents,
    ...(row.is_provisional ? { isProvisional: true } : {}),
  }))
}

/** Returns the closes of a stay that the account has now. */
export async function readAccountCloses(
  db: Db | Trx,
  { accountId, afterDay, untilDay }: AccountHome,
): Promise<Close[]> {
  const rows = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'real_value_cents', 'is_rebuilt', 'is_reconciled'])
    .where('account_id', '=', accountId)
    .$if(afterDay !== null, (query) => query.where('day', '>', afterDay!))
    .$if(untilDay !== null, (query) => query.where('day', '<=', untilDay!))
    .execute()
  return rows.map((row) => ({
    day: toMarketDay(row.day),
    brokerValueCents: row.broker_value_cents,
    realValueCents: row.real_value_cents,
    quality: row.is_reconciled ? (row.is_rebuilt ? 'rebuilt' : 'official') : 'unreconciled',
  }))
}

/** Returns what an account reports after a day: what the books have from it once the fund moves there. */
export async function readFacts(db: Db | Trx, accountId: string, afterDay: string): Promise<MovedFacts> {
  const home = { accountId, afterDay, untilDay: null }
  return { closes: await readAccountCloses(db, home), movements: await readMovements(db, home) }
}
