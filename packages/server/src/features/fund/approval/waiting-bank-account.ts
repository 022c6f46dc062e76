// A member's bank details as a use case that may have to wait for a second person.
import { Refusal, routes } from '@clubfolio/contract'
import { maskNumber, newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import { createBankAccount, type NewBankAccount } from '../member/bank-account.ts'
import { isMemberOfFund, mayInFund } from '../right/fund-right.ts'
import { requireMemberRight } from '../member/store.ts'
import { describeHolder } from './describe-holder.ts'
import { mayWait, type FundCall } from './may-wait.ts'

export const createBankAccountOrWait = mayWait({
  kind: 'BANK_ACCOUNT',
  right: 'RECORD',
  schema: routes.member.createBankAccount.body,
  fundOf: findAskingFund,
  isOutsideBooks: true,
  describe: async ({ call, fund, body }) => ({
    title: `Bank account of ${await describeHolder(call.trx, fund.account.id, body.memberId)}`,
    details: [
      { label: 'Alias', value: body.bankAlias },
      { label: 'Account', value: maskNumber(body.bankAccountNumber.slice(-4)) },
      { label: 'Routing', value: maskNumber(body.bankRouting.slice(-4)) },
    ],
  }),
  run: async ({ services, trx, session }, fields) => ({
    ...(await createBankAccount(services, trx, session, fields)),
    message: 'Bank account saved.',
  }),
  replyOfWaiting: ({ id, message }, { bankAlias, bankAccountNumber, bankRouting }) => ({
    id,
    message,
    alias: bankAlias,
    number: maskNumber(bankAccountNumber.slice(-4)),
    routing: maskNumber(bankRouting.slice(-4)),
  }),
})

/**
 * Bank details belong to a member, not to a fund: they wait in the fund that the member takes part in and that asks for
 * a second person, otherwise in any such fund of the member's owner, since the member can take part in it tomorrow.
 * Somebody with a role can ask in the fund of their role only.
 */
async function findAskingFund(
  { trx, services: { clock }, session: { userId } }: FundCall,
  { memberId }: NewBankAccount,
): Promise<string | undefined> {
  const today = newYorkDateAt(clock.nowMs())
  await requireMemberRight(trx, 'RECORD', { userId, today }, memberId)
  const { rows } = await sql<{ account_id: string; may_ask: boolean }>`
    select f.account_id, ${mayInFund('RECORD', { userId, today }, 'a')} as may_ask
    from fund f join account a on a.id = f.account_id join member m on m.owner_id = a.owner_id
    where m.id = ${memberId} and f.second_person_from_cents is not null
    order by may_ask desc, ${isMemberOfFund(sql`a.id`, 'm')} desc, f.account_id limit 1`.execute(trx)
  const [fund] = rows
  if (fund && !fund.may_ask) throw new Refusal('bankDetailsElsewhere')
  return fund?.account_id
}
