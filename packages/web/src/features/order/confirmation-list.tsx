// What an order or a change comes to, as names with values: side, price, cost, loss at the stop.
import type { ConfirmationRow } from './confirmation-rows.ts'
import classes from './order-ticket.module.css'

export interface ConfirmationListProps {
  readonly label: string
  readonly rows: readonly ConfirmationRow[]
  readonly isBusy?: boolean
}

export function ConfirmationList({ label, rows, isBusy = false }: ConfirmationListProps) {
  return (
    <dl className={classes['confirm']} aria-label={label} aria-busy={isBusy}>
      {rows.map(({ name, value, note, isLoss }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-loss={isLoss || undefined}>
            {value}
            {note === undefined ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
