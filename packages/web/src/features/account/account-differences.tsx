// Where our record of an account differs from its brokerage: both figures, since when, the explanation, and a one-click
// fix. Source: docs/rules/brokerage.md, "Reconciliation".
import type { Account, AccountDifference } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { confirm } from '../../ui/confirm.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import classes from './account.module.css'

export interface AccountDifferencesProps {
  readonly account: Account
  /** Undefined when this user may not change accounts. */
  readonly onAccept: ((account: Account, difference: AccountDifference) => void) | undefined
}

export function AccountDifferences({ account, onAccept }: AccountDifferencesProps) {
  if (account.differences.length === 0) return null
  const figureOf = (difference: AccountDifference, side: 'ours' | 'theirs'): string =>
    difference.symbol === null
      ? formatMoney(difference[side], { currency: account.currency })
      : formatCount(difference[side])
  const ask = async (difference: AccountDifference) => {
    const isAccepted = await confirm({
      question: `Take the figure of the brokerage for ${subjectOf(difference)}?`,
      consequence:
        `From now on ${figureOf(difference, 'theirs')} counts in our record of ${account.number} as well. Values ` +
        'and the books of the fund stay as they are; what differed stays on record.',
      accept: 'Accept',
    })
    if (isAccepted) onAccept?.(account, difference)
  }
  return (
    <ul className={classes['differences']} aria-label={`Differences of ${account.number}`}>
      {account.differences.map((difference) => (
        <li key={difference.id}>
          <div>
            <b>
              {`${subjectOf(difference)}: ${figureOf(difference, 'ours')} in our record, ` +
                `${figureOf(difference, 'theirs')} at the brokerage, since ${difference.since}`}
            </b>
            <p>{difference.explanation}</p>
          </div>
          {onAccept ? (
            <Button
              variant="default"
              size="xs"
              aria-label={`Accept the figure of the brokerage for ${subjectOf(difference)} of ${account.number}`}
              onClick={() => void ask(difference)}
            >
              Accept
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const subjectOf = ({ symbol }: AccountDifference): string => symbol ?? 'Cash'
