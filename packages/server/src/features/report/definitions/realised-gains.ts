// Realised gains of closed positions, by lots first in first out: lot by lot, and summed by year.
import { calendarDaysBetween, type Cents, formatCents, holdingTerm, toCents, toMarketDay } from '@clubfolio/domain'
import { findRealisedProfit } from '../../transaction/find-realised-profit.ts'
import { netGain, sumGains } from '../../transaction/sum-gains.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { readingBasis } from '../report-basis.ts'
import { defineColumns, defineReport, type ReportChoices, type ReportReader } from '../report-definition.ts'
import { accountFilter, periodFilter, readChosenAccounts } from '../report-filters.ts'
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

const lotColumns = defineColumns([
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
  {
    field: 'proceeds',
    header: 'Proceeds',
    description: 'Also of lots whose profit is not known.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
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
    description: 'Of opening and closing, by quantity; also of lots whose profit is not known.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'net',
    header: 'Net',
    description: 'Profit less fees; empty where the cost of the lot is not known.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'term',
    header: 'Term',
    description:
      'Long when held for more than one year: the holding begins the day after the purchase. A short sale is always ' +
      'short term. Empty where the day of purchase is not known.',
    type: 'CODE',
    canBeSort: true,
  },
  accountColumn,
])

export const realisedGainsByLot = defineReport({
  key: 'realised-gains-by-lot',
  name: 'Realised gains by lot',
  category: 'Account',
  description:
    'Every lot, or part of one, that was closed in a period, first in first out. The fund and open positions ' +
    'count by average cost; both agree when a position is flat. Long term is what was held for more than one year.',
  rights: [],
  readers: 'account-owners',
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
        gains.map((gain): ComputedRow<typeof lotColumns> => ({
          closedDay: gain.closedDay,
          instrumentCode: gain.instrumentCode,
          side: gain.side,
          quantity: gain.quantity,
          openedDay: gain.openedDay,
          days:
            gain.openedDay === null
              ? null
              : calendarDaysBetween(toMarketDay(gain.openedDay), toMarketDay(gain.closedDay)),
          cost: dollarsOrNull(gain.cost),
          proceeds: dollarsOrNull(gain.proceeds),
          profit: dollarsOrNull(gain.profit),
          fees: formatCents(gain.fees),
          net: dollarsOrNull(netGain(gain)),
          term: holdingTerm(gain) ?? null,
          accountNumber: number,
        })),
      ),
    )
  },
})

const yearColumns = defineColumns([
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
    field: 'net',
    header: 'Net',
    description: 'Profit less fees: short term, long term and undated together.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'shortTerm',
    header: 'Short term',
    description: 'Net of lots held for one year or less, and of short sales.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'longTerm',
    header: 'Long term',
    description: 'Net of lots held for more than one year: the holding begins the day after the purchase.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'undated',
    header: 'Undated',
    description: 'Net of lots whose day of purchase is not known, because it is before the first known transaction.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
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
    description: 'Net plus income.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'unknown',
    header: 'Unknown',
    description: 'Lots whose profit is not known; the sums leave them out, with their fees.',
    type: 'INTEGER',
    canBeSort: true,
    isSummed: true,
  },
  accountColumn,
])

export const realisedGainsByYear = defineReport({
  key: 'realised-gains-by-year',
  name: 'Realised gains by year',
  category: 'Account',
  description:
    'What each year realised by lots, first in first out. Profit is before fees; the result is after them, with ' +
    'dividends and interest.',
  rights: [],
  readers: 'account-owners',
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
        const years = new Set([
          ...gains.map(({ closedDay }) => yearOf(closedDay)),
          ...incomes.map(({ day }) => yearOf(day)),
        ])
        return [...years].map((year): ComputedRow<typeof yearColumns> => {
          const { lots, unknown, ...sums } = sumGains(gains.filter(({ closedDay }) => yearOf(closedDay) === year))
          const income = incomes.reduce((sum, { day, amount }) => (yearOf(day) === year ? sum + amount : sum), 0n)
          return {
            year,
            lots,
            unknown,
            accountNumber: number,
            cost: formatCents(sums.cost),
            proceeds: formatCents(sums.proceeds),
            profit: formatCents(sums.profit),
            fees: formatCents(sums.fees),
            net: formatCents(sums.net),
            shortTerm: formatCents(sums.shortTerm),
            longTerm: formatCents(sums.longTerm),
            undated: formatCents(sums.undated),
            income: formatCents(toCents(income)),
            result: formatCents(toCents(sums.net + income)),
          }
        })
      }),
    )
  },
})

const yearOf = (day: string): string => day.slice(0, 4)
const dollarsOrNull = (cents: Cents | null): string | null => (cents === null ? null : formatCents(cents))
