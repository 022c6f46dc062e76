// A member's bank accounts: numbers are sealed for their row and displayed by their last four digits.
import { Refusal, type BankAccount, type BodyOf } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import { sealedFor } from '../../../kernel/sealed-column.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Services } from '../../../services.ts'
import { personAt } from '../right/fund-right.ts'
import { requireMemberRight } from './store.ts'

export type NewBankAccount = BodyOf<'member', 'createBankAccount'>

/**
 * Saves a bank account, or returns the existing one with the same numbers and alias. The browser stores no secret
 * content, so after a lost response it cannot resume the request and sends it again.
 */
export async function createBankAccount(
  services: Services,
  trx: Trx,
  session: Pick<Session, 'userId'>,
  fields: NewBankAccount,
): Promise<BankAccount> {
  const { clock, secrets } = services
  const { memberId, bankAccountNumber, bankRouting, bankAlias, ...rest } = fields
  noFieldLeft(rest)
  await requireMemberRight(trx, 'RECORD', personAt(clock, session.userId), memberId)
  // The second of two simultaneous equal requests waits here, and then finds the first one's account.
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Somebody deleted the member in the meantime.
  if (!member) throw new Refusal('notFound')
  const saved = await findEqual(services, trx, fields)
  if (saved) return saved
  const id = newId(clock)
  const numberEnding = bankAccountNumber.slice(-4)
  const routingEnding = bankRouting.slice(-4)
  await trx
    .insertInto('bank_account')
    .values({
      id,
      member_id: memberId,
      alias: bankAlias,
      number_sealed: secrets.seal(bankAccountNumber, sealedFor('bank_account', id, 'number')),
      number_ending: numberEnding,
      routing_sealed: secrets.seal(bankRouting, sealedFor('bank_account', id, 'routing')),
      routing_ending: routingEnding,
      created_at: new Date(clock.nowMs()),
    })
    .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'bank-account.create',
    objectType: 'member',
    objectId: memberId,
    after: { id, ending: numberEnding },
  })
  return masked({ id, alias: bankAlias, number_ending: numberEnding, routing_ending: routingEnding })
}

async function findEqual(
  { secrets }: Services,
  trx: Trx,
  { memberId, bankAccountNumber, bankRouting, bankAlias }: NewBankAccount,
): Promise<BankAccount | undefined> {
  const alike = await trx
    .selectFrom('bank_account')
    .select(['id', 'alias', 'number_ending', 'routing_ending', 'number_sealed', 'routing_sealed'])
    .where('member_id', '=', memberId)
    .where('alias', '=', bankAlias)
    .where('number_ending', '=', bankAccountNumber.slice(-4))
    .where('routing_ending', '=', bankRouting.slice(-4))
    .orderBy('id')
    .execute()
  const equal = alike.find(
    ({ id, number_sealed, routing_sealed }) =>
      secrets.open(number_sealed, sealedFor('bank_account', id, 'number')) === bankAccountNumber &&
      secrets.open(routing_sealed, sealedFor('bank_account', id, 'routing')) === bankRouting,
  )
  return equal && masked(equal)
}

type ShownRow = Readonly<Record<'id' | 'alias' | 'number_ending' | 'routing_ending', string>>

const masked = ({ id, alias, number_ending, routing_ending }: ShownRow): BankAccount => ({
  id,
  alias,
  number: maskNumber(number_ending),
  routing: maskNumber(routing_ending),
})

export async function listBankAccounts(
  { db, clock }: Services,
  session: Session,
  memberId: string,
): Promise<BankAccount[]> {
  await requireMemberRight(db, 'READ', personAt(clock, session.userId), memberId)
  const rows = await db
    .selectFrom('bank_account')
    .select(['id', 'alias', 'number_ending', 'routing_ending'])
    .where('member_id', '=', memberId)
    .orderBy('alias')
    .orderBy('id')
    .execute()
  return rows.map(masked)
}
