// The other changes of the books as use cases that may have to wait for a second person.
import { routes } from '@clubfolio/contract'
import { formatMoney, type Expense, type FundRecords, type MarketDay, proposeMatches } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import { changeOpening } from '../book/change-opening.ts'
import { toDay } from '../book/change-books.ts'
import { closePeriod } from '../book/close-period.ts'
import { matchByHand } from '../book/match-by-hand.ts'
import { recordExpense } from '../book/record-expense.ts'
import { recordTransfer } from '../book/record-transfer.ts'
import { reverseRecord } from '../book/reverse-record.ts'
import { freezeResults } from '../year/account-results.ts'
import { describeHolder } from './describe-holder.ts'
import { mayWait, type Asked, type Described, type FundCall, whyOf } from './may-wait.ts'

const fundOf = (_call: FundCall, { accountId }: { readonly accountId: string }): string => accountId
const moneyIn =
  ({ fund }: Asked<unknown>) =>
  (cents: bigint): string =>
    formatMoney(cents, { currency: fund.account.currency })

export const recordExpenseOrWait = mayWait({
  kind: 'EXPENSE',
  right: 'RECORD',
  schema: routes.fund.recordExpense.body,
  fundOf,
  describe: async (asked) => {
    const { amount, date, description, paidByMemberId, accountId } = asked.body
    return {
      title: `Expense of ${moneyIn(asked)(amount)}: ${description}`,
      details: [
        { label: 'Date asked for', value: date },
        ...(paidByMemberId
          ? [{ label: 'Paid by', value: await describeHolder(asked.call.trx, accountId, paidByMemberId) }]
          : []),
      ],
    }
  },
  // Like an entry: by its approval, or by the movement that paid it.
  onDay: (asked, today) => {
    const { records } = asked.fund
    const { amount: amountCents, date, paidByMemberId } = asked.body
    const days = [date, today].flatMap((day) => {
      if (paidByMemberId) return []
      const expense: Expense = { id: newId(asked.call.services.clock), day: toDay(day), amountCents }
      const match = proposeMatches({ ...records, expenses: [...records.expenses, expense] }).find(
        ({ itemId }) => itemId === expense.id,
      )
      return records.movements.find(({ id }) => id === match?.movementId)?.day ?? []
    })
    const day = days[0] !== undefined && days[0] < today ? days[0] : today
    return Promise.resolve({ body: { ...asked.body, date: day }, day })
  },
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await recordExpense({ services, trx, session, caller, accountId }, fields),
    message: 'Expense recorded.',
  }),
  replyOfWaiting: (waiting) => waiting,
})

export const recordTransferOrWait = mayWait({
  kind: 'TRANSFER',
  right: 'RECORD',
  schema: routes.fund.recordTransfer.body,
  fundOf,
  describe: async (asked) => {
    const { accountId, fromMemberId, toMemberId, amount, units, date, description } = asked.body
    const { trx } = asked.call
    const [giver, taker] = [
      await describeHolder(trx, accountId, fromMemberId),
      await describeHolder(trx, accountId, toMemberId),
    ]
    return {
      title: `Transfer of ${amount ? moneyIn(asked)(amount) : `${units} units`} from ${giver} to ${taker}`,
      details: [
        { label: 'Date asked for', value: date },
        { label: 'Description', value: description },
      ],
    }
  },
  onDay: (asked, day) => Promise.resolve({ body: { ...asked.body, date: day }, day }),
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await recordTransfer({ services, trx, session, caller, accountId }, fields),
    message: 'Transfer recorded.',
  }),
  replyOfWaiting: (waiting) => waiting,
})

export const matchOrWait = mayWait({
  kind: 'MATCH',
  right: 'RECORD',
  schema: routes.fund.match.body,
  fundOf,
  describe: (asked) => {
    const { movementIds, itemIds, feeDescription } = asked.body
    const lines = describeRecords(asked, [...movementIds, ...itemIds])
    return Promise.resolve({
      title: `Match of ${lines.map(({ words }) => words).join(' with ')}`,
      details: [
        ...lines.map(({ words, label }) => ({ label, value: words })),
        ...(feeDescription ? [{ label: 'Difference', value: feeDescription }] : []),
      ],
    })
  },
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => ({
    id: await matchByHand({ services, trx, session, caller, accountId }, fields),
    message: 'Matched.',
  }),
  replyOfWaiting: (waiting) => waiting,
})

export const reverseRecordOrWait = mayWait({
  kind: 'REVERSAL',
  right: 'RECORD',
  schema: routes.fund.reverseRecord.body,
  fundOf,
  describe: (asked) => {
    const { records } = asked.fund
    const match = records.matches.find(({ id }) => id === asked.body.id)
    const paid = records.entries.filter(({ distributionId }) => distributionId === asked.body.id)
    if (paid.length > 0)
      return Promise.resolve({
        title: `Reversal of the distribution of ${paid[0]!.day}`,
        details: describeRecords(
          asked,
          paid.map(({ id }) => id),
        )
          .map(({ label, words }) => ({ label, value: words }))
          .concat(whyOf(asked.body.reason)),
      })
    const lines = describeRecords(asked, match ? [...match.movementIds, ...match.itemIds] : [asked.body.id])
    const words = lines.map((line) => line.words).join(' with ')
    return Promise.resolve({
      title: `Reversal of the ${match ? 'match of ' : ''}${words}`,
      details: whyOf(asked.body.reason),
    })
  },
  run: async ({ services, trx, session, caller }, { accountId, id, reason }) => {
    await reverseRecord({ services, trx, session, caller, accountId }, id, reason)
    return { message: 'Reversed.' }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

export const changeOpeningOrWait = mayWait({
  kind: 'OPENING',
  right: 'OWN',
  schema: routes.fund.changeOpening.body,
  fundOf,
  describe: async (asked): Promise<Described> => {
    const { day, shares, accountId } = asked.body
    const money = moneyIn(asked)
    return {
      title: `Opening on ${day}`,
      details: await Promise.all(
        shares.slice(0, 50).map(async ({ memberId, share, paidIn }) => ({
          label: await describeHolder(asked.call.trx, accountId, memberId),
          value: `${money(share)}, paid in ${money(paidIn)}`,
        })),
      ),
    }
  },
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => {
    await changeOpening({ services, trx, session, caller, accountId }, fields)
    return { message: `The fund opens on ${fields.day}.` }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

export const closePeriodOrWait = mayWait({
  kind: 'PERIOD_CLOSE',
  right: 'OWN',
  schema: routes.fund.closePeriod.body,
  fundOf,
  describe: ({ body: { until } }) => Promise.resolve({ title: `Close of the books up to ${until}`, details: [] }),
  run: async ({ services, trx, session, caller }, { accountId, until }) => {
    await closePeriod({ services, trx, session, caller, accountId }, until)
    await freezeResults(services, trx, { accountId, until })
    return { message: `The books are closed up to ${until}.` }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

interface RecordLine {
  readonly label: string
  readonly words: string
}

/** Movements and records by their ids, each with its amount and day. */
function describeRecords(asked: Asked<unknown>, ids: readonly string[]): RecordLine[] {
  const { records } = asked.fund
  const money = moneyIn(asked)
  return ids.flatMap((id) => describeRecord(records, id, money))
}

function describeRecord(
  { movements, entries, expenses, transfers }: FundRecords,
  id: string,
  money: (cents: bigint) => string,
): RecordLine[] {
  const movement = movements.find((one) => one.id === id)
  if (movement) return [lineOf('Movement', 'movement of', money(movement.amountCents), movement.day)]
  const entry = entries.find((one) => one.id === id)
  if (entry) return [lineOf('Entry', `${entry.kind} of`, money(entry.amountCents), entry.day)]
  const expense = expenses.find((one) => one.id === id)
  if (expense) return [lineOf('Expense', 'expense of', money(expense.amountCents), expense.day)]
  const transfer = transfers.find((one) => one.id === id)
  if (!transfer) return []
  const { measure, day } = transfer
  return [
    lineOf('Transfer', 'transfer', measure.by === 'amount' ? `of ${money(measure.amountCents)}` : 'of units', day),
  ]
}

const lineOf = (label: string, what: string, amount: string, day: MarketDay): RecordLine => ({
  label,
  words: `${what} ${amount} on ${day}`,
})
