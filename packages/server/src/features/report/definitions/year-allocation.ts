// The allocation of a fund's year: each holder's part of every line, with the basis.
import { allocatedLines } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { readFund } from '../../fund/book/load-fund.ts'
import { mayInFund, personAt } from '../../fund/right/fund-right.ts'
import { toFundYear } from '../../fund/year/find-year.ts'
import { openYear } from '../../fund/year/open-year.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundBasis } from '../report-basis.ts'
import { defineColumns, defineReport, type FilterOption, type ReportReader } from '../report-definition.ts'
import { fundFilter } from '../report-filters.ts'

const amount = { type: 'DOLLAR', canBeSort: true, isSummed: true } as const

const columns = defineColumns([
  { field: 'holder', header: 'Holder', type: 'TEXT', canBeSort: true },
  { field: 'shortTerm', header: allocatedLines.shortTerm, ...amount },
  { field: 'longTerm', header: allocatedLines.longTerm, ...amount },
  { field: 'undated', header: allocatedLines.undated, ...amount },
  { field: 'dividends', header: allocatedLines.dividends, ...amount },
  { field: 'interest', header: allocatedLines.interest, ...amount },
  { field: 'brokerFees', header: allocatedLines.brokerFees, ...amount },
  { field: 'expenses', header: allocatedLines.expenses, ...amount },
  { field: 'feesPaid', header: allocatedLines.feesPaid, ...amount },
  { field: 'feesReceived', header: allocatedLines.feesReceived, ...amount },
  {
    field: 'costMethod',
    header: allocatedLines.costMethod,
    description: 'Real less the other lines: lots count first in first out, Real counts average cost.',
    ...amount,
  },
  { field: 'total', header: 'Sum', description: 'All lines of the holder.', ...amount },
  { field: 'real', header: 'Real', description: "The holder's own Real of the year.", ...amount },
  { field: 'basisBefore', header: 'Basis before', ...amount },
  { field: 'lossBefore', header: 'Loss carried before', ...amount },
  { field: 'paidIn', header: 'Paid in', ...amount },
  { field: 'gifts', header: 'Gifts', description: 'Basis that came or went with units given.', ...amount },
  { field: 'takenOut', header: 'Taken out', description: 'Basis that went with what was taken out.', ...amount },
  { field: 'basis', header: 'Basis', ...amount },
  { field: 'lossCarried', header: 'Loss carried', description: 'Loss beyond the basis.', ...amount },
])

const lastYear: FilterOption = { id: 'last', value: 'This year' }

/** The years of all funds that the reader may read. */
const fundYears = async ({ services, ownerId }: ReportReader): Promise<FilterOption[]> => {
  const rows = await services.db
    .selectFrom('account_close as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(sql<string>`to_char(c.day, 'YYYY')`.as('year'))
    .distinct()
    .where(mayInFund('READ', personAt(services.clock, ownerId), 'a'))
    .orderBy('year', 'desc')
    .execute()
  return [lastYear, ...rows.map(({ year }) => ({ id: year, value: year }))]
}

export const yearAllocation = defineReport({
  key: 'year-allocation',
  name: 'Allocation of a year',
  category: 'Fund',
  isForMembers: true,
  description:
    'What each holder has of the gains, income and costs of a year, by the units they had on the day of each, and ' +
    'their basis. For a tax adviser; no tax advice.',
  rights: [],
  readers: 'fund-readers',
  filters: [
    fundFilter,
    { key: 'year', label: 'Year', description: 'A calendar year.', type: 'SELECT', options: fundYears },
  ],
  columns,
  orderBy: { field: 'holder', direction: 'ASC' },
  basis: (reader, choices) => {
    const year = choices.one('year')
    return fundBasis(reader, choices.one('account'), year === lastYear.id ? undefined : `${year}-12-31`)
  },
  rows: async (reader, choices) => {
    const fund = await readFund(reader.services, reader.ownerId, choices.one('account'))
    const year = choices.one('year')
    // Another fund of the reader may be older.
    if (year !== lastYear.id && year < fund.records.opening.day.slice(0, 4)) return computedRows(columns, [])
    const { holders } = toFundYear(await openYear(reader.services, fund, year))
    return computedRows(
      columns,
      holders.map(({ name, lines, total, real, basis }): ComputedRow<typeof columns> => ({
        holder: name,
        shortTerm: formatCents(lines.shortTerm),
        longTerm: formatCents(lines.longTerm),
        undated: formatCents(lines.undated),
        dividends: formatCents(lines.dividends),
        interest: formatCents(lines.interest),
        brokerFees: formatCents(lines.brokerFees),
        expenses: formatCents(lines.expenses),
        feesPaid: formatCents(lines.feesPaid),
        feesReceived: formatCents(lines.feesReceived),
        costMethod: formatCents(lines.costMethod),
        total: formatCents(total),
        real: formatCents(real),
        basisBefore: formatCents(basis.before),
        lossBefore: formatCents(basis.lossBefore),
        paidIn: formatCents(basis.paidIn),
        gifts: formatCents(basis.gifts),
        takenOut: formatCents(basis.takenOut),
        basis: formatCents(basis.after),
        lossCarried: formatCents(basis.lossAfter),
      })),
    )
  },
})
