// The setting that asks for a second person. Turning it on takes effect at once; from then on a change of it, and
// turning it off, waits like everything else.
import { Refusal, routes } from '@clubfolio/contract'
import { formatMoney } from '@clubfolio/domain'
import { finishChange, lockBooks } from '../book/change-books.ts'
import { mayWait } from './may-wait.ts'
import { hasOtherDecider } from '../role/end-role.ts'

export const setSecondPersonOrWait = mayWait({
  kind: 'SECOND_PERSON',
  right: 'OWN',
  schema: routes.fund.setSecondPerson.body,
  fundOf: (_call, { accountId }) => accountId,
  isOutsideBooks: true,
  describe: ({ fund, body: { from } }) =>
    Promise.resolve({
      title:
        from === null
          ? 'No second person is asked for any more'
          : `A second person is asked for from ${formatMoney(from, { currency: fund.account.currency })}`,
      details: [],
    }),
  run: async ({ services, trx, session, caller }, { accountId, from }) => {
    const call = { services, trx, session, caller, accountId }
    const fund = await lockBooks(call)
    // Without somebody to approve it, the owner's first change would wait for ever.
    const owner = { accountId, userId: fund.account.ownerId }
    if (from !== null && !(await hasOtherDecider(trx, services.clock, owner))) throw new Refusal('approverMissing')
    const before = await trx
      .selectFrom('fund')
      .select('second_person_from_cents')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    await trx.updateTable('fund').set({ second_person_from_cents: from }).where('account_id', '=', accountId).execute()
    await finishChange(call, fund, {
      action: 'second-person.set',
      before: { fromCents: before.second_person_from_cents?.toString() ?? null },
      after: { fromCents: from?.toString() ?? null },
    })
    return {
      message:
        from === null
          ? 'Changes of this fund no longer wait for a second person.'
          : `From ${formatMoney(from, { currency: fund.account.currency })}, a second person is asked for.`,
    }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})
