// Which account's movements and closes the books of a fund have on which days (docs/rules/fund.md, "Moving to another
// account"). A fund is stored under the account that holds its money now; its earlier accounts follow from its moves.
import {
  type FundRecords,
  type Cents,
  type MovedFacts,
  type Close,
  type MarketDay,
  type Movement,
  toMarketDay,
} from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { part, rawPart, type Part } from '../../../db/read-together.ts'
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

/**
 * The query of `readHomes`, under the name `home` of a statement that reads what the stays have: `movementsPart` and
 * `closesPart`.
 */
export const homesQuery = (fundId: string): RawBuilder<unknown> => sql`
  select home_id, after_day, until_day from fund_home where fund_id = ${fundId}::uuid
  union all
  select ${fundId}::uuid, null, null where not exists (select from fund_home where fund_id = ${fundId}::uuid)`

const isOfStay = (day: string): RawBuilder<boolean> => sql<boolean>`
  (home.after_day is null or ${sql.ref(day)} > home.after_day)
  and (home.until_day is null or ${sql.ref(day)} <= home.until_day)`

export interface MovementRow {
  readonly id: string
  readonly day: string
  readonly amount_cents: Cents
  readonly is_provisional: boolean
  readonly booked_day: string | null
}

/** The movements of all stays of `homesQuery`. */
export const movementsPart = (): Part<MovementRow> =>
  rawPart<MovementRow>(
    sql`
    select m.id, m.day, m.amount_cents, m.is_provisional, f.day as booked_day
    from home
    join account_movement m on m.account_id = home.home_id and ${isOfStay('m.day')}
    left join fund_movement f on f.account_id = m.account_id and f.movement_id = m.id
    order by m.day, m.id`,
    { id: 'text', day: 'text', amount_cents: 'bigint', is_provisional: 'boolean', booked_day: 'text' },
  )

export interface CloseRow {
  readonly day: string
  readonly broker_value_cents: Cents
  readonly real_value_cents: Cents
  readonly is_rebuilt: boolean
  readonly is_reconciled: boolean
}

/** The closes of all stays of `homesQuery`, after the fund's closed periods. */
export const closesPart = (fundId: string): Part<CloseRow> =>
  rawPart<CloseRow>(
    sql`
    select c.day, c.broker_value_cents, c.real_value_cents, c.is_rebuilt, c.is_reconciled
    from home
    join account_close c on c.account_id = home.home_id and ${isOfStay('c.day')}
    left join fund f on f.account_id = ${fundId}::uuid
    where f.closed_until is null or c.day > f.closed_until
    order by c.day`,
    {
      day: 'text',
      broker_value_cents: 'bigint',
      real_value_cents: 'bigint',
      is_rebuilt: 'boolean',
      is_reconciled: 'boolean',
    },
  )

export interface DepartureRow {
  readonly fund_id: string
  readonly until_day: string | null
}

/** Returns where the fund of an account has gone; undefined while the account has a fund, or never had one. */
export const findDeparture = async (db: Db | Trx, accountId: string): Promise<Departure | undefined> =>
  toDeparture(await selectDeparture(db, accountId).executeTakeFirst())

export const toDeparture = (row: DepartureRow | undefined): Departure | undefined =>
  row?.until_day ? { day: toMarketDay(row.until_day), accountId: row.fund_id } : undefined

/** The same together with others. */
export const departurePart = (db: Db | Trx, accountId: string): Part<DepartureRow> =>
  part(selectDeparture(db, accountId), { fund_id: 'text', until_day: 'text' })

const selectDeparture = (db: Db | Trx, accountId: string) =>
  db
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
  return rows.map(toMovement)
}

export const toMovement = (row: MovementRow): Movement => ({
  id: row.id,
  day: toMarketDay(row.booked_day ?? row.day),
  amountCents: row.amount_cents,
  ...(row.is_provisional ? { isProvisional: true } : {}),
})

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
  return rows.map(toClose)
}

export const toClose = (row: CloseRow): Close => ({
  day: toMarketDay(row.day),
  brokerValueCents: row.broker_value_cents,
  realValueCents: row.real_value_cents,
  quality: row.is_reconciled ? (row.is_rebuilt ? 'rebuilt' : 'official') : 'unreconciled',
})

/** Returns what an account reports after a day: what the books have from it once the fund moves there. */
export async function readFacts(db: Db | Trx, accountId: string, afterDay: string): Promise<MovedFacts> {
  const home = { accountId, afterDay, untilDay: null }
  return { closes: await readAccountCloses(db, home), movements: await readMovements(db, home) }
}
