// In red, above orders and positions: a stop that the brokerage rejected, the position left without it, and the ticket
// to place one.
import type { RejectedStop } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { formatCount } from '../../ui/format/number.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'

export interface RejectedStopBarsProps {
  readonly accountNumber: string
  readonly stops: readonly RejectedStop[]
}

export function RejectedStopBars({ accountNumber, stops }: RejectedStopBarsProps) {
  return stops.map((stop) => (
    <WarningBar
      key={stop.orderId}
      isDanger
      icon={IconShieldOff}
      action={
        <Button size="sm" onClick={() => openStopTicket(accountNumber, stop)}>
          Put a stop
        </Button>
      }
    >
      {describeRejectedStop(stop)}
    </WarningBar>
  ))
}

/**
 * `Your stop was rejected: no reason was given. You hold 100 ABC without a stop.`, or, where other stops cover a part:
 * `A stop covers 300 of the 400 ABC that you hold.`
 */
export function describeRejectedStop({
  code,
  reason,
  isShort,
  quantity,
  held,
}: Omit<RejectedStop, 'orderId' | 'stopPrice'>): string {
  const have = isShort ? 'are short' : 'hold'
  const name = formatCode(code)
  return (
    `Your stop was rejected: ${reason ?? 'no reason was given.'} ` +
    (quantity < held
      ? `A stop covers ${formatCount(held - quantity)} of the ${formatCount(held)} ${name} that you ${have}.`
      : `You ${have} ${formatCount(quantity)} ${name} without a stop.`)
  )
}

/** Opens the ticket for the missing stop, at the price of the rejected one. */
function openStopTicket(accountNumber: string, { code, isShort, quantity, stopPrice }: RejectedStop): void {
  openOrderTicket({
    accountNumber,
    code,
    directionality: isShort ? 'BUY' : 'SELL',
    orderType: 'STOP',
    quantity: String(quantity),
    ...(stopPrice === null ? {} : { price: String(stopPrice) }),
  })
}
