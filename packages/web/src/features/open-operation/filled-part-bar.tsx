// Above orders and positions: a part of an entry that is filled and has no stop yet, and what becomes of it.
import type { FilledPart } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { formatTime } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'

export const FilledPartBars = ({ parts }: { readonly parts: readonly FilledPart[] }) =>
  parts.map((part) => <WarningBar key={part.orderId}>{describeWaitingPart(part)}</WarningBar>)

/** `24 ACME of order 1007 are filled and have no stop while the other 76 wait. ...` */
export function describeWaitingPart({ orderId, code, filled, left, dividesAt, hasStop }: FilledPart): string {
  const part = `${formatCount(filled)} ${formatCode(code)} of order ${orderId}`
  const rest = `the other ${formatCount(left)}`
  if (dividesAt !== null)
    return (
      `${part} are filled and have no stop while ${rest} wait. If they are not filled by ` +
      `${formatTime(new Date(dividesAt))}, the order is divided: what is filled gets its stop, and ${rest} are ` +
      'entered again, behind the orders already waiting.'
    )
  return hasStop
    ? `${part} have their stop; ${rest} are being entered again.`
    : `${part} get their stop now; then ${rest} are entered again.`
}
