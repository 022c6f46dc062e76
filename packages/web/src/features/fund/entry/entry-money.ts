// The wording about the money of an entry before it is deleted or deactivated. Independent of the UI.
import type { ParticipationEntry } from '@clubfolio/contract'
import type { FormatAmount } from '../../../ui/figure/currency.tsx'

export type MoneyChoice = 'keep' | 'return' | 'match'

type EntryWithMoney = ParticipationEntry & { readonly money: NonNullable<ParticipationEntry['money']> }

const absolute = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
const signed = ({ type, amount }: ParticipationEntry): bigint => (type === 'contribution' ? amount : -BigInt(amount))

export function describeDeletedEntry(entry: EntryWithMoney, format: FormatAmount): string {
  const { money, type } = entry
  const books =
    `${format(signed(entry), { isSigned: true })} of ${entry.date} no longer counts, and every share is ` +
    'computed without it. The record stays in the books as reversed.'
  const moved = type === 'contribution' ? 'deposit' : 'withdrawal'
  if (money.state === 'WAITING')
    return (
      `${books} Its ${moved} of ${format(absolute(money.amount))} is still on its way. ` +
      'If the brokerage has not made it, it is ' +
      'not made; if it has, the money counts as Unallocated.'
    )
  return type === 'contribution'
    ? `${books} Its deposit of ${format(absolute(money.amount))} has been in the account since ${money.day}.`
    : `${books} Its withdrawal of ${format(absolute(money.amount))} left the account on ${money.day}.`
}

export interface OfferedChoice {
  readonly value: MoneyChoice
  readonly label: string
  readonly description: string
  readonly isOff: boolean
}

export function moneyChoices({ type, money }: EntryWithMoney, format: FormatAmount): readonly OfferedChoice[] {
  const isDeposit = type === 'contribution'
  const amount = format(absolute(money.amount))
  return [
    isDeposit
      ? {
          value: 'keep',
          label: 'It stays in the account as Unallocated',
          description: 'It can be matched with another record later, under Books, Matching.',
          isOff: false,
        }
      : {
          value: 'keep',
          label: 'It is taken from Unallocated',
          description: 'It can be matched with another record later, under Books, Matching.',
          isOff: false,
        },
    {
      value: 'return',
      label: isDeposit ? 'Send it back' : 'Pay it back in',
      isOff: !money.canReturn,
      description: money.canReturn
        ? `${amount} ${isDeposit ? 'is withdrawn' : 'is deposited'} at the paper brokerage. Follow it under Books, ` +
          'Transfers.'
        : 'Only possible for a single transfer of an enabled account at the paper brokerage.',
    },
    {
      value: 'match',
      label: 'Match it with another record',
      description: 'Opens Books, Matching after the deletion.',
      isOff: false,
    },
  ]
}

/** The wording before an entry is deactivated; undefined when it has no deposit or withdrawal. */
export function describeInactiveEntry(entry: ParticipationEntry, format: FormatAmount): string | undefined {
  const { money, type } = entry
  if (!money) return undefined
  const moved = `Its ${type === 'contribution' ? 'deposit' : 'withdrawal'} of ${format(absolute(money.amount))}`
  if (money.state === 'WAITING')
    return (
      `${moved} is still on its way. While the entry is off, it is not made; if it was made already, it counts as ` +
      'Unallocated.'
    )
  return type === 'contribution'
    ? `${moved} stays in the account and counts as Unallocated until the entry is activated again. To send the ` +
        'money back or match it with another record, delete the entry.'
    : `${moved} has left the account and is taken from Unallocated until the entry is activated again. To pay the ` +
        'money back in or match it with another record, delete the entry.'
}
