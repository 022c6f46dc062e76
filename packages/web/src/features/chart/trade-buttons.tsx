// Opens the order ticket for the share in view: a button in the head of the page, and on phones two at the lower edge,
// where the thumb is.
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { useCan } from '../../kernel/session.ts'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './trade-buttons.module.css'

interface TradeProps {
  readonly code: string
}

const open = (code: string, directionality: 'BUY' | 'SELL_SHORT') =>
  openOrderTicket({ code, directionality, orderType: 'LIMIT' })

export function TradeButton({ code }: TradeProps) {
  const can = useCan()
  const isPhone = usePhone()
  if (isPhone || !can('VMA')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconArrowsExchange size={16} stroke={1.6} />}
      onClick={() => open(code, 'BUY')}
    >
      Put order
    </Button>
  )
}

export function TradeBar({ code }: TradeProps) {
  const can = useCan()
  const isPhone = usePhone()
  if (!isPhone || !can('VMA')) return null
  return (
    <div className={classes['bar']} role="group" aria-label={`Trade ${code}`}>
      <Button variant="default" onClick={() => open(code, 'SELL_SHORT')}>
        Sell short
      </Button>
      <Button onClick={() => open(code, 'BUY')}>Buy</Button>
    </div>
  )
}
