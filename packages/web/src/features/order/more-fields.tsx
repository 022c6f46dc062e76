// What few orders need: a stop for a part of the position, the price that cancels a waiting entry, and the hours
// outside the regular session where the brokerage has them.
import type { ExtendedSession, OrderSession } from '@clubfolio/domain'
import { Button, Select } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import classes from './order-ticket.module.css'
import type { LeaveField } from './ticket-fields.tsx'
import { canHaveCancelPrice, canHaveExits, type TicketForm } from './ticket-form.ts'

const labels: Readonly<Record<OrderSession, string>> = {
  NORMAL: 'Regular',
  AM: 'Pre-market',
  PM: 'After-hours',
  SEAMLESS: 'All hours',
}

export interface MoreFieldsProps {
  readonly form: TicketForm
  /** The hours outside the regular session for which the brokerage takes orders. */
  readonly sessions: readonly ExtendedSession[]
  readonly leave: LeaveField
  readonly onChange: (change: Partial<TicketForm>) => void
}

export function MoreFields({ form, sessions, leave, onChange }: MoreFieldsProps) {
  const id = useId()
  const isUsed = form.stopQuantity !== '' || form.cancelPrice !== '' || form.session !== 'NORMAL'
  const [isChosen, setChosen] = useState(isUsed)
  const hasExits = canHaveExits(form) && !form.isPair
  const hasCancel = hasExits && canHaveCancelPrice(form)
  const hasSession = !form.isPair && (sessions.length > 0 || form.session !== 'NORMAL')
  if (!hasExits && !hasSession) return null
  const isOpen = isChosen || isUsed
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={classes['more']}>
      {/* Fields that hold something stay open. */}
      {isUsed ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<Mark size={14} stroke={1.8} />}
          onClick={() => setChosen(!isOpen)}
        >
          More
        </Button>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <div className={classes['triple']}>
            {hasExits ? (
              <NumericInput
                label="Stop Qty"
                placeholder={isInvalidNumber(form.quantity) ? '' : form.quantity}
                value={form.stopQuantity}
                {...leave('stopQuantity')}
                onChange={(stopQuantity) => onChange({ stopQuantity })}
              />
            ) : null}
            {hasCancel ? (
              <NumericInput
                label="Cancel Price"
                prefix="$"
                placeholder="None"
                value={form.cancelPrice}
                {...leave('cancelPrice')}
                onChange={(cancelPrice) => onChange({ cancelPrice })}
              />
            ) : null}
            {hasSession ? (
              <Select
                label="Hours"
                data={(['NORMAL', ...sessions] as const).map((value) => ({ value, label: labels[value] }))}
                value={form.session}
                allowDeselect={false}
                onChange={(value) => {
                  const session = sessions.find((one) => one === value) ?? 'NORMAL'
                  // Other orders are not taken there.
                  onChange(session === 'NORMAL' ? { session } : { session, orderType: 'LIMIT', duration: 'DAY' })
                }}
                error={leave('session').error}
              />
            ) : null}
          </div>
        ) : null}
        {isOpen && form.session !== 'NORMAL' ? (
          <p className={classes['hint']}>
            Outside regular hours brokerages take limit orders for the day only: few trade then, and an order at the
            market could be filled far from the last price.
          </p>
        ) : null}
      </div>
    </div>
  )
}
