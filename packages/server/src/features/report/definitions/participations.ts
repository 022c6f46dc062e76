// Each holder's part of a fund at the end of a day.
import {
  formatCents,
  formatUnits,
  holderFigures,
  replayFund,
  unallocatedHolderId,
  unitValueText,
  toMarketDay,
} from '@clubfolio/domain'
import { distinctHolderNames } from '../../fund/book/member-names.ts'
import { readFund } from '../../fund/book/load-fund.ts'
import { mayInFund, personAt } from '../../fund/right/fund-right.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundBasis } from '../report-basis.ts'
import { defineColumns, defineReport, type FilterOption, type ReportReader } from '../report-definition.ts'
import { fundFilter } from '../report-filters.ts'

const columns = defineColumns([
  { field: 'holder', header: 'Member', type: 'TEXT', canBeSort: true },
  {
    field: 'amount',
    header: 'Amount',
    description: 'Dealt contributions less dealt retributions.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  { field: 'participationPercent', header: 'Participation %', type: 'PERCENT', canBeSort: true, isSummed: true },
  { field: 'profitLostAmount', header: 'Profit / Lost', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'realProfit', header: 'Real Profit', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'floatingProfit', header: 'Floating Profit', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'value', header: 'Value', type: 'DOLLAR', canBeSort: true, isSummed: true },
  { field: 'units', header: 'Units', type: 'UNITS', canBeSort: true, isSummed: true },
  { field: 'unitValue', header: 'Unit Value', type: 'UNIT_VALUE', canBeSort: false },
])

const lastClose: FilterOption = { id: 'LAST', value: 'Now' }

const closeDays = async ({ services, ownerId }: ReportReader): Promise<FilterOption[]> => {
  const rows = await services.db
    .selectFrom('account_close as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select('c.day')
    .distinct()
    .where(mayInFund('READ', personAt(services.clock, ownerId), 'a'))
    .orderBy('c.day', 'desc')
    .execute()
  return [lastClose, ...rows.map(({ day }) => ({ id: day, value: day }))]
}

export const participations = defineReport({
  key: 'participations',
  name: 'Participations as of a date',
  category: 'Fund',
  isForMembers: true,
  description: 'What each member holds of the fund, with their profit, at the end of a session.',
  rights: [],
  readers: 'fund-readers',
  filters: [
    fundFilter,
    { key: 'asOf', label: 'As of', description: 'Now, or the end of a session.', type: 'SELECT', options: closeDays },
  ],
  columns,
  orderBy: { field: 'holder', direction: 'ASC' },
  graph: { kind: 'BAR', x: 'holder', series: ['value'] },
  basis: (reader, choices) =>
    fundBasis(reader, choices.one('account'), choices.one('asOf') === lastClose.id ? undefined : choices.one('asOf')),
  rows: async (reader, choices) => {
    const fund = await readFund(reader.services, reader.ownerId, choices.one('account'))
    const asOf = choices.one('asOf')
    const isNow = asOf === lastClose.id
    if (!isNow && asOf < fund.records.opening.day) return computedRows(columns, [])
    const replay = isNow ? fund.replay : replayFund(fund.records, toMarketDay(asOf))
    const figures = isNow ? fund.figures : holderFigures(replay)
    const nameOf = distinctHolderNames(fund)
    return computedRows(
      columns,
      figures
        .filter(
          ({ holderId, units, valueCents, amountCents }) =>
            units !== 0n || valueCents !== 0n || (holderId !== unallocatedHolderId && amountCents !== 0n),
        )
        .map((one): ComputedRow<typeof columns> => ({
          holder: nameOf(one.holderId),
          amount: formatCents(one.amountCents),
          participationPercent: one.percentHundredths / 100,
          profitLostAmount: formatCents(one.profitLostCents),
          realProfit: formatCents(one.realCents),
          floatingProfit: formatCents(one.floatingCents),
          value: formatCents(one.valueCents),
          units: formatUnits(one.units),
          unitValue: unitValueText(replay.rate),
        })),
    )
  },
})
