// Fills a retribution with all that the member can take out today, and says what the fees take of it.
// Source: docs/rules/fund-fees.md, "Leaving" and "Net value".
import { formatCents, type Cents } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { useParticipations } from '../book/api.ts'
import { holderNetOf, useFees, type HolderNet } from '../book/fees-api.ts'
import classes from '../participation.module.css'

export interface EverythingProps {
  readonly accountId: string
  readonly memberId: string
  readonly onChoose: (amount: string) => void
}

export function Everything({ accountId, memberId, onChoose }: EverythingProps) {
  const fees = useFees(accountId)
  const rows = useParticipations(accountId)
  const format = useFormatAmount()
  const row = rows.data?.find((one) => one.memberId === memberId)
  if (!row || fees.isPending) return null
  const net = holderNetOf(fees.data, memberId)
  const most = net?.net ?? row.value
  if (most <= 0n) return <p className={classes['note']}>This member has nothing to take out.</p>
  return (
    <div className={classes['everything']}>
      <Button size="compact-sm" variant="default" onClick={() => onChoose(formatCents(most))}>
        Everything
      </Button>
      <p className={classes['note']}>{describeMost(most, net, format)}</p>
    </div>
  )
}

/** "$99,852.05: the value of $100,000.00 less fees of $147.95 (management)." */
function describeMost(most: Cents, net: HolderNet | undefined, format: FormatAmount): string {
  if (!net || net.value === net.net) return `${format(most)}, the value at the last close.`
  const { management, performance } = net
  const kinds =
    management > 0n && performance > 0n
      ? `${format(management)} management, ${format(performance)} performance`
      : management > 0n
        ? 'management'
        : 'performance'
  return (
    `${format(most)}: the value of ${format(net.value)} at the last close less fees of ` +
    `${format(net.value - net.net)} (${kinds}), which go to the receiver with it.`
  )
}
