// The heat map as a table: the same instruments and figures, for sorting, reading aloud and saving as CSV.
import type { ListTiming } from '@clubfolio/contract'
import { CodeButton } from '../../ui/code-button.tsx'
import { formatBigNumber } from '../../ui/format/number.ts'
import { Absent, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { changeWords, sizeWords } from './heat-map-place.ts'
import type { HeatMapRow } from './map-groups.ts'

const big = (id: string, header: string, value: (row: HeatMapRow) => number | null): Column<HeatMapRow> => ({
  id,
  header,
  align: 'right',
  render: (row) => formatBigNumber(value(row)),
  sortValue: value,
  text: (row) => String(value(row) ?? ''),
})

export const heatMapColumns = (timing: ListTiming, onOpen: (code: string) => void): Column<HeatMapRow>[] => [
  textColumn({
    id: 'code',
    header: 'Code',
    isFixed: true,
    value: (row) => row.code,
    render: ({ code, name }) =>
      code === null ? <Absent /> : <CodeButton code={code} name={name} onOpen={() => onOpen(code)} />,
  }),
  percentColumn({
    id: 'change',
    header: 'Change',
    help: `Percent ${changeWords[timing]}.`,
    value: (row) => row.changePercent,
    isChange: true,
  }),
  textColumn({ id: 'name', header: 'Name', value: (row) => row.name }),
  textColumn({ id: 'sector', header: 'Sector', value: (row) => row.sector }),
  big('cap', sizeWords.MARKET_CAP, (row) => row.marketCap),
  big('volume', sizeWords.VOLUME, (row) => row.volume),
]
