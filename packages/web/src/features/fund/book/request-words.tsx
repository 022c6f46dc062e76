// What a request asks for and what became of it, in one line for member and owner.
import { fundRequestKinds, type FundRequest } from '@clubfolio/contract'
import { Chip } from '../../../ui/chip.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'

const states = { OPEN: 'Open', APPROVED: 'Approved', DECLINED: 'Declined', WITHDRAWN: 'Withdrawn' } as const

export function RequestWords({ request, who }: { readonly request: FundRequest; readonly who?: string }) {
  const format = useFormatAmount()
  const { kind, amount, bankAccount, comment, reason, entry, state } = request
  const what = amount === null ? fundRequestKinds[kind] : `${fundRequestKinds[kind]} ${format(amount)}`
  const booked = entry ? `${format(entry.amount)} booked on ${entry.day}${entry.isPaid ? ', money moved' : ''}` : ''
  const parts = [
    who ?? '',
    what,
    bankAccount ? `to ${bankAccount.alias} ${bankAccount.number}` : '',
    comment,
    reason ? `declined: ${reason}` : '',
    booked,
  ]
  return (
    <>
      <span>{parts.filter((part) => part !== '').join(' · ')}</span>
      <Chip {...(state === 'OPEN' ? { tone: 'warn' as const } : {})}>{states[state]}</Chip>
    </>
  )
}
