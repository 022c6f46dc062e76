// The fee policies and charges of a fund as the domain's records (docs/rules/fund-fees.md).
import { toMarketDay, unallocatedHolderId, type FeeCharge, type FeeChargeLine, type FeePolicy } from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { part } from '../../../db/read-together.ts'
import type { FundTables } from '../../../db/tables/fund-tables.ts'
import type { Trx } from '../../../kernel/transaction.ts'

type PolicyRow = Omit<Selectable<FundTables['fund_fee_policy']>, 'account_id' | 'recorded_at' | 'recorded_by'>
type ChargeRow = Pick<
  Selectable<FundTables['fund_fee_charge']>,
  'id' | 'end_day' | 'rate_numerator' | 'rate_denominator' | 'is_waived' | 'is_part'
>
type LineRow = Omit<Selectable<FundTables['fund_fee_line']>, 'account_id'>

/** The parts of a statement from whose rows `toFeePolicies` and `toFeeCharges` follow. */
export const feeParts = (db: Db | Trx, accountId: string) => ({
  feePolicies: part(
    db
      .selectFrom('fund_fee_policy')
      .select([
        'id',
        'kind',
        'rate_millionths',
        'hurdle_millionths',
        'receiver_member_id',
        'period',
        'own_rates',
        'first_day',
        'charges_by_itself',
      ])
      .where('account_id', '=', accountId),
    {
      id: 'text',
      kind: 'text',
      rate_millionths: 'bigint',
      hurdle_millionths: 'bigint',
      receiver_member_id: 'text',
      period: 'text',
      own_rates: 'json',
      first_day: 'text',
      charges_by_itself: 'boolean',
    },
  ),
  feeCharges: part(
    db
      .selectFrom('fund_fee_charge')
      .select(['id', 'end_day', 'rate_numerator', 'rate_denominator', 'is_waived', 'is_part'])
      .where('account_id', '=', accountId),
    {
      id: 'text',
      end_day: 'text',
      rate_numerator: 'text',
      rate_denominator: 'text',
      is_waived: 'boolean',
      is_part: 'boolean',
    },
  ),
  feeLines: part(
    db
      .selectFrom('fund_fee_line')
      .select(['charge_id', 'member_id', 'kind', 'receiver_member_id', 'amount_cents', 'settled_atto'])
      .where('account_id', '=', accountId)
      .orderBy('member_id')
      .orderBy('kind'),
    {
      charge_id: 'text',
      member_id: 'text',
      kind: 'text',
      receiver_member_id: 'text',
      amount_cents: 'bigint',
      settled_atto: 'text',
    },
  ),
})

export const toFeePolicies = (rows: readonly PolicyRow[]): FeePolicy[] =>
  rows.map((row) => ({
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

export function toFeeCharges(charges: readonly ChargeRow[], rows: readonly LineRow[]): FeeCharge[] {
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
