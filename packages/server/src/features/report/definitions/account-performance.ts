// Monthly gains of an account, excluding deposits and withdrawals.
import {
  formatCents,
  fundLine,
  monthlyReturns,
  timeWeightedReturn,
  type FundReplay,
  toMarketDay,
  toCents,
} from '@clubfolio/domain'
import { toPercent } from '../../fund/book/figure-text.ts'
import { asOfDay } from '../../fund/performance/measure-performance.ts'
import { readAccountReplay } from '../../fund/book/read-account-replay.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundsBasis } from '../report-basis.ts'
import { defineColumns, defineReport } from '../report-definition.ts'
import { accountFilter, readChosenAccounts } from '../report-filters.ts'
import { accountColumn } from './account-columns.ts'

const columns = defineColumns([
  { field: 'month', header: 'Month', type: 'MONTH', canBeSort: true },
  {
    field: 'startValue',
    header: 'Start',
    description: 'At the last close before the month, or at the opening.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  {
    field: 'moved',
    header: 'Paid in and out',
    description: 'Deposits less withdrawals.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'gain',
    header: 'Gain',
    description: 'End less start, without what was paid in and out.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  { field: 'endValue', header: 'End', description: 'At the last close of the month.', type: 'DOLLAR', canBeSort: true },
  {
    field: 'percent',
    header: 'TWR %',
    description: 'Time-weighted return of the month: payments do not count as gain.',
    type: 'PERCENT',
    canBeSort: true,
  },
  {
    field: 'sinceStart',
    header: 'TWR since start %',
    description: 'Time-weighted return since the opening.',
    type: 'PERCENT',
    canBeSort: true,
  },
  accountColumn,
])

export const accountPerformance = defineReport({
  key: 'account-performance',
  name: 'Account performance by month',
  category: 'Account',
  description: 'Value, payments, gain and time-weighted return of each month since the account started.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter],
  columns,
  orderBy: { field: 'month', direction: 'DESC' },
  graph: { kind: 'BAR', x: 'month', series: ['percent'], splitBy: 'accountNumber' },
  basis: fundsBasis,
  rows: async (reader, choices) => {
    const accounts = await readChosenAccounts(reader, choices)
    const rows = await Promise.all(
      accounts.map(async ({ id, number }) =>
        monthRows(await readAccountReplay(reader.services, reader.ownerId, id), number),
      ),
    )
    return computedRows(columns, rows.flat())
  },
})

/** Neither moves money into or out of the fund. */
const noPayment = new Set(['opening', 'opening-share', 'funding', 'transfer', 'left-over'])

function monthRows(replay: FundReplay, accountNumber: string): ComputedRow<typeof columns>[] {
  const { valuations, dealings, records } = replay
  const opening = valuations[0]
  if (!opening) return []
  // The months of Returns and Risk.
  const returns = new Map(monthlyReturns(fundLine(valuations)).map(({ period, total }) => [period, total]))
  const payments = dealings.filter(({ cause }) => !noPayment.has(cause))
  const months = [...new Set([...valuations, ...payments].map(({ day }) => day.slice(0, 7)))].sort()
  return months.map((month) => {
    const [first, last] = [toMarketDay(`${month}-01`), toMarketDay(`${month}-31`)]
    const start = valuations.findLast(({ day }) => day < first) ?? opening
    const isLast = month === months.at(-1)
    // The last month ends with the current fund value, including what was dealt after its last close.
    const endCents = isLast ? replay.fundValueCents : valuations.findLast(({ day }) => day <= last)!.fundValueCents
    const movedCents = payments
      .filter(({ day }) => day >= first && day <= last)
      .reduce((sum, { flowCents }) => sum + flowCents, 0n)
    const until = isLast ? asOfDay(replay) : last
    return {
      month,
      accountNumber,
      startValue: formatCents(start.fundValueCents),
      endValue: formatCents(endCents),
      moved: formatCents(toCents(movedCents)),
      gain: formatCents(toCents(endCents - start.fundValueCents - movedCents)),
      // A month without a close of its own has earned nothing.
      percent: percentOf(returns.has(month) || start.rate.numerator <= 0n ? returns.get(month) : 0),
      sinceStart: percentOf(timeWeightedReturn(valuations, records.opening.day, until)?.total),
    }
  })
}

const percentOf = (total: number | undefined): number | null => (total === undefined ? null : toPercent(total))
