// The correlations of the holdings as a matrix of numbers on a tint that is stronger the further they are from zero,
// and the pairs at both ends in words.
import type { PortfolioRisk } from '@clubfolio/contract'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { correlatedPairs, formatRatio, type CorrelatedPair } from './risk-words.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import classes from './risk.module.css'

/** Percent of the colour behind a correlation of 1; text stays readable on it in both themes. */
const strongest = 42

export function CorrelationPanel({ risk }: { readonly risk: PortfolioRisk }) {
  const { correlation } = risk
  const { codes, values, sessions, shortest, leftOut } = correlation
  const pairs = correlatedPairs(correlation)
  return (
    <Panel title="Correlation of holdings" canExpand>
      {codes.length < 2 ? (
        <EmptyState
          title="No pair to compare"
          words={
            `Two holdings with at least ${risk.leastReturns} daily returns on the same sessions are compared here. ` +
            'An option counts as its share.'
          }
        />
      ) : (
        <div className={classes['correlation']}>
          <p className={classes['note']}>
            From {sessions} sessions that all of them have.
            {shortest === null ? '' : ` ${shortest} has the shortest history.`}
            {leftOut.length === 0 ? '' : ` Left out: ${leftOut.join(', ')}.`}
          </p>
          <div className={classes['around']}>
            <ScrollArea label="Correlations" role="region" className={classes['scrolled']}>
              <table className={classes['matrix']} aria-label="Correlation of holdings">
                <thead>
                  <tr>
                    <td />
                    {codes.map((code) => (
                      <th key={code} scope="col">
                        {code}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {codes.map((code, row) => (
                    <tr key={code}>
                      <th scope="row">{code}</th>
                      {codes.map((other, column) => (
                        <Cell key={other} value={values[row]![column]!} isSelf={row === column} />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollArea>
            <div className={classes['pairs']}>
              <Pairs title="Move together most" pairs={pairs.slice(0, 3)} />
              <Pairs title="Move together least" pairs={pairs.slice(-3).toReversed()} />
            </div>
          </div>
        </div>
      )}
    </Panel>
  )
}

function Cell({ value, isSelf }: { readonly value: number; readonly isSelf: boolean }) {
  const color = value < 0 ? 'var(--cf-series-2)' : 'var(--cf-series-1)'
  const strength = (Math.abs(value) * strongest).toFixed(0)
  return (
    <td
      className={classes['cell']}
      data-self={isSelf || undefined}
      style={isSelf ? undefined : { background: `color-mix(in srgb, ${color} ${strength}%, var(--cf-panel))` }}
    >
      {formatRatio(value)}
    </td>
  )
}

function Pairs({ title, pairs }: { readonly title: string; readonly pairs: readonly CorrelatedPair[] }) {
  return (
    <div>
      <h3 className={classes['subtitle']}>{title}</h3>
      <ul className={classes['pairList']}>
        {pairs.map(({ codes: [one, other], value }) => (
          <li key={`${one} ${other}`}>
            <span>
              {one} and {other}
            </span>
            <span>{formatRatio(value)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
