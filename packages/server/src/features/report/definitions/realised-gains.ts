// Realised gains of closed positions, by lots first in first out: lot by lot, and summed by year.
import { calendarDaysBetween, formatCents, toMarketDay } from '@clubfolio/domain'
import { findRealisedProfit } from '../../transaction/find-realised-profit.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { readingBasis } from '../report-basis.ts'
import { defineReport, type ReportChoices, type ReportReader } from '../report-definition.ts'
import { accountFilter, periodFilter, readChosenAccounts } from '../report-filters.ts'
import type { ReportColumn } from '../report-table.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

async function readProfits(
  reader: ReportReader,
  choices: ReportChoices,
  span: { fromDate: string | null; toDate: string | null },
) {
  const accounts = await readChosenAccounts(reader, choices)
  return Promise.all(
    accounts.map(async ({ id, number }) => ({ number, ...(await findRealisedProfit(reader.services, id, span)) })),
  )
}

const lotColumns: readonly ReportColumn[] = [
  { field: 'closedDay', header: 'Closed', type: 'DATE', canBeSort: true },
  instrumentColumn,
  { field: 'side', header: 'Side', type: 'CODE', canBeSort: true },
  { field: 'quantity', header: 'Qty', type: 'QUANTITY', canBeSort: true },
  {
    field: 'openedDay',
    header: 'Opened',
    description: 'Empty for what was held before the first transaction that is known.',
    type: 'DATE',
    canBeSort: true,
  },
  {
    field: 'days',
    header: 'Days',
    description: 'Calendar days from opening to closing.',
    type: 'INTEGER',
    canBeSort: true,
  },
  { field: 'cost', header: 'Cost', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'proceeds', header: 'Proceeds', type: 'DOLLAR', canBeSort: true, isSummed: true },
  {
    field: 'profit',
    header: 'Profit',
    description: 'Before fees; empty where the cost of the lot is not known.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'fees',
    header: 'Fees',
    description: 'Of opening and closing, by quantity.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  accountColumn,
]

export const realisedGainsByLot = defineReport({
  key: 'realised-gains-by-lot',
  name: 'Realised gains by lot',
  category: 'Account',
  description:
    'Every lot, or part of one, that was closed in a period, first in first out. The fund and open positions count by average cost; both agree when a position is flat.',
  rights: [],
  filters: [accountFilter, periodFilter('Closed', 'First and last day on which a lot was closed.')],
  columns: lotColumns,
  orderBy: { field: 'closedDay', direction: 'DESC' },
  basis: readingBasis,
  rows: async (reader, choices) => {
    const [fromDate, toDate] = choices.period('period')
    const profits = await readProfits(reader, choices, { fromDate, toDate })
    return computedRows(
      lotColumns,
      profits.flatMap(({ number, gains }) =>
        gains.map((gain): ComputedRow => ({
          closedDay: gain.closedDay,
          instrumentCode: gain.instrumentCode,
          side: gain.side,
          quantity: gain.quantity,
          openedDay: gain.openedDay,
          days:
            gain.openedDay === null
              ? null
              : calendarDaysBetween(toMarketDay(gain.openedDay), toMarketDay(gain.closedDay)),
          cost: gain.cost === null ? null : formatCents(gain.cost),
          proceeds: gain.proceeds === null ? null : formatCents(gain.proceeds),
          profit: gain.profit === null ? null : formatCents(gain.profit),
          fees: formatCents(gain.fees),
          accountNumber: number,
        })),
      ),
    )
  },
})

const yearColumns: readonly ReportColumn[] = [
  { field: 'year', header: 'Year', type: 'TEXT', canBeSort: true },
  { field: 'lots', header: 'Lots', type: 'INTEGER', canBeSort: true, isSummed: true },
  { field: 'cost', header: 'Cost', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'proceeds', header: 'Proceeds', type: 'DOLLAR', canBeSort: true, isSummed: true },
  {
    field: 'profit',
    header: 'Profit',
    description: 'Before fees, of the lots whose cost is known.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  { field: 'fees', header: 'Fees', type: 'DOLLAR', canBeSort: true, isSummed: true },
  {
    field: 'income',
    header: 'Income',
    description: 'Dividends and interest.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'result',
    header: 'Result',
    description: 'Profit less fees, plus income.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'unknown',
    header: 'Unknown',
    description: 'Lots whose profit is not known; the sums leave them out.',
    type: 'INTEGER',
    canBeSort: true,
    isSummed: true,
  },
  accountColumn,
]

interface YearSums {
  readonly lots: number
  readonly unknown: number
  readonly cost: bigint
  readonly proceeds: bigint
  readonly profit: bigint
  readonly fees: bigint
  readonly income: bigint
}
const nothing: YearSums = { lots: 0, unknown: 0, cost: 0n, proceeds: 0n, profit: 0n, fees: 0n, income: 0n }

export const realisedGainsByYear = defineReport({
  key: 'realised-gains-by-year',
  name: 'Realised gains by year',
  category: 'Account',
  description:
    'What each year realised by lots, first in first out. Profit is before fees; the result is after them, with dividends and interest.',
  rights: [],
  filters: [accountFilter],
  columns: yearColumns,
  orderBy: { field: 'year', direction: 'DESC' },
  graph: { kind: 'BAR', x: 'year', series: ['profit', 'income', 'result'] },
  basis: readingBasis,
  rows: async (reader, choices) => {
    const profits = await readProfits(reader, choices, { fromDate: null, toDate: null })
    return computedRows(
      yearColumns,
      profits.flatMap(({ number, gains, incomes }) => {
        const years = new Map<string, YearSums>()
        const of = (day: string): [string, YearSums] => [day.slice(0, 4), years.get(day.slice(0, 4)) ?? nothing]
        for (const gain of gains) {
          const [year, sums] = of(gain.closedDay)
          const isKnown = gain.profit !== null
          years.set(year, {
            ...sums,
            lots: sums.lots + 1,
            unknown: sums.unknown + (isKnown ? 0 : 1),
            fees: sums.fees + gain.fees,
            cost: sums.cost + (isKnown ? (gain.cost ?? 0n) : 0n),
            proceeds: sums.proceeds + (isKnown ? (gain.proceeds ?? 0n) : 0n),
            profit: sums.profit + (gain.profit ?? 0n),
          })
        }
        for (const { day, amount } of incomes) {
          const [year, sums] = of(day)
          years.set(year, { ...sums, income: sums.income + amount })
        }
        return [...years].map(([year, sums]): ComputedRow => ({
          year,
          lots: sums.lots,
          unknown: sums.unknown,
          accountNumber: number,
          cost: dollars(sums.cost),
          proceeds: dollars(sums.proceeds),
          profit: dollars(sums.profit),
          fees: dollars(sums.fees),
          income: dollars(sums.income),
          result: dollars(sums.profit - sums.fees + sums.income),
        }))
      }),
    )
  },
})

const dollars = (cents: bigint): string => formatCents(cents as never)
