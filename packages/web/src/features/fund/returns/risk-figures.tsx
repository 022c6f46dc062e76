// The figures of returns and risk, each with its meaning. What needs 60 daily returns reads "n/a" before.
import type { ReturnsAndRisk } from '@clubfolio/contract'
import { minObservations } from '@clubfolio/domain'
import type { ReactNode } from 'react'
import { Change } from '../../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Panel } from '../../../ui/panel.tsx'
import { NotAvailable, ReturnFigure } from '../book/not-available.tsx'
import classes from './returns.module.css'

export interface RiskFiguresPanelProps {
  readonly returns: ReturnsAndRisk
  readonly benchmark: string
}

export function RiskFiguresPanel({ returns, benchmark }: RiskFiguresPanelProps) {
  const { risk, againstBenchmark: against, wholeMonths: months, totalPercent, yearlyPercent } = returns
  return (
    <Panel title="Figures" isPadded>
      <div className={classes['figures']}>
        <FigureRow label="Return">
          <Figure
            label="TWR"
            meaning={`Time-weighted return from ${returns.from} to ${returns.to}: payments in or out do not change it.`}
          >
            <ReturnFigure percent={totalPercent} />
          </Figure>
          <Figure label="TWR a year" meaning="The same as a rate per year. Shown from one year on.">
            <ReturnFigure percent={yearlyPercent} />
          </Figure>
          <Figure label="Positive months" meaning="The share of whole months with a return above zero.">
            {months ? `${formatPercent(months.positivePercent)} of ${months.count}` : <NotAvailable />}
          </Figure>
          <Figure label="Best month" meaning="Of the whole months.">
            {months ? <MonthFigure {...months.best} /> : <NotAvailable />}
          </Figure>
          <Figure label="Worst month" meaning="Of the whole months.">
            {months ? <MonthFigure {...months.worst} /> : <NotAvailable />}
          </Figure>
        </FigureRow>
        <FigureRow label="Risk">
          <Figure
            label="Volatility"
            meaning="Standard deviation of the daily returns (n - 1), times the square root of 252."
          >
            {risk ? formatPercent(risk.volatilityPercent) : <NotAvailable />}
          </Figure>
          <Figure
            label="Downside deviation"
            meaning="As volatility, but only returns below the risk-free rate count, divided by all returns (n)."
          >
            {risk ? formatPercent(risk.downsidePercent) : <NotAvailable />}
          </Figure>
          <Figure label="Sharpe" meaning="Mean daily return x 252, less the risk-free rate, over the volatility.">
            <Ratio value={risk?.sharpe} />
          </Figure>
          <Figure
            label="Sortino"
            meaning="Mean daily return x 252, less the risk-free rate, over the downside deviation."
          >
            <Ratio value={risk?.sortino} />
          </Figure>
          <Figure label="Risk-free rate" meaning="Per year, as Sharpe and Sortino use it.">
            {risk ? formatPercent(risk.riskFreePercent) : <NotAvailable />}
          </Figure>
        </FigureRow>
        <FigureRow label={`Against ${benchmark}`}>
          <Figure label={`Beta to ${benchmark}`} meaning={`How many percent it moves with 1 percent of ${benchmark}.`}>
            <Ratio value={against?.beta} />
          </Figure>
          <Figure label="Correlation" meaning="From -1, always opposite, to 1, always together.">
            <Ratio value={against?.correlation} />
          </Figure>
          <Figure
            label="Tracking error"
            meaning="Standard deviation of the daily differences (n - 1), times the square root of 252."
          >
            {against ? formatPercent(against.trackingErrorPercent) : <NotAvailable />}
          </Figure>
          <Figure label="Information ratio" meaning="Mean daily difference x 252, over the tracking error.">
            <Ratio value={against?.information} />
          </Figure>
        </FigureRow>
        <p className={classes['note']}>{observationWords(returns, benchmark)}</p>
      </div>
    </Panel>
  )
}

function MonthFigure({ period, percent }: { readonly period: string; readonly percent: number | null }): ReactNode {
  return (
    <>
      <Change percent={percent} /> <span className={classes['month']}>{period}</span>
    </>
  )
}

const Ratio = ({ value }: { readonly value: number | null | undefined }) =>
  value === null || value === undefined ? <NotAvailable /> : value.toFixed(2)

function observationWords({ risk, againstBenchmark: against }: ReturnsAndRisk, benchmark: string): string {
  if (risk === null) return `Risk figures need ${minObservations} daily returns.`
  const own = `From ${risk.observations} daily returns`
  if (against === null) return `${own}; ${benchmark} has fewer than ${minObservations} of these days.`
  return `${own}; ${benchmark} has ${against.observations} of these days.`
}
