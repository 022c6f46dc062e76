// Reads the rows of a fund's books as the domain's records. A closed period is read in its state at the time of
// closing: its closes from their copies, and movements that the broker reported later on the day they were booked.
// After a move to another account, each day has the facts of the account of that day.
import {
  openFund,
  toCents,
  unallocatedHolderId,
  type AccountMove,
  type Close,
  type Entry,
  type FundRecords,
  type HolderId,
  type MarketDay,
  type Transfer,
  toMarketDay,
  toUnitSteps,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { findDeparture, readAccountCloses, readHomes, readMovements, type AccountHome } from './account-home.ts'
import { readFeeCharges, readFeePolicies } from './read-fees.ts'
import { defaultOpening } from './default-opening.ts'
import type { FundAccount } from './load-fund.ts'

export async function readRecords(db: Db | Trx, account: FundAccount): Promise<FundRecords> {
  const fund = await db.selectFrom('fund').selectAll().where('account_id', '=', account.id).executeTakeFirst()
  // What is left in an account that its fund has left is nobody's fund.
  const departure = fund ? undefined : await findDeparture(db, account.id)
  if (departure) return openFund({ day: departure.day, valueCents: toCents(0n), openProfitCents: toCents(0n) })
  const homes = await readHomes(db, account.id)
  const closedUntil = fund?.closed_until ? toMarketDay(fund.closed_until) : null
  const opening = fund
    ? {
        day: toMarketDay(fund.opening_day),
        valueCents: fund.opening_value_cents,
        openProfitCents: fund.opening_profit_cents,
      }
    : await defaultOpening(db, account)
  const rows = async <Row>(query: { execute(): Promise<Row[]> }): Promise<Row[]> => (fund ? query.execute() : [])
  const shares = await rows(db.selectFrom('fund_opening_share').selectAll().where('account_id', '=', account.id))
  const entries = await rows(
    db
      .selectFrom('fund_entry')
      .select(['id', 'member_id', 'kind', 'day', 'amount_cents', 'is_active', 'funding', 'distribution_id'])
      .where('account_id', '=', account.id),
  )
  const statusChanges = await rows(
    db
      .selectFrom('fund_status_change')
      .select(['entry_id', 'sequence', 'is_active'])
      .where('account_id', '=', account.id),
  )
  const reversals = await rows(db.selectFrom('fund_reversal').select('record_id').where('account_id', '=', account.id))
  const matches = await rows(
    db.selectFrom('fund_match').select(['id', 'movement_ids', 'item_ids']).where('account_id', '=', account.id),
  )
  const expenses = await rows(
    db.selectFrom('fund_expense').select(['id', 'day', 'amount_cents']).where('account_id', '=', account.id),
  )
  const transfers = await rows(db.selectFrom('fund_transfer').selectAll().where('account_id', '=', account.id))
  return {
    dealing: fund?.dealing ?? 'before-the-day',
    opening,
    openingShares: shares.map((row) => ({
      holderId: row.member_id,
      shareCents: row.share_cents,
      paidInCents: row.paid_in_cents,
    })),
    entries: entries.map((row): Entry => ({
      id: row.id,
      holderId: row.member_id,
      kind: row.kind,
      day: toMarketDay(row.day),
      amountCents: row.amount_cents,
      isActive: row.is_active,
      ...(row.funding ? { funding: row.funding } : {}),
      ...(row.distribution_id ? { distributionId: row.distribution_id } : {}),
    })),
    statusChanges: statusChanges.map((row) => ({
      entryId: row.entry_id,
      sequence: row.sequence,
      isActive: row.is_active,
    })),
    reversals: reversals.map((row) => ({ recordId: row.record_id })),
    movements: (await Promise.all(homes.map((home) => readMovements(db, home)))).flat(),
    matches: matches.map((row) => ({ id: row.id, movementIds: row.movement_ids, itemIds: row.item_ids })),
    closes: await readCloses(db, account.id, homes, closedUntil ?? undefined),
    expenses: expenses.map((row) => ({ id: row.id, day: toMarketDay(row.day), amountCents: row.amount_cents })),
    transfers: transfers.map((row): Transfer => ({
      id: row.id,
      day: toMarketDay(row.day),
      fromHolderId: holderOf(row.from_member_id),
      toHolderId: holderOf(row.to_member_id),
      measure:
        row.amount_cents === null
          ? { by: 'units', units: toUnitSteps(row.units_steps ?? 0n) }
          : { by: 'amount', amountCents: row.amount_cents },
    })),
    moves: fund ? await readMoves(db, account.id) : [],
    feePolicies: fund ? await readFeePolicies(db, account.id) : [],
    feeCharges: fund ? await readFeeCharges(db, account.id) : [],
    ...(closedUntil ? { closedUntil } : {}),
  }
}

const holderOf = (memberId: string | null): HolderId => memberId ?? unallocatedHolderId

async function readCloses(
  db: Db | Trx,
  fundId: string,
  homes: readonly AccountHome[],
  closedUntil: MarketDay | undefined,
): Promise<Close[]> {
  const frozen =
    closedUntil === undefined
      ? []
      : await db.selectFrom('fund_close').selectAll().where('account_id', '=', fundId).execute()
  const open = (await Promise.all(homes.map((home) => readAccountCloses(db, home)))).flat()
  return [
    ...frozen.map((row): Close => ({
      day: toMarketDay(row.day),
      brokerValueCents: row.broker_value_cents,
      realValueCents: row.real_value_cents,
      quality: row.quality,
    })),
    ...open.filter(({ day }) => closedUntil === undefined || day > closedUntil),
  ]
}

async function readMoves(db: Db | Trx, fundId: string): Promise<AccountMove[]> {
  const rows = await db
    .selectFrom('fund_move as m')
    .leftJoin('fund_arrival as a', (join) =>
      join.onRef('a.account_id', '=', 'm.account_id').onRef('a.move_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.day', 'm.held_cents', 'a.day as arrived_on'])
    .where('m.account_id', '=', fundId)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    day: toMarketDay(row.day),
    heldCents: row.held_cents,
    ...(row.arrived_on === null ? {} : { arrivedOn: toMarketDay(row.arrived_on) }),
  }))
}
