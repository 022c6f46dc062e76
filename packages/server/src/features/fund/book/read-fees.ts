// Reads the fee policies and charges of a fund as the domain's records (docs/rules/fund-fees.md).
import { toMarketDay, unallocatedHolderId, type FeeCharge, type FeeChargeLine, type FeePolicy } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'

export async function readFeePolicies(db: Db | Trx, accountId: string): Promise<FeePolicy[]> {
  const rows = await db.selectFrom('fund_fee_policy').selectAll().where('account_id', '=', accountId).execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    rateMillionths: row.rate_millionths,
    hurdleMillionths: row.hurdle_millionths,
    receiverId: row.receiver_member_id ?? unallocatedHolderId,
    period: row.period,
    ownRates: Object.entries(row.own_rates).map(([holderId, rate]) => ({ holderId, rateMillionths: BigInt(rate) })),
    firstDay: toMarketDay(row.first_day),
    chargesByItself: row.charges_by_itself,
  }))
}

export async function readFeeCharges(db: Db | Trx, accountId: string): Promise<FeeCharge[]> {
  const charges = await db
    .selectFrom('fund_fee_charge')
    .select(['id', 'end_day', 'rate_numerator', 'rate_denominator', 'is_waived', 'is_part'])
    .where('account_id', '=', accountId)
    .execute()
  if (charges.length === 0) return []
  const rows = await db
    .selectFrom('fund_fee_line')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('member_id')
    .orderBy('kind')
    .execute()
  const linesById = new Map<string, FeeChargeLine[]>()
  for (const row of rows) {
    const lines = linesById.get(row.charge_id) ?? []
    linesById.set(row.charge_id, lines)
    lines.push({
      holderId: row.member_id,
      kind: row.kind,
      receiverId: row.receiver_member_id ?? unallocatedHolderId,
      amountCents: row.amount_cents,
      settledAtto: BigInt(row.settled_atto),
    })
  }
  return charges.map((charge) => ({
    id: charge.id,
    endDay: toMarketDay(charge.end_day),
    rate: { numerator: BigInt(charge.rate_numerator), denominator: BigInt(charge.rate_denominator) },
    isWaived: charge.is_waived,
    isPart: charge.is_part,
    lines: linesById.get(charge.id) ?? [],
  }))
}
