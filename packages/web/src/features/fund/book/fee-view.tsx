// Fees: what is due, what the fund charges, and what it has charged. Only the owner decides; everybody with a place in
// the fund sees all of it. Source: docs/rules/fund-fees.md.
import type { Approval } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { formatDateTime } from '../../../ui/format/date.ts'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { fundTerms } from '../fund-terms.ts'
import { ChargeList } from './charge-list.tsx'
import { DueCharge } from './due-charge.tsx'
import { FeePolicies } from './fee-policies.tsx'
import { showsNetValues } from './fee-words.ts'
import { useFees } from './fees-api.ts'
import { useFundRights } from './fund-rights.tsx'
import classes from '../fund.module.css'

const feeKindsThatWait: ReadonlySet<Approval['kind']> = new Set(['FEE_POLICY', 'FEE_CHARGE', 'FEE_CHARGE_REVERSAL'])

export interface FeeViewProps {
  readonly accountId: string
  readonly marketDay: string
  /** Everything of the fund that waits for a second person. */
  readonly waiting: readonly Approval[]
  /** Opens what waits, where it is decided. */
  readonly onShowWaiting: () => void
}

export function FeeView({ accountId, marketDay, waiting, onShowWaiting }: FeeViewProps) {
  const fees = useFees(accountId)
  const { isOwner } = useFundRights()
  const format = useFormatAmount()
  if (fees.isError) return <FailedQuery query={fees} title="The fees could not be loaded" />
  if (!fees.data)
    return (
      <div role="status" aria-label="Loading the fees">
        <Skeleton height={280} />
      </div>
    )
  const { policies, open, charges, netValues, isNetExact } = fees.data
  const waitingFees = waiting.filter(({ kind }) => feeKindsThatWait.has(kind))
  const accrued = netValues.reduce((sum, { value, net }) => sum + value - net, 0n)
  return (
    <>
      {waitingFees.map((one) => (
        <WarningBar
          key={one.id}
          action={
            <Button size="compact-sm" variant="default" onClick={onShowWaiting}>
              Show what waits
            </Button>
          }
        >
          {`Waits for a second person: ${one.title}. Asked for by ${one.isOwn ? 'you' : one.author} on ` +
            `${formatDateTime(one.requestedAt, false)}.`}
        </WarningBar>
      ))}
      {open.length > 0 ? <DueCharge accountId={accountId} open={open} waiting={waiting} /> : null}
      {policies.length === 0 ? (
        <p className={classes['example']}>
          {isOwner
            ? 'This fund charges no fee. Set one below: it begins on the next day and never reaches back. At the end ' +
              'of a period you see the calculation of every holder, and nothing is charged before you confirm it.'
            : 'This fund charges no fee. Only its owner sets one.'}
        </p>
      ) : isOwner || open.length > 0 ? null : (
        <p className={classes['example']}>Only the owner of the fund sets, charges and waives fees.</p>
      )}
      <FeePolicies
        accountId={accountId}
        marketDay={marketDay}
        fees={fees.data}
        isWaiting={waitingFees.some(({ kind }) => kind === 'FEE_POLICY')}
      />
      {showsNetValues(fees.data) ? (
        <p className={classes['example']}>
          {`Accrued so far: ${format(accrued)} of all holders, not charged yet. Participations shows the net value ` +
            'of each: value less accrued fees, which is what they can take out.'}
        </p>
      ) : null}
      {isNetExact ? null : <p className={classes['waits']}>{fundTerms.aboutNetValue}</p>}
      {policies.length === 0 && charges.length === 0 ? null : (
        <ChargeList accountId={accountId} charges={charges} waiting={waiting} />
      )}
    </>
  )
}
