// Explanations of movements and distributions as use cases that may have to wait for a second person.
import { routes } from '@clubfolio/contract'
import { formatMoney } from '@clubfolio/domain'
import { explainMovement } from '../entry/explain-movement.ts'
import { recordDistribution } from '../entry/record-distribution.ts'
import { describeHolder } from './describe-holder.ts'
import { mayWait, type FundCall } from './may-wait.ts'

const fundOf = (_call: FundCall, { accountId }: { readonly accountId: string }): string => accountId

const explanationMessages = {
  contribution: 'Contribution recorded and matched.',
  retribution: 'Retribution recorded and matched.',
  expense: 'Expense recorded and matched.',
  unallocated: 'The money stays with Unallocated.',
} as const

const explanationTitles = {
  contribution: 'a contribution',
  retribution: 'a retribution',
  expense: 'an expense',
  unallocated: "Unallocated's",
} as const

/** It matches by hand, so it always waits. What it records has the day of the movement. */
export const explainMovementOrWait = mayWait({
  kind: 'EXPLANATION',
  right: 'RECORD',
  schema: routes.fund.explainMovement.body,
  fundOf,
  describe: async ({ call, fund, body: { as, movementId, memberId, accountId } }) => {
    const movement = fund.records.movements.find(({ id }) => id === movementId)
    const money = movement ? formatMoney(movement.amountCents, { currency: fund.account.currency }) : ''
    return {
      title: `Movement of ${money} on ${movement?.day ?? ''} as ${explanationTitles[as]}`,
      details: memberId ? [{ label: 'Member', value: await describeHolder(call.trx, accountId, memberId) }] : [],
    }
  },
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await explainMovement({ services, trx, session, caller, accountId }, fields),
    message: explanationMessages[fields.as],
  }),
  replyOfWaiting: (waiting) => waiting,
})

/** Dated by its approval; parts that are other ones then no longer fit. */
export const recordDistributionOrWait = mayWait({
  kind: 'DISTRIBUTION',
  right: 'RECORD',
  schema: routes.fund.recordDistribution.body,
  fundOf,
  describe: async ({ call, fund, body: { accountId, amount, date, description, parts } }) => {
    const money = (cents: bigint) => formatMoney(cents, { currency: fund.account.currency })
    const lines = await Promise.all(
      parts.map(async ({ memberId, amount: part }) => ({
        label: await describeHolder(call.trx, accountId, memberId),
        value: money(part),
      })),
    )
    return {
      title: `Distribution of ${money(amount)} to all holders: ${description}`,
      details: [{ label: 'Asked for', value: date }, ...lines],
    }
  },
  onDay: ({ body }, today) => Promise.resolve({ body: { ...body, date: today }, day: today }),
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await recordDistribution({ services, trx, session, caller, accountId }, fields),
    message: fields.parts.length === 1 ? '1 retribution recorded.' : `${fields.parts.length} retributions recorded.`,
  }),
  replyOfWaiting: (waiting) => waiting,
})
