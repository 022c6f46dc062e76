// Deletes a member that never appeared in any books and was never mailed a statement. Other members can only be set to
// inactive, because a mailed statement is kept together with its recipient.
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { requireMember } from './store.ts'

/**
 * Deletes the member and returns its name. The row is locked first, so an entry recorded at the same moment wins or
 * waits.
 */
export async function deleteMember({ db, clock }: Services, session: Session, memberId: string): Promise<string> {
  return inTransaction(db, async (trx) => {
    const member = await requireMember(trx, session.userId, memberId)
    await trx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute()
    const inBooks = await sql<{ found: boolean }>`
      select exists (select from fund_entry where member_id = ${memberId})
        or exists (select from fund_opening_share where member_id = ${memberId})
        or exists (select from fund_transfer where ${memberId}::uuid in (from_member_id, to_member_id))
        or exists (select from fund_fee_policy where receiver_member_id = ${memberId} or own_rates ? ${memberId}::text)
        or exists (select from fund_fee_line where ${memberId}::uuid in (member_id, receiver_member_id)) as found
    `.execute(trx)
    if (inBooks.rows[0]?.found) throw new Refusal('memberHasEntries', { name: member.name })
    const mailed = await trx
      .selectFrom('fund_statement_mail')
      .select('id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (mailed) throw new Refusal('memberHasStatements', { name: member.name })
    await trx.deleteFrom('bank_account').where('member_id', '=', memberId).execute()
    await trx.deleteFrom('member').where('id', '=', memberId).execute()
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'member.delete',
      objectType: 'member',
      objectId: memberId,
    })
    return member.name
  })
}
