// The heat table of months: a row for each year, a colored cell with its figure for each month, the year beside them.
import type { ReturnPeriod, ReturnsAndRisk } from '@clubfolio/contract'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { HeatLegend } from '../../../ui/treemap/heat-legend.tsx'
import { heatColors, heatTone } from '../../../ui/treemap/heat-tone.ts'
import { monthNames, yearRows } from './month-rows.ts'
import classes from './returns.module.css'

/** Percent from one color to the next, of a month. */
const toneStep = 2

export interface MonthTableProps {
  readonly returns: ReturnsAndRisk
  readonly benchmark: string
}

export function MonthTable({ returns: { months, years }, benchmark }: MonthTableProps) {
  const rows = yearRows(months, years)
  const hasPartial = [...months, ...years].some(({ isPartial }) => isPartial)
  return (
    <Panel title="Months and years">
      <ScrollArea label="Table of months and years" role="region" className={classes['scrolled']}>
        <table className={classes['months']} aria-label="Returns by month and year">
          <thead>
            <tr>
              <th scope="col">Year</th>
              {monthNames.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Total</th>
              <th scope="col">{benchmark}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ year, months: each, whole }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {each.map((period, index) => (
                  <Cell key={monthNames[index]} period={period} isColored />
                ))}
                <Cell period={whole} />
                <td>{figureOf(whole?.benchmarkPercent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className={classes['foot']}>
        <HeatLegend step={toneStep} />
        {hasPartial ? <span className={classes['note']}>* Part of the period only.</span> : null}
      </div>
    </Panel>
  )
}

const figureOf = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? 'n/a' : formatPercent(percent, { isSigned: true })

function Cell({ period, isColored }: { readonly period: ReturnPeriod | undefined; readonly isColored?: boolean }) {
  if (period === undefined) return <td />
  const { percent, isPartial } = period
  const colors = isColored === true && percent !== null ? heatColors(heatTone(percent, toneStep)) : undefined
  return (
    <td style={colors}>
      {figureOf(percent)}
      {isPartial ? <span title="Part of the period only">*</span> : null}
    </td>
  )
}
