// A member's bank accounts: numbers sealed for their row, shown by the last four digits.
import type { BankAccount } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { newId } from '../../kernel/id.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Services } from '../../services.ts'
import { holdMember, requireMember } from './store.ts'

export interface NewBankAccount {
  readonly memberId: string
  readonly bankAccountNumber: string
  readonly bankRouting: string
  readonly bankAlias: string
}

export async function createBankAccount({ clock, secrets }: Services, trx: Trx, session: Session, fields: NewBankAccount): Promise<BankAccount> {
  await holdMember(trx, session.userId, fields.memberId)
  const id = newId(clock)
  const numberEnding = fields.bankAccountNumber.slice(-4)
  const routingEnding = fields.bankRouting.slice(-4)
  await trx
    .insertInto('bank_account')
    .values({
      id,
      member_id: fields.memberId,
      alias: fields.bankAlias,
      number_sealed: secrets.seal(fields.bankAccountNumber, sealedFor('bank_account', id, 'number')),
      number_ending: numberEnding,
      routing_sealed: secrets.seal(fields.bankRouting, sealedFor('bank_account', id, 'routing')),
      routing_ending: routingEnding,
      created_at: new Date(clock.nowMs()),
    })
    .execute()
  await writeAudit(trx, clock, { actorId: session.userId, action: 'bank-account.create', objectType: 'member', objectId: fields.memberId, after: { id, ending: numberEnding } })
  return { id, alias: fields.bankAlias, number: maskNumber(numberEnding), routing: maskNumber(routingEnding) }
}

export async function listBankAccounts({ db }: Services, session: Session, memberId: string): Promise<BankAccount[]> {
  await requireMember(db, session.userId, memberId)
  const rows = await db
    .selectFrom('bank_account')
    .select(['id', 'alias', 'number_ending', 'routing_ending'])
    .where('member_id', '=', memberId)
    .orderBy('alias')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, alias: row.alias, number: maskNumber(row.number_ending), routing: maskNumber(row.routing_ending) }))
}
