// The heat table of months: each with its return, the year and the benchmark beside them.
import type { ReturnPeriod, ReturnsAndRisk } from '@clubfolio/contract'
import { formatPercent } from '../../../ui/format/percent.ts'
import { type HeatMonth, MonthHeatTable } from '../../../ui/month-heat-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HeatLegend } from '../../../ui/treemap/heat-legend.tsx'
import { heatTone } from '../../../ui/treemap/heat-tone.ts'
import { yearRows } from './month-rows.ts'
import classes from './returns.module.css'

/** Percent from one color to the next, of a month. */
const toneStep = 2

export interface MonthTableProps {
  readonly returns: ReturnsAndRisk
  readonly benchmark: string
}

export function MonthTable({ returns: { months, years }, benchmark }: MonthTableProps) {
  const hasPartial = [...months, ...years].some(({ isPartial }) => isPartial)
  return (
    <Panel title="Months and years">
      <MonthHeatTable
        scrollLabel="Table of months and years"
        label="Returns by month and year"
        totals={['Total', benchmark]}
        years={yearRows(months, years).map(({ year, months: each, whole }) => ({
          year,
          months: each.map((period) => period && monthOf(period)),
          totals: [whole && <Return key="total" period={whole} />, figureOf(whole?.benchmarkPercent)],
        }))}
      />
      <div className={classes['foot']}>
        <HeatLegend step={toneStep} />
        {hasPartial ? <span className={classes['note']}>* Part of the period only.</span> : null}
      </div>
    </Panel>
  )
}

const monthOf = (period: ReturnPeriod): HeatMonth => ({
  figure: <Return period={period} />,
  tone: period.percent === null ? undefined : heatTone(period.percent, toneStep),
})

const figureOf = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? 'n/a' : formatPercent(percent, { isSigned: true })

function Return({ period: { percent, isPartial } }: { readonly period: ReturnPeriod }) {
  return (
    <>
      {figureOf(percent)}
      {isPartial ? <span title="Part of the period only">*</span> : null}
    </>
  )
}
