// Deposits and withdrawals that entries have ordered at the brokerage: what is pending and why, what was refused, and
// what was returned.
import type { FundBooks } from '@clubfolio/contract'
import { Chip, type ChipTone } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import classes from '../fund.module.css'

type MoneyTransfer = FundBooks['moneyTransfers'][number]

const states: Readonly<Record<MoneyTransfer['state'], readonly [ChipTone, string]>> = {
  waiting: ['warn', 'Waiting'],
  refused: ['loss', 'Not made'],
  sent: ['neutral', 'Done'],
}

export function MoneyTransfers({ transfers }: { readonly transfers: FundBooks['moneyTransfers'] }) {
  if (transfers.length === 0) return null
  return (
    <section aria-label="Money at the brokerage">
      <h3 className={classes['heading']}>Money at the brokerage</h3>
      {transfers.map((one) => (
        <div key={`${one.entryId} ${one.purpose}`} className={classes['line']}>
          <span>{one.day}</span>
          <span>{wordsOf(one)}</span>
          <Chip tone={states[one.state][0]}>{states[one.state][1]}</Chip>
          <span>
            <Money value={one.amount} isSigned />
          </span>
        </div>
      ))}
    </section>
  )
}

function wordsOf({ holder, purpose, amount, state, reason }: MoneyTransfer): string {
  const what =
    purpose === 'RETURN' ? (amount < 0n ? 'Sent back' : 'Paid back in') : amount > 0n ? 'Deposit' : 'Withdrawal'
  return [`${holder} · ${what}`, reason ?? (state === 'waiting' ? 'It is being made.' : '')]
    .filter((part) => part !== '')
    .join(' · ')
}
