// The orders that will be sent, numbered in the order in which they start to work.
import type { OrderLine } from './order-lines.ts'
import classes from './order-ticket.module.css'

export interface OrderLinesProps {
  readonly lines: readonly OrderLine[]
  readonly label?: string
}

export function OrderLines({ lines, label }: OrderLinesProps) {
  return (
    <ol className={classes['plan']} {...(label === undefined ? {} : { 'aria-label': label })}>
      {lines.map(({ text, note }) => (
        <li key={text}>
          <strong>{text}</strong>
          <span>{note}</span>
        </li>
      ))}
    </ol>
  )
}
