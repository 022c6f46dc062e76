// Income by month: a row for each year, a colored cell for each month with what was received, and what is expected
// marked as an estimate.
import type { Income } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { type HeatMonth, MonthHeatTable } from '../../../ui/month-heat-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { heatTone, type HeatTone } from '../../../ui/treemap/heat-tone.ts'
import { incomeYears, type MonthSum } from './income-rows.ts'
import classes from './income.module.css'

export function IncomeMonths({ income }: { readonly income: Pick<Income, 'payments' | 'expected'> }) {
  const rows = incomeYears(income)
  const sizes = rows.flatMap(({ months }) => months.map(({ received }) => Math.abs(Number(received ?? 0n))))
  const step = Math.max(...sizes, 1) / 3
  const hasExpected = income.expected.length > 0
  return (
    <Panel title="Months">
      <MonthHeatTable
        scrollLabel="Table of months"
        label="Income by month"
        totals={hasExpected ? ['Received', 'Expected'] : ['Received']}
        years={rows.map(({ year, months, whole: { received, expected } }) => ({
          year,
          months: months.map((sum) => monthOf(sum, step)),
          totals: [
            received === null ? null : (
              <strong key="received">
                <Amount value={received} />
              </strong>
            ),
            expected === null ? null : <Estimate key="expected" value={expected} />,
          ],
        }))}
      />
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

const monthOf = ({ received, expected }: MonthSum, step: number): HeatMonth => ({
  figure: (
    <>
      {received === null ? null : <Amount value={received} />}
      {expected === null ? null : <Estimate value={expected} />}
    </>
  ),
  tone: received === null ? undefined : toneOf(received, step),
})

const Amount = ({ value }: { readonly value: Cents }) => <span>{useFormatAmount()(value)}</span>

export function Estimate({ value }: { readonly value: Cents }) {
  return (
    <span className={classes['estimate']}>
      {useFormatAmount()(value)} <abbr title="Estimate">est.</abbr>
    </span>
  )
}
