// How the command palette reads an order line: its parts in words, and what keeps it from its review.
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './order-line-panel.module.css'
import type { AccountOrderLine } from './use-order-line.ts'

export function OrderLinePanel({ line }: { readonly line: AccountOrderLine }) {
  const { title, facts, faults, waitsFor, account } = line
  const shown = account === undefined ? facts : [...facts, { name: 'Account', value: account }]
  return (
    <section className={classes['panel']} aria-label="Order line">
      <div role="status">
        <p className={classes['title']}>{title}</p>
        {faults.map((text) => (
          <p key={text} className={classes['fault']}>
            <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
            <span>{text}</span>
          </p>
        ))}
        {waitsFor === undefined ? null : <p className={classes['wait']}>{waitsFor} …</p>}
      </div>
      <dl className={classes['facts']}>
        {shown.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
