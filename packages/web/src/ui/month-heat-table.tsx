// A heat table of months: a row for each year, a colored cell with its figure for each month, and the year's own
// figures beside them.
import type { ReactNode } from 'react'
import { monthNames } from './format/month-names.ts'
import classes from './month-heat-table.module.css'
import { ScrollArea } from './scroll-area.tsx'
import { heatColors, type HeatTone } from './treemap/heat-tone.ts'

export interface HeatMonth {
  readonly figure: ReactNode
  /** Undefined for a month without a color. */
  readonly tone?: HeatTone | undefined
}

export interface HeatYear {
  readonly year: string
  /** From January to December; undefined where there is none. */
  readonly months: readonly (HeatMonth | undefined)[]
  /** One for each of the table's `totals`. */
  readonly totals: readonly ReactNode[]
}

export interface MonthHeatTableProps {
  /** Names the part that scrolls. */
  readonly scrollLabel: string
  readonly label: string
  /** Heads of the columns behind December. */
  readonly totals: readonly string[]
  readonly years: readonly HeatYear[]
}

export function MonthHeatTable({ scrollLabel, label, totals, years }: MonthHeatTableProps) {
  return (
    <ScrollArea label={scrollLabel} role="region" className={classes['scrolled']}>
      <table className={classes['months']} aria-label={label}>
        <thead>
          <tr>
            {['Year', ...monthNames, ...totals].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months, totals: own }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {monthNames.map((name, index) => {
                const month = months[index]
                return (
                  <td key={name} style={month?.tone === undefined ? undefined : heatColors(month.tone)}>
                    {month?.figure}
                  </td>
                )
              })}
              {totals.map((head, index) => (
                <td key={head}>{own[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
