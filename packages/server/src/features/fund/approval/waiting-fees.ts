// Fee policies, charges and their reversal as use cases that may have to wait for a second person.
import { routes, type BodyOf } from '@clubfolio/contract'
import { formatMoney } from '@clubfolio/domain'
import { chargeFees, reverseCharge } from '../fee/charge-fees.ts'
import { saveFeePolicy } from '../fee/save-fee-policy.ts'
import { describeHolder } from './describe-holder.ts'
import { mayWait, type FundCall, whyOf } from './may-wait.ts'

const fundOf = (_call: FundCall, { accountId }: { readonly accountId: string }): string => accountId

const feeTitles = { management: 'Management fee', performance: 'Performance fee' } as const

/** It begins on the day after its approval. */
export const saveFeePolicyOrWait = mayWait({
  kind: 'FEE_POLICY',
  right: 'OWN',
  schema: routes.fund.saveFeePolicy.body,
  fundOf,
  describe: async ({ call: { trx }, body: { accountId, chargesByItself, ...fee } }) => ({
    title: `${feeTitles[fee.kind]} of ${fee.rate}% from the day after the approval`,
    details: [
      { label: 'Charged', value: `every ${fee.period}, ${chargesByItself ? 'by itself' : 'after a yes'}` },
      { label: 'Receiver', value: await describeHolder(trx, accountId, fee.receiverId) },
      ...(fee.hurdle ? [{ label: 'Hurdle', value: `${fee.hurdle}% a year` }] : []),
      ...(await Promise.all(
        fee.ownRates.map(async (own) => ({
          label: await describeHolder(trx, accountId, own.memberId),
          value: own.rate === '0' ? 'exempt' : `${own.rate}%`,
        })),
      )),
    ],
  }),
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await saveFeePolicy({ services, trx, session, caller, accountId }, fields),
    message: 'The fee begins tomorrow.',
  }),
  replyOfWaiting: (waiting) => waiting,
})

/** Dealt at the close of its period end, whenever it is approved; a total that has changed by then no longer fits. */
export const chargeFeesOrWait = mayWait({
  kind: 'FEE_CHARGE',
  right: 'OWN',
  schema: routes.fund.chargeFees.body,
  fundOf,
  describe: ({ fund, body: { endDay, isWaived, total, reason } }) =>
    Promise.resolve({
      title: isWaived
        ? `Waive the fees of the period that ended on ${endDay}`
        : `Fees of ${formatMoney(total, { currency: fund.account.currency })} for the period that ended on ${endDay}`,
      details: isWaived && reason ? [{ label: 'Reason', value: reason }] : [],
    }),
  run: async ({ services, trx, session, caller, isByItself = false }, { accountId, ...fields }) => ({
    id: await chargeFees({ services, trx, session, caller, accountId, isByItself }, fields),
    message: fields.isWaived ? 'Fees waived.' : 'Fees charged.',
  }),
  replyOfWaiting: (waiting) => waiting,
})

export const reverseChargeOrWait = mayWait({
  kind: 'FEE_CHARGE_REVERSAL',
  right: 'OWN',
  schema: routes.fund.reverseCharge.body,
  fundOf,
  describe: ({ body: { endDay, reason } }) =>
    Promise.resolve({ title: `Reverse the charge of the period that ended on ${endDay}`, details: whyOf(reason) }),
  run: async ({ services, trx, session, caller }, { accountId, endDay, reason }: BodyOf<'fund', 'reverseCharge'>) => {
    await reverseCharge({ services, trx, session, caller, accountId }, endDay, reason)
    return { message: 'Charge reversed.' }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})
