// The unit values of a fund over time.
import {
  divideFractions,
  fractionToNumber,
  formatCents,
  formatUnits,
  unitValueOf,
  unitValueText,
  type Valuation,
} from '@clubfolio/domain'
import { toPercent } from '../../fund/book/figure-text.ts'
import { readFund } from '../../fund/book/load-fund.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { fundBasis } from '../report-basis.ts'
import { defineColumns, defineReport } from '../report-definition.ts'
import { fundFilter, periodFilter } from '../report-filters.ts'

const columns = defineColumns([
  { field: 'day', header: 'Close', type: 'DATE', canBeSort: true },
  { field: 'unitValue', header: 'Unit Value', type: 'UNIT_VALUE', canBeSort: true },
  {
    field: 'changePercent',
    header: 'Change %',
    description: 'Since the close before.',
    type: 'PERCENT',
    canBeSort: true,
  },
  {
    field: 'sinceStart',
    header: 'Since start %',
    description: 'Time-weighted return since the opening.',
    type: 'PERCENT',
    canBeSort: true,
  },
  { field: 'units', header: 'Units', type: 'UNITS', canBeSort: true },
  {
    field: 'fundValue',
    header: 'Fund Value',
    description: 'Broker value and cash outside.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  { field: 'brokerValue', header: 'Broker Value', type: 'DOLLAR', canBeSort: true },
  {
    field: 'cashOutside',
    header: 'Cash Outside',
    description: 'Money that the entries count but the close does not contain yet, or the reverse.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  { field: 'quality', header: 'Quality', type: 'CODE', canBeSort: true },
])

export const fundUnitValues = defineReport({
  key: 'fund-unit-values',
  name: 'Fund unit values',
  category: 'Fund',
  isForMembers: true,
  description: 'Unit value, units and value of the fund at each close.',
  rights: [],
  readers: 'fund-readers',
  filters: [fundFilter, periodFilter()],
  columns,
  orderBy: { field: 'day', direction: 'DESC' },
  graph: { kind: 'LINE', x: 'day', series: ['unitValue'] },
  basis: (reader, choices) => fundBasis(reader, choices.one('account'), choices.period('period')[1]),
  rows: async (reader, choices) => {
    const [from, to] = choices.period('period')
    const { valuations } = (await readFund(reader.services, reader.ownerId, choices.one('account'))).replay
    const rows = valuations.map((one, index): ComputedRow<typeof columns> => ({
      day: one.day,
      unitValue: unitValueText(one.rate),
      changePercent: changeOf(valuations[index - 1], one),
      sinceStart: changeOf(valuations[0], one),
      units: formatUnits(one.units),
      fundValue: formatCents(one.fundValueCents),
      brokerValue: formatCents(one.brokerValueCents),
      cashOutside: formatCents(one.cashOutsideCents),
      quality: one.quality.toUpperCase(),
    }))
    return computedRows(
      columns,
      rows.filter((_row, index) => valuations[index]!.day >= from && valuations[index]!.day <= to),
    )
  },
})

/** In percent; null where there is no starting value. */
function changeOf(before: Valuation | undefined, after: Valuation): number | null {
  const start = before ? fractionToNumber(unitValueOf(before.rate)) : 0
  return start > 0 ? toPercent(fractionToNumber(divideFractions(after.rate, before!.rate)) - 1) : null
}
