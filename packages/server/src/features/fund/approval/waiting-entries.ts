// Members' entries as use cases that may have to wait for a second person.
import { Refusal, routes, type NewEntry } from '@clubfolio/contract'
import { formatMoney, liveness, proposeMatches, type Entry, type MarketDay } from '@clubfolio/domain'
import { newId } from '../../../kernel/id.ts'
import { reachesSecondPerson } from '../book/second-person.ts'
import { deleteEntry, setEntryStatus } from '../entry/change-entry.ts'
import { describeRecorded, recordEntry, toEntry } from '../entry/record-entry.ts'
import { mayInFund, personAt } from '../right/fund-right.ts'
import { describeHolder } from './describe-holder.ts'
import { mayWait, type Asked, type Dated, type FundCall, whyOf } from './may-wait.ts'

const entryWords = { contribution: 'Contribution', retribution: 'Retribution' } as const

/** Money in or out waits from the amount that the fund has set. */
const mayRecordEntry = (kind: Entry['kind']) =>
  mayWait({
    kind: kind === 'contribution' ? 'CONTRIBUTION' : 'RETRIBUTION',
    right: 'RECORD',
    schema: routes.member.createContribution.body,
    fundOf: (_call, { accountId }: NewEntry) => accountId,
    waits: ({ call: { trx, services }, body: { accountId, memberId, date: day, amount: amountCents } }, fromCents) =>
      reachesSecondPerson(trx, services.clock, { accountId, memberId, day, amountCents }, fromCents),
    describe: async ({ call, fund, body }) => {
      const money = formatMoney(body.amount, { currency: fund.account.currency })
      return {
        title: `${entryWords[kind]} of ${money} by ${await describeHolder(call.trx, fund.account.id, body.memberId)}`,
        details: [
          { label: 'Date asked for', value: body.date },
          { label: 'Description', value: body.description },
          ...(await describeBank(call, body.foundId)),
          ...(body.funding === 'opening' ? [{ label: 'Money', value: 'Part of the opening value' }] : []),
          ...(body.isActive === false ? [{ label: 'Status', value: 'Inactive' }] : []),
          ...(body.moveMoney ? [{ label: 'Transfer', value: 'Made at the paper brokerage' }] : []),
        ],
      }
    },
    onDay: (asked, day) => Promise.resolve(dateEntry(kind, asked, day)),
    run: async ({ services, trx, session, caller, afterCommit }, fields) => {
      const entry = await recordEntry(services, trx, { session, caller, kind, fields, afterCommit })
      return { ...entry, message: describeRecorded(kind, entry) }
    },
    replyOfWaiting: (waiting) => waiting,
  })

/**
 * An approved entry is dated by its approval, because a price that is known already must not be chosen; or by the
 * movement of its money, which nobody chooses. Money of the opening keeps its day: it is dealt at the opening anyway.
 */
function dateEntry(
  kind: Entry['kind'],
  { call: { services }, fund: { records }, body }: Asked<NewEntry>,
  today: MarketDay,
): Dated<NewEntry> {
  const { accountId: _fund, foundId: _bank, description: _words, moveMoney: _isMoved, ...fields } = body
  const { opening } = records
  const isOfOpening =
    kind === 'contribution' && (body.date < opening.day || (body.date === opening.day && body.funding === 'opening'))
  if (isOfOpening) return { body, day: body.date }
  const days = [body.date, today].flatMap((date) => {
    const entry = toEntry(newId(services.clock), kind, { ...fields, date }, opening)
    const match = proposeMatches({ ...records, entries: [...records.entries, entry] }).find(
      ({ itemId }) => itemId === entry.id,
    )
    return records.movements.find(({ id }) => id === match?.movementId)?.day ?? []
  })
  const day = days[0] !== undefined && days[0] < today ? days[0] : today
  return { body: { ...body, date: day }, day }
}

async function describeBank({ trx }: FundCall, bankAccountId: string | null | undefined) {
  if (!bankAccountId) return []
  const bank = await trx
    .selectFrom('bank_account')
    .select(['alias', 'number_ending'])
    .where('id', '=', bankAccountId)
    .executeTakeFirst()
  return bank ? [{ label: 'Bank account', value: `${bank.alias} •••• ${bank.number_ending}` }] : []
}

export const createContribution = mayRecordEntry('contribution')
export const createRetribution = mayRecordEntry('retribution')

/** Returns the account of an entry in whose fund the author may record; throws `notFound` otherwise. */
async function fundOfEntry({ trx, services, session }: FundCall, { id }: { readonly id: string }): Promise<string> {
  const entry = await trx
    .selectFrom('fund_entry as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select('e.account_id')
    .where('e.id', '=', id)
    .where(mayInFund('RECORD', personAt(services.clock, session.userId), 'a'))
    .executeTakeFirst()
  if (!entry) throw new Refusal('notFound')
  return entry.account_id
}

/** "Contribution of $500.00 by Ann Keller on 2026-02-03" */
async function describeEntry({ call: { trx }, fund }: Asked<unknown>, entryId: string): Promise<string> {
  const entry = fund.records.entries.find(({ id }) => id === entryId)
  if (!entry) throw new Refusal('notFound')
  const money = formatMoney(entry.amountCents, { currency: fund.account.currency })
  const holder = await describeHolder(trx, fund.account.id, entry.holderId)
  return `${entryWords[entry.kind].toLowerCase()} of ${money} by ${holder} on ${entry.day}`
}

const mayDeleteEntry = (kind: Entry['kind']) =>
  mayWait({
    kind: kind === 'contribution' ? 'CONTRIBUTION_REVERSAL' : 'RETRIBUTION_REVERSAL',
    right: 'RECORD',
    schema: routes.member.deleteContribution.body,
    fundOf: fundOfEntry,
    describe: async (asked) => ({
      title: `Deletion of the ${await describeEntry(asked, asked.body.id)}`,
      details: [
        ...(asked.body.money === 'return' ? [{ label: 'Money', value: 'Sent back' }] : []),
        ...whyOf(asked.body.reason),
      ],
    }),
    run: async ({ afterCommit, ...call }, { id, money, reason }) => {
      const words = await deleteEntry(
        { ...call, entryId: id },
        { kind, returns: money === 'return' ? afterCommit : undefined, reason },
      )
      return { message: [`${entryWords[kind]} deleted.`, words ?? ''].join(' ').trim() }
    },
    replyOfWaiting: ({ message }) => ({ message }),
  })

export const deleteContribution = mayDeleteEntry('contribution')
export const deleteRetribution = mayDeleteEntry('retribution')

/** Switching an entry on books its amount, and switching it off takes it back, so both wait. */
export const updateParticipationStatus = mayWait({
  kind: 'ENTRY_STATUS',
  right: 'RECORD',
  schema: routes.member.updateParticipationStatus.body,
  fundOf: fundOfEntry,
  // Setting the status that it has changes nothing, so there is nothing to decide.
  waits: ({ fund: { records }, body: { id, isActive } }) => {
    const entry = records.entries.find((one) => one.id === id)
    return Promise.resolve(entry !== undefined && liveness(records)(id, entry.isActive) !== isActive)
  },
  describe: async (asked) => ({
    title: `The ${await describeEntry(asked, asked.body.id)} ${asked.body.isActive ? 'counts' : 'no longer counts'}`,
    details: [],
  }),
  run: async (call, { id, isActive }) => {
    const money = await setEntryStatus({ ...call, entryId: id }, isActive)
    return { message: isActive ? 'The entry counts.' : 'The entry no longer counts.', money }
  },
  replyOfWaiting: ({ message }) => ({ message, money: null }),
})
