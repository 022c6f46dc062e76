// What each instrument paid, on a phone: a row of two lines for each, and nothing to scroll sideways.
import { incomeKinds, type Income, type IncomeLine } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { Change } from '../../../ui/figure/change.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Estimate } from './income-months.tsx'
import classes from './income.module.css'
import { PayerName, payerId } from './payer-columns.tsx'

export interface PayerStackProps {
  readonly lines: readonly IncomeLine[]
  readonly total: Income['total']
  readonly canChart: boolean
}

export function PayerStack({ lines, total, canChart }: PayerStackProps) {
  return (
    <ul className={classes['stack']} aria-label="Income by instrument">
      {lines.map((line) => (
        <li key={payerId(line)}>
          <PayerName line={line} canChart={canChart} />
          <Change money={line.received} />
          <span className={classes['second']}>
            <Yields line={line} />
          </span>
          <span className={classes['second']}>
            {line.expected === null ? null : <Estimate value={line.expected} />}
          </span>
        </li>
      ))}
      <li>
        <strong>Total</strong>
        <Change money={total.received} />
        <span className={classes['second']}>Expected in the next 12 months</span>
        <span className={classes['second']}>
          {total.expected === null ? 'No estimate' : <Estimate value={total.expected} />}
        </span>
      </li>
    </ul>
  )
}

function Yields({ line: { kinds, yieldOnCost, yieldOnValue } }: { readonly line: IncomeLine }) {
  const format = useFormatAmount()
  const received = keysOf(incomeKinds).filter((kind) => kinds[kind] !== 0n)
  const parts = [
    ...(received.length < 2 ? [] : received.map((kind) => `${incomeKinds[kind]} ${format(kinds[kind])}`)),
    ...(yieldOnCost === null ? [] : [`${formatPercent(yieldOnCost)} on cost`]),
    ...(yieldOnValue === null ? [] : [`${formatPercent(yieldOnValue)} on value`]),
  ]
  return parts.join(' · ')
}
