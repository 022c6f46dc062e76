// The fee that goes with what leaves: a retribution, or units given away. Nothing where no fee is paid.
// Source: docs/rules/fund-fees.md, "Leaving".
import type { FeeOfLeaving } from '@clubfolio/contract'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { formatHalfEven } from './quantity.ts'
import classes from '../participation.module.css'

export interface LeavingFeeLineProps {
  /** Null or undefined where nothing leaves, or no fee is in force. */
  readonly leaving: FeeOfLeaving | null | undefined
  readonly isTransfer?: boolean
}

export function LeavingFeeLine({ leaving, isTransfer = false }: LeavingFeeLineProps) {
  const format = useFormatAmount()
  if (!leaving) return null
  return (
    <p className={classes['note']} role="status">
      {describeLeavingFee(leaving, isTransfer, format)}
    </p>
  )
}

/**
 * Example: "Fees of $41.09 go with it: $41.09 management. $50,000.00 is paid out; 5,004.1090 units go. At most
 * $99,917.81 can be taken out."
 */
function describeLeavingFee(leaving: FeeOfLeaving, isTransfer: boolean, format: FormatAmount): string {
  const { management, performance, earlier, units, paidOut, netValue, isEstimate } = leaving
  const fee = management + performance + earlier
  const parts = [
    ...(management > 0n ? [`${format(management)} management`] : []),
    ...(performance > 0n ? [`${format(performance)} performance`] : []),
    ...(earlier > 0n ? [`${format(earlier)} of ended periods, booked first`] : []),
  ]
  return [
    fee === 0n ? 'No fee goes with it.' : `Fees of ${format(fee)} go with it: ${parts.join(', ')}.`,
    isTransfer
      ? `Units worth ${format(paidOut)} are transferred; ${formatHalfEven(units, 4)} units go in all.`
      : `${format(paidOut)} is paid out; ${formatHalfEven(units, 4)} units go. ` +
        `At most ${format(netValue)} can be taken out.`,
    ...(isEstimate ? ['It waits for the close of its day; these are the figures of the last close.'] : []),
  ].join(' ')
}
