// What a strategy can win and lose, how likely it wins, what it takes of the buying power, and its greeks.
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import type { PricedStrategy, StrategyFigures } from './strategy-figures.ts'
import classes from './strategy.module.css'

export interface StrategyResultProps {
  readonly figures: StrategyFigures
  readonly priced: PricedStrategy
}

export function StrategyResult({ figures: { units, net }, priced }: StrategyResultProps) {
  const { outcome, chance, power, greeks, position } = priced
  const dollars = (amount: (typeof outcome)['greatestProfit']): string =>
    amount === 'UNLIMITED' ? 'Unlimited' : formatMoney(amount.times(units).toFixed(2))
  const about = outcome.isExact ? '' : 'about '
  const total = position.cost.times(units)
  const expirationNote = outcome.isExact
    ? 'At expiration.'
    : 'At the first expiration, where the later leg is worth what the model says.'
  return (
    <>
      <dl className={classes['facts']} aria-label="Figures of the strategy">
        <Fact
          name={net?.isNegative() ? 'Credit' : 'Debit'}
          value={formatMoney(total.abs().toFixed(2))}
          note={`${net?.abs().toFixed(2) ?? ''} a share`}
        />
        <Fact name="Greatest profit" value={about + dollars(outcome.greatestProfit)} tone="profit" />
        <Fact name="Greatest loss" value={about + dollars(outcome.greatestLoss)} tone="loss" />
        <Fact
          name={outcome.breakEvens.length === 1 ? 'Break-even' : 'Break-evens'}
          value={
            outcome.breakEvens.length === 0
              ? 'None'
              : about + outcome.breakEvens.map((price) => formatMoney(price.toFixed(2))).join(' and ')
          }
        />
        <Fact name="Chance of profit" value={chance === null ? '--' : formatPercent(chance * 100)} />
        <Fact
          name="Buying power"
          value={
            power.taken.isNegative()
              ? `frees ${formatMoney(power.taken.abs().toFixed(2))}`
              : `takes ${formatMoney(power.taken.toFixed(2))}`
          }
          {...(power.hold.greaterThan(0) ? { note: `holds ${formatMoney(power.hold.toFixed(2))}` } : {})}
        />
      </dl>
      <dl className={classes['greeks']} aria-label="Greeks of the strategy">
        <Fact name="Delta" value={greeks.delta.toFixed(1)} />
        <Fact name="Gamma" value={greeks.gamma.toFixed(2)} />
        <Fact name="Theta" value={greeks.theta.toFixed(2)} />
        <Fact name="Vega" value={greeks.vega.toFixed(2)} />
      </dl>
      <p className={classes['note']}>{expirationNote}</p>
      {power.needsMargin ? (
        <p className={classes['missing']}>Spreads need a margin account; this account is a cash account.</p>
      ) : null}
      {power.sharesMissing > 0 ? (
        <p className={classes['missing']}>
          {`The written calls need ${power.sharesMissing} more shares that cover them. `}The brokerage would reject the
          order.
        </p>
      ) : null}
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly value: string
  readonly note?: string
  readonly tone?: 'profit' | 'loss'
}

function Fact({ name, value, note, tone }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={tone}>
        {value}
        {note === undefined ? null : <small>{note}</small>}
      </dd>
    </div>
  )
}
