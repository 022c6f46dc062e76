// Income by month: a row for each year, a colored cell for each month with what was received, and what is expected
// marked as an estimate.
import type { Income } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { heatColors, heatTone, type HeatTone } from '../../../ui/treemap/heat-tone.ts'
import { monthNames } from '../returns/month-rows.ts'
import { incomeYears, type MonthSum } from './income-rows.ts'
import classes from './income.module.css'

export function IncomeMonths({ income }: { readonly income: Pick<Income, 'payments' | 'expected'> }) {
  const rows = incomeYears(income)
  const sizes = rows.flatMap(({ months }) => months.map(({ received }) => Math.abs(Number(received ?? 0n))))
  const step = Math.max(...sizes, 1) / 3
  const hasExpected = income.expected.length > 0
  return (
    <Panel title="Months">
      <ScrollArea label="Table of months" role="region" className={classes['scrolled']}>
        <table className={classes['months']} aria-label="Income by month">
          <thead>
            <tr>
              <th scope="col">Year</th>
              {monthNames.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Received</th>
              {hasExpected ? <th scope="col">Expected</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ year, months, whole }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {months.map((sum, index) => (
                  <MonthCell key={monthNames[index]} sum={sum} step={step} />
                ))}
                <td>
                  {whole.received === null ? null : (
                    <strong>
                      <Amount value={whole.received} />
                    </strong>
                  )}
                </td>
                {hasExpected ? <td>{whole.expected === null ? null : <Estimate value={whole.expected} />}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={classes['foot']}>
        The stronger the color, the larger the month; what was paid has the color of a loss.
        {hasExpected ? ' "est." is an estimate.' : null}
      </p>
    </Panel>
  )
}

/** Every amount has a color, however small it is beside the largest. */
function toneOf(received: Cents, step: number): HeatTone {
  const size = Math.max(Math.abs(Number(received)), step / 2)
  return received === 0n ? 0 : heatTone(received < 0n ? -size : size, step)
}

function MonthCell({ sum: { received, expected }, step }: { readonly sum: MonthSum; readonly step: number }) {
  return (
    <td style={received === null ? undefined : heatColors(toneOf(received, step))}>
      {received === null ? null : <Amount value={received} />}
      {expected === null ? null : <Estimate value={expected} />}
    </td>
  )
}

const Amount = ({ value }: { readonly value: Cents }) => <span>{useFormatAmount()(value)}</span>

export function Estimate({ value }: { readonly value: Cents }) {
  return (
    <span className={classes['estimate']}>
      {useFormatAmount()(value)} <abbr title="Estimate">est.</abbr>
    </span>
  )
}
