// The columns of a run, covering every available criterion.
import { averageVolumeName, type ScreenRow } from '@clubfolio/contract'
import { openGraph } from '../../kernel/graph-modal.ts'
import { CodeButton } from '../../ui/code-button.tsx'
import { absent } from '../../ui/format/money.ts'
import { formatBigNumber } from '../../ui/format/number.ts'
import { moneyColumn, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'

const big = (
  id: string,
  header: string,
  value: (row: ScreenRow) => number | null,
  isHiddenByDefault = false,
): Column<ScreenRow> => ({
  id,
  header,
  align: 'right',
  isHiddenByDefault,
  render: (row) => formatBigNumber(value(row)),
  sortValue: value,
  text: (row) => String(value(row) ?? ''),
})
interface PercentOptions {
  readonly value: (row: ScreenRow) => number | null
  readonly isChange?: boolean | undefined
  readonly isHiddenByDefault?: boolean | undefined
}

const percent = (id: string, header: string, { value, isChange = false, isHiddenByDefault = false }: PercentOptions) =>
  percentColumn<ScreenRow>({ id, header, value, isChange, isHiddenByDefault })

export const screenColumns: readonly Column<ScreenRow>[] = [
  textColumn({
    id: 'code',
    header: 'Code',
    isFixed: true,
    value: (row) => row.code,
    render: ({ code, name }) => (
      <CodeButton code={code} name={name} onOpen={() => openGraph({ code, timing: 'DAILY' })} />
    ),
  }),
  textColumn({ id: 'name', header: 'Name', value: (row) => row.name }),
  textColumn({ id: 'type', header: 'Type', value: (row) => row.assetType }),
  textColumn({ id: 'sector', header: 'Sector', value: (row) => row.sector }),
  moneyColumn({ id: 'price', header: 'Close', value: (row) => String(row.price) }),
  percent('day', 'Change of the day', { value: (row) => row.dailyChange, isChange: true }),
  percent('week', 'Week to date', { value: (row) => row.weekChange, isChange: true, isHiddenByDefault: true }),
  percent('month', 'Month to date', { value: (row) => row.monthChange, isChange: true }),
  percent('year', 'Year to date', { value: (row) => row.yearChange, isChange: true, isHiddenByDefault: true }),
  percent('belowHigh', 'Below 52-week high', { value: (row) => row.belowHigh }),
  percent('aboveLow', 'Above 52-week low', { value: (row) => row.aboveLow, isChange: false, isHiddenByDefault: true }),
  {
    id: 'rsi',
    header: 'RSI(14)',
    align: 'right',
    render: (row) => row.rsi14?.toFixed(1) ?? absent,
    sortValue: (row) => row.rsi14,
    text: (row) => String(row.rsi14 ?? ''),
  },
  percent('sma20', 'Over SMA(20)', { value: (row) => row.overSma20, isChange: true, isHiddenByDefault: true }),
  percent('sma50', 'Over SMA(50)', { value: (row) => row.overSma50, isChange: true }),
  percent('sma200', 'Over SMA(200)', { value: (row) => row.overSma200, isChange: true, isHiddenByDefault: true }),
  big('volume', averageVolumeName, (row) => row.averageVolume),
  big('cap', 'Market cap', (row) => row.marketCap),
  {
    id: 'ipo',
    header: 'IPO year',
    align: 'right',
    isHiddenByDefault: true,
    render: (row) => row.ipoYear ?? absent,
    sortValue: (row) => row.ipoYear,
    text: (row) => String(row.ipoYear ?? ''),
  },
]
