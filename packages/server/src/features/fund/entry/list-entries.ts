// A holder's entries in an account, newest first, each with the units it bought or cancelled and the unit value.
import type { ParticipationEntry } from '@clubfolio/contract'
import { formatUnits, liveness, maskNumber, unitValueText, toCents } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { requireFundMember } from '../member/store.ts'
import { canReturn } from '../funding/order-return.ts'
import { entryMoney, type EntryMoney } from '../funding/entry-money.ts'
import { readFund } from '../book/load-fund.ts'

/** Reversed entries are not listed; they stay in the books and in the audit log. Unallocated has no entries. */
export async function listEntries(
  services: Services,
  session: Session,
  accountId: string,
  memberId: string,
): Promise<ParticipationEntry[]> {
  const { db } = services
  // Together and before the books: money is matched first and its transfer ended afterwards, so an entry is never
  // without both, and one that is recorded meanwhile is not listed yet.
  const rows = await db
    .selectFrom('fund_entry as e')
    .leftJoin('bank_account as b', 'b.id', 'e.bank_account_id')
    .leftJoin('fund_funding as f', (join) =>
      join.onRef('f.entry_id', '=', 'e.id').on('f.purpose', '=', 'ENTRY').on('f.state', '=', 'waiting'),
    )
    .select([
      'e.id',
      'e.day',
      'e.kind',
      'e.amount_cents',
      'e.is_active',
      'e.description',
      'e.is_back_dated',
      'b.id as bank_id',
      'b.alias',
      'b.number_ending',
      'f.entry_id as waiting_id',
    ])
    .where('e.account_id', '=', accountId)
    .where('e.member_id', '=', memberId)
    .orderBy('e.day', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  const { account, records, replay } = await readFund(services, session.userId, accountId)
  if (memberId === accountId) return []
  await requireFundMember(db, { account, userId: session.userId }, memberId)
  const isLive = liveness(records)
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const dealings = new Map(replay.dealings.map((dealing) => [`${dealing.recordId} ${dealing.holderId}`, dealing]))
  const moneyOf = (row: (typeof rows)[number], arrived: EntryMoney | undefined): ParticipationEntry['money'] => {
    if (arrived)
      return {
        state: 'ARRIVED',
        amount: arrived.amountCents,
        day: arrived.day,
        canReturn: account.ownerId === session.userId && canReturn(services, account, arrived),
      }
    const amount = toCents(row.kind === 'contribution' ? row.amount_cents : -row.amount_cents)
    return row.waiting_id !== null ? { state: 'WAITING', amount, day: row.day, canReturn: false } : null
  }
  return rows
    .filter((row) => !reversed.has(row.id))
    .map((row) => {
      const isActive = isLive(row.id, row.is_active)
      const dealing = isActive ? dealings.get(`${row.id} ${memberId}`) : undefined
      return {
        id: row.id,
        date: row.day,
        amount: row.amount_cents,
        type: row.kind,
        isActive,
        description: row.description,
        state: !isActive ? 'inactive' : dealing ? 'dealt' : 'pending',
        units: dealing ? formatUnits(dealing.units) : null,
        unitValue: dealing ? unitValueText(dealing.rate) : null,
        bankAccount:
          row.bank_id === null
            ? null
            : { id: row.bank_id, alias: row.alias ?? '', number: maskNumber(row.number_ending ?? '') },
        isBackDated: row.is_back_dated,
        money: moneyOf(row, entryMoney(records, row.id)),
      } satisfies ParticipationEntry
    })
}
