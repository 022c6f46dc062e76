// Reads the rows of a fund's books as the domain's records, in one statement (decision 0126). A closed period is read
// in its state at the time of closing: its closes from their copies, and movements that the broker reported later on
// the day they were booked. After a move to another account, each day has the facts of the account of that day.
import {
  openFund,
  toCents,
  unallocatedHolderId,
  type AccountMove,
  type Close,
  type Entry,
  type FundRecords,
  type HolderId,
  type Transfer,
  toMarketDay,
  toUnitSteps,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { compileTogether } from '../../../db/compiled-statements.ts'
import { part, type PartRows } from '../../../db/read-together.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import {
  closesPart,
  departurePart,
  homesQuery,
  movementsPart,
  toClose,
  toDeparture,
  toMovement,
} from './account-home.ts'
import { feeParts, toFeeCharges, toFeePolicies } from './read-fees.ts'
import { openingParts, toDefaultOpening } from './default-opening.ts'
import type { FundAccount } from './load-fund.ts'

/** What the statement of the records needs of the account. */
export type RecordsAsked = Pick<FundAccount, 'id' | 'linkedDay'>

const findRecords = compileTogether((db, account: RecordsAsked) => ({
  parts: recordParts(db, account),
  shared: recordsShare(account),
}))

export async function readRecords(db: Db | Trx, account: FundAccount): Promise<FundRecords> {
  return toRecords(account, await findRecords(db, account))
}

/** The queries that the parts of `recordParts` select from. */
export const recordsShare = ({ id }: Pick<RecordsAsked, 'id'>) => ({ home: homesQuery(id) })

/** The parts of a statement from whose rows `toRecords` follows, with the queries of `recordsShare`. */
export const recordParts = (db: Db | Trx, { id, linkedDay }: RecordsAsked) => ({
  ...fundParts(db, id),
  ...feeParts(db, id),
  // What is left in an account that its fund has left is nobody's fund.
  departures: departurePart(db, id),
  ...openingParts(db, { id, linkedDay }, sql<boolean>`not exists (select from fund where account_id = ${id}::uuid)`),
  movements: movementsPart(),
  closes: closesPart(id),
})

const fundParts = (db: Db | Trx, fundId: string) => ({
  funds: part(
    db
      .selectFrom('fund')
      .select(['dealing', 'opening_day', 'opening_value_cents', 'opening_profit_cents', 'closed_until'])
      .where('account_id', '=', fundId),
    {
      dealing: 'text',
      opening_day: 'text',
      opening_value_cents: 'bigint',
      opening_profit_cents: 'bigint',
      closed_until: 'text',
    },
  ),
  shares: part(
    db
      .selectFrom('fund_opening_share')
      .select(['member_id', 'share_cents', 'paid_in_cents'])
      .where('account_id', '=', fundId),
    { member_id: 'text', share_cents: 'bigint', paid_in_cents: 'bigint' },
  ),
  entries: part(
    db
      .selectFrom('fund_entry')
      .select(['id', 'member_id', 'kind', 'day', 'amount_cents', 'is_active', 'funding', 'distribution_id'])
      .where('account_id', '=', fundId),
    {
      id: 'text',
      member_id: 'text',
      kind: 'text',
      day: 'text',
      amount_cents: 'bigint',
      is_active: 'boolean',
      funding: 'text',
      distribution_id: 'text',
    },
  ),
  statusChanges: part(
    db.selectFrom('fund_status_change').select(['entry_id', 'sequence', 'is_active']).where('account_id', '=', fundId),
    { entry_id: 'text', sequence: 'number', is_active: 'boolean' },
  ),
  reversals: part(db.selectFrom('fund_reversal').select('record_id').where('account_id', '=', fundId), {
    record_id: 'text',
  }),
  matches: part(
    db.selectFrom('fund_match').select(['id', 'movement_ids', 'item_ids']).where('account_id', '=', fundId),
    { id: 'text', movement_ids: 'json', item_ids: 'json' },
  ),
  expenses: part(db.selectFrom('fund_expense').select(['id', 'day', 'amount_cents']).where('account_id', '=', fundId), {
    id: 'text',
    day: 'text',
    amount_cents: 'bigint',
  }),
  transfers: part(
    db
      .selectFrom('fund_transfer')
      .select(['id', 'day', 'from_member_id', 'to_member_id', 'amount_cents', 'units_steps'])
      .where('account_id', '=', fundId),
    {
      id: 'text',
      day: 'text',
      from_member_id: 'text',
      to_member_id: 'text',
      amount_cents: 'bigint',
      units_steps: 'bigint',
    },
  ),
  frozenCloses: part(
    db
      .selectFrom('fund_close as c')
      .innerJoin('fund as f', 'f.account_id', 'c.account_id')
      .select(['c.day', 'c.broker_value_cents', 'c.real_value_cents', 'c.quality'])
      .where('c.account_id', '=', fundId)
      .where('f.closed_until', 'is not', null),
    { day: 'text', broker_value_cents: 'bigint', real_value_cents: 'bigint', quality: 'text' },
  ),
  moves: part(
    db
      .selectFrom('fund_move as m')
      .leftJoin('fund_arrival as a', (join) =>
        join.onRef('a.account_id', '=', 'm.account_id').onRef('a.move_id', '=', 'm.id'),
      )
      .select(['m.id', 'm.day', 'm.held_cents', 'a.day as arrived_on'])
      .where('m.account_id', '=', fundId),
    { id: 'text', day: 'text', held_cents: 'bigint', arrived_on: 'text' },
  ),
})

/** Returns the records from the rows of `recordParts`. */
export function toRecords(account: FundAccount, rows: PartRows<ReturnType<typeof recordParts>>): FundRecords {
  const [fund] = rows.funds
  const departure = fund ? undefined : toDeparture(rows.departures[0])
  if (departure) return openFund({ day: departure.day, valueCents: toCents(0n), openProfitCents: toCents(0n) })
  const movements = rows.movements.map(toMovement)
  const closes = [
    ...rows.frozenCloses.map((row): Close => ({
      day: toMarketDay(row.day),
      brokerValueCents: row.broker_value_cents,
      realValueCents: row.real_value_cents,
      quality: row.quality,
    })),
    ...rows.closes.map(toClose),
  ]
  if (!fund) return { ...openFund(toDefaultOpening(account, rows)), movements, closes }
  return {
    dealing: fund.dealing,
    opening: {
      day: toMarketDay(fund.opening_day),
      valueCents: fund.opening_value_cents,
      openProfitCents: fund.opening_profit_cents,
    },
    openingShares: rows.shares.map((row) => ({
      holderId: row.member_id,
      shareCents: row.share_cents,
      paidInCents: row.paid_in_cents,
    })),
    entries: rows.entries.map((row): Entry => ({
      id: row.id,
      holderId: row.member_id,
      kind: row.kind,
      day: toMarketDay(row.day),
      amountCents: row.amount_cents,
      isActive: row.is_active,
      ...(row.funding ? { funding: row.funding } : {}),
      ...(row.distribution_id ? { distributionId: row.distribution_id } : {}),
    })),
    statusChanges: rows.statusChanges.map((row) => ({
      entryId: row.entry_id,
      sequence: row.sequence,
      isActive: row.is_active,
    })),
    reversals: rows.reversals.map((row) => ({ recordId: row.record_id })),
    movements,
    matches: rows.matches.map((row) => ({ id: row.id, movementIds: row.movement_ids, itemIds: row.item_ids })),
    closes,
    expenses: rows.expenses.map((row) => ({ id: row.id, day: toMarketDay(row.day), amountCents: row.amount_cents })),
    transfers: rows.transfers.map((row): Transfer => ({
      id: row.id,
      day: toMarketDay(row.day),
      fromHolderId: holderOf(row.from_member_id),
      toHolderId: holderOf(row.to_member_id),
      measure:
        row.amount_cents === null
          ? { by: 'units', units: toUnitSteps(row.units_steps ?? 0n) }
          : { by: 'amount', amountCents: row.amount_cents },
    })),
    moves: rows.moves.map((row): AccountMove => ({
      id: row.id,
      day: toMarketDay(row.day),
      heldCents: row.held_cents,
      ...(row.arrived_on === null ? {} : { arrivedOn: toMarketDay(row.arrived_on) }),
    })),
    feePolicies: toFeePolicies(rows.feePolicies),
    feeCharges: toFeeCharges(rows.feeCharges, rows.feeLines),
    ...(fund.closed_until ? { closedUntil: toMarketDay(fund.closed_until) } : {}),
  }
}

const holderOf = (memberId: string | null): HolderId => memberId ?? unallocatedHolderId
