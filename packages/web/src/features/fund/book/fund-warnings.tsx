// Problems of a fund, and tasks for its owner, in words and figures next to the fund value.
import type { FundOverview } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useChosenAccount } from '../../../kernel/chosen-account.ts'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { dueFeeWords } from './due-fee-words.ts'
import classes from '../fund.module.css'

export interface FundWarningsProps {
  readonly overview: FundOverview
  readonly onMatch?: () => void
  /** The end of the first period without a charge, with what opens it. */
  readonly feesDue?: { readonly endDay: string; readonly isAsked: boolean; readonly onShow: () => void } | undefined
}

export function FundWarnings({ overview, onMatch, feesDue }: FundWarningsProps) {
  const format = useFormatAmount()
  const { place, toBeMatched, unexplainedWithdrawal, notCovered, inTransit, movedTo } = overview
  const isQuiet = toBeMatched.count === 0 && unexplainedWithdrawal === 0n && notCovered.length === 0
  if (isQuiet && inTransit === 0n && movedTo === null && !feesDue) return null
  const match =
    onMatch && place !== 'OWNER' && place !== 'TREASURER' ? undefined : onMatch ? (
      <Button size="compact-sm" variant="default" onClick={onMatch}>
        Match
      </Button>
    ) : undefined
  return (
    <div className={classes['warnings']}>
      {movedTo ? <MovedBar {...movedTo} /> : null}
      {inTransit === 0n ? null : (
        <WarningBar>
          {`${format(inTransit)} is in transit to this account. Entries wait until you say that everything has ` +
            'arrived: open Books, Settings.'}
        </WarningBar>
      )}
      {toBeMatched.count > 0 ? <WarningBar action={match}>{matchingWords(toBeMatched, format)}</WarningBar> : null}
      {feesDue ? (
        <WarningBar
          action={
            <Button size="compact-sm" variant="default" onClick={feesDue.onShow}>
              Look at the charge
            </Button>
          }
        >
          {dueFeeWords(feesDue.endDay, feesDue.isAsked)}
        </WarningBar>
      ) : null}
      {unexplainedWithdrawal > 0n ? (
        <WarningBar action={match}>
          {`${format(unexplainedWithdrawal)} left the account and nothing explains it. Record who received ` +
            'it; the books cannot be closed before.'}
        </WarningBar>
      ) : null}
      {notCovered.map((one) => (
        <WarningBar key={`${one.holder} ${one.day}`}>
          {`${format(one.missing)} taken out by ${one.holder} on ${one.day} is not covered: the account was ` +
            'worth less than its close said. The books cannot be closed before this is settled.'}
        </WarningBar>
      ))}
    </div>
  )
}

function MovedBar({ accountId, day }: NonNullable<FundOverview['movedTo']>) {
  const chosen = useChosenAccount()
  const account = chosen.choices?.find(({ id }) => id === accountId)
  const show = (
    <Button size="compact-sm" variant="default" onClick={() => chosen.choose(accountId)}>
      Show that account
    </Button>
  )
  return (
    <WarningBar action={account ? show : undefined}>
      {`The fund of this account moved to ${account?.number ?? 'another account'} after ${day}.`}
    </WarningBar>
  )
}

function matchingWords({ count, overstated, understated }: FundOverview['toBeMatched'], format: FormatAmount): string {
  const what =
    count === 1 ? '1 record needs matching with the broker.' : `${count} records need matching with the broker.`
  const wrong = [
    overstated > 0n ? `${format(overstated)} too high` : '',
    understated > 0n ? `${format(understated)} too low` : '',
  ].filter((words) => words !== '')
  return wrong.length === 0 ? what : `${what} If they are the same money, the fund value is ${wrong.join(' and ')}.`
}
