// What the part is worth, what it has earned, since when and from which close, at one glance; below it where that comes
// from. Before the first entry it says what to do, and after the last one that these are the final figures.
import type { MyParticipation } from '@clubfolio/contract'
import { Change } from '../../../ui/figure/change.tsx'
import { InCurrency } from '../../../ui/figure/currency.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { ReturnFigure } from '../book/not-available.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import { fundTerms } from '../fund-terms.ts'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

export function ValueSection({ place }: HomeSectionProps) {
  if (place.since === null)
    return (
      <Panel>
        <EmptyState {...beginningOf(place)} />
      </Panel>
    )
  return (
    <Panel>
      <div className={classes['value']}>
        <FigureRow label={`My part of ${place.fund}`}>
          <Figure label={place.until === null ? 'Value' : 'Value, final'} isHeadline>
            <Money value={place.value} />
          </Figure>
          <Figure label="Profit/Lost">
            <Change money={place.profitLostAmount} />
          </Figure>
          <Figure label={`TWR since ${place.since}`} meaning={fundTerms.timeWeighted}>
            <ReturnFigure percent={place.timeWeighted} />
          </Figure>
          <Figure label="XIRR a year" meaning={fundTerms.internalRate}>
            <ReturnFigure {...place.internalRate} />
          </Figure>
          {place.accrued ? (
            <Figure label="Net value" meaning={fundTerms.netValue}>
              <Money value={place.accrued.net} />
            </Figure>
          ) : null}
        </FigureRow>
        <p className={classes['fact']}>
          {factsOf(place).map((fact, index) => (
            <span key={fact} className={classes['whole']}>
              {index === 0 ? null : <span className={classes['dot']}>{'\u00A0· '}</span>}
              {fact}
            </span>
          ))}
        </p>
        <FigureRow label="Where it comes from">
          <Figure label="Amount paid in">
            <Money value={place.amount} />
          </Figure>
          <Figure label="Part of the fund">{formatPercent(place.participationPercent)}</Figure>
          <Figure label="Units">
            <span title={place.units}>{formatHalfEven(place.units, 4)}</span>
          </Figure>
          <Figure label="Unit value">
            <span title={place.unitValue}>
              <InCurrency figure={formatHalfEven(place.unitValue, 4)} />
            </span>
          </Figure>
          <Figure label="Floating" meaning={fundTerms.floating}>
            <Change money={place.floatingProfit} />
          </Figure>
          <Figure label="Real" meaning={fundTerms.real}>
            <Change money={place.realProfit} />
          </Figure>
          {place.accrued ? (
            <Figure label="Accrued fees" meaning={fundTerms.accruedFees}>
              <Money value={place.accrued.management + place.accrued.performance} />
            </Figure>
          ) : null}
        </FigureRow>
      </div>
    </Panel>
  )
}

const isOfOpening = ({ figuresOf }: MyParticipation): boolean => figuresOf.startsWith('opening')

/** Says from which close the figures are, and since when the member takes part; a phone has a line for each. */
function factsOf(place: MyParticipation): readonly string[] {
  const { since, until, figuresOf } = place
  if (until !== null)
    return [
      `In the fund from ${since} to ${until}. You have no units there now: these are your final figures, and your ` +
        'entries and statements stay here.',
    ]
  if (isOfOpening(place))
    return [`Figures of the ${figuresOf}: the fund has no close since then, so nothing has been earned yet.`]
  return [`Figures of the ${figuresOf}`, `in the fund since ${since}`]
}

/** Says what comes next for somebody without units. */
function beginningOf({ isNew, fund, manager }: MyParticipation): { readonly title: string; readonly words: string } {
  if (isNew)
    return {
      title: `Welcome to ${fund}`,
      words:
        `Nothing is recorded for you yet. Ask to pay in below; ${manager} decides, and tells you where to send the ` +
        'money. Once your first contribution is recorded, your value, profit, share and statements appear here.',
    }
  return {
    title: 'Your first payment waits for a close',
    words:
      `It is recorded in ${fund} and becomes units at the unit value of the next close. From then on your value, ` +
      'profit, share and statements appear here.',
  }
}
