// The result of a calculation: the specified figures, and next to them the true loss that the formulas hide.
import type { Position } from '@clubfolio/domain'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import classes from './calculator.module.css'

export interface ResultFiguresProps {
  readonly position: Position | undefined
  readonly isAboveThreshold: boolean
  /** The simple page shows the unrounded results with up to 4 decimals; the advanced one rounds to cents. */
  readonly page: 'simple' | 'advanced'
}

export function ResultFigures({ position, isAboveThreshold, page }: ResultFiguresProps) {
  const price = (value: string | undefined) =>
    value === undefined
      ? absent
      : formatMoney(value, { decimals: page === 'simple' && (value.split('.')[1]?.length ?? 0) > 2 ? 4 : 2 })
  return (
    <dl
      className={classes['result']}
      aria-label="Result"
      data-tone={position ? (isAboveThreshold ? 'success' : 'danger') : undefined}
    >
      <div>
        <dt>Stock qty</dt>
        <dd>{position ? formatCount(position.quantity) : absent}</dd>
      </div>
      <div>
        <dt>Buy price</dt>
        <dd>{price(position?.buyPrice)}</dd>
      </div>
      <div>
        <dt>Sell price</dt>
        <dd>{price(position?.sellPrice)}</dd>
      </div>
      <div>
        <dt>Investment</dt>
        <dd data-main>{price(position?.investment)}</dd>
      </div>
      <div data-loss>
        <dt>True loss at stop</dt>
        <dd>{position ? formatMoney(`-${position.trueLoss}`) : absent}</dd>
      </div>
      <div data-loss>
        <dt>Loss of capital</dt>
        <dd>{position ? formatPercent(position.trueLossPercent) : absent}</dd>
      </div>
    </dl>
  )
}

/** The sentence above the figures. */
export function describeResult(position: Position, isAboveThreshold: boolean): string {
  if (position.quantity === '0') return 'The risk does not pay for one share between these levels.'
  return isAboveThreshold
    ? `The investment of ${formatMoney(position.investment)} is above $800.`
    : `The investment of ${formatMoney(position.investment)} is not above $800: too small to be worth an order.`
}
