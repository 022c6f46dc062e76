// The result of a calculation: the specified figures, and next to them the true loss that the formulas hide.
import { absent, formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'
import { type Calculation, type CalculatorFields, type SizedPosition, resultTone } from './calculator-form.ts'
import classes from './calculator.module.css'

export function ResultFigures({ calculation }: { readonly calculation: Calculation }) {
  const position = calculation.kind === 'ready' ? calculation.position : undefined
  const price = (value: string | undefined) => (value === undefined ? absent : formatPrice(value))
  return (
    <dl className={classes['result']} aria-label="Result" data-tone={resultTone(calculation)}>
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
        <dd data-main>{formatMoney(position?.investment)}</dd>
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

/**
 * Describes a result in sentences. Example: "The investment of $6,998.67 is above $800. The true loss of $696.78 at the
 * stop is above the risk of $500.00 (1% of the capital)."
 */
export function describeResult(
  { position, isAboveThreshold, excess }: SizedPosition,
  { risk }: Pick<CalculatorFields, 'risk'>,
): string {
  if (position.quantity === '0') return 'The risk is too small for one share between these levels.'
  const investment = `The investment of ${formatMoney(position.investment)}`
  const cost = excess.isAboveCapital
    ? `${investment} is above the capital of ${formatMoney(excess.capitalDollars)}.`
    : isAboveThreshold
      ? `${investment} is above $800.`
      : `${investment} is not above $800: too small to be worth an order.`
  if (!excess.isAboveRisk) return cost
  return (
    `${cost} The true loss of ${formatMoney(position.trueLoss)} at the stop is above the risk of ` +
    `${formatMoney(excess.riskDollars)} (${formatPercent(Number(risk), { isTrimmed: true })} of the capital).`
  )
}
