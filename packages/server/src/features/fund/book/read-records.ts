// Reads the rows of a fund's books as the domain's records. A closed period is read in its state at the time of
// closing: its closes from their copies, and movements that the broker reported later on the day they were booked.
import {
  unallocatedHolderId,
  type Close,
  type Entry,
  type FundRecords,
  type HolderId,
  type MarketDay,
  type Movement,
  type Transfer,
  toMarketDay,
  toUnitSteps,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { defaultOpening } from './default-opening.ts'
import type { FundAccount } from './load-fund.ts'

export async function readRecords(db: Db | Trx, account: FundAccount): Promise<FundRecords> {
  const fund = await db.selectFrom('fund').selectAll().where('account_id', '=', account.id).executeTakeFirst()
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
      .select(['id', 'member_id', 'kind', 'day', 'amount_cents', 'is_active', 'funding'])
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
    })),
    statusChanges: statusChanges.map((row) => ({
      entryId: row.entry_id,
      sequence: row.sequence,
      isActive: row.is_active,
    })),
    reversals: reversals.map((row) => ({ recordId: row.record_id })),
    movements: await readMovements(db, account.id),
    matches: matches.map((row) => ({ id: row.id, movementIds: row.movement_ids, itemIds: row.item_ids })),
    closes: await readCloses(db, account.id, closedUntil ?? undefined),
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
    ...(closedUntil ? { closedUntil } : {}),
  }
}

const holderOf = (memberId: string | null): HolderId => memberId ?? unallocatedHolderId

async function readMovements(db: Db | Trx, accountId: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom('account_movement as m')
    .leftJoin('fund_movement as f', (join) =>
      join.onRef('f.account_id', '=', 'm.account_id').onRef('f.movement_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.day', 'm.amount_cents', 'f.day as booked_day'])
    .where('m.account_id', '=', accountId)
    .execute()
  return rows.map((row) => ({ id: row.id, day: toMarketDay(row.booked_day ?? row.day), amountCents: row.amount_cents }))
}

async function readCloses(db: Db | Trx, accountId: string, closedUntil: MarketDay | undefined): Promise<Close[]> {
  const frozen =
    closedUntil === undefined
      ? []
      : await db.selectFrom('fund_close').selectAll().where('account_id', '=', accountId).execute()
  const open = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'real_value_cents', 'is_rebuilt', 'is_reconciled'])
    .where('account_id', '=', accountId)
    .$if(closedUntil !== undefined, (query) => query.where('day', '>', closedUntil!))
    .execute()
  return [
    ...frozen.map((row): Close => ({
      day: toMarketDay(row.day),
      brokerValueCents: row.broker_value_cents,
      realValueCents: row.real_value_cents,
      quality: row.quality,
    })),
    ...open.map((row): Close => ({
      day: toMarketDay(row.day),
      brokerValueCents: row.broker_value_cents,
      realValueCents: row.real_value_cents,
      quality: row.is_reconciled ? (row.is_rebuilt ? 'rebuilt' : 'official') : 'unreconciled',
    })),
  ]
}
