// The columns of a run, with everything that can be asked for.
import { averageVolumeName, type ScreenRow } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { openGraph } from '../../kernel/graph-modal.ts'
import { absent } from '../../ui/format/money.ts'
import { formatBigNumber } from '../../ui/format/number.ts'
import { moneyColumn, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import classes from './screener.module.css'

const big = (id: string, header: string, value: (row: ScreenRow) => number | null, isHiddenAtFirst = false): Column<ScreenRow> => ({
  id, header, align: 'right', isHiddenAtFirst, render: (row) => formatBigNumber(value(row)), sortValue: value, text: (row) => String(value(row) ?? ''),
})
const percent = (id: string, header: string, value: (row: ScreenRow) => number | null, isChange = false, isHiddenAtFirst = false) => percentColumn<ScreenRow>({ id, header, value, isChange, isHiddenAtFirst })

export const screenColumns: readonly Column<ScreenRow>[] = [
  textColumn({
    id: 'code', header: 'Code', isFixed: true, value: (row) => row.code,
    render: (row) => <UnstyledButton className={classes['code']} aria-label={`Graph of ${row.code}, ${row.name}`} onClick={() => openGraph({ code: row.code, timing: 'DAILY' })}>{row.code}</UnstyledButton>,
  }),
  textColumn({ id: 'name', header: 'Name', value: (row) => row.name }),
  textColumn({ id: 'type', header: 'Type', value: (row) => row.assetType }),
  textColumn({ id: 'sector', header: 'Sector', value: (row) => row.sector }),
  moneyColumn({ id: 'price', header: 'Price', value: (row) => String(row.price) }),
  percent('day', 'Since prior close', (row) => row.dailyChange, true),
  percent('week', 'Week to date', (row) => row.weekChange, true, true),
  percent('month', 'Month to date', (row) => row.monthChange, true),
  percent('year', 'Year to date', (row) => row.yearChange, true, true),
  percent('belowHigh', 'Below 52-week high', (row) => row.belowHigh),
  percent('aboveLow', 'Above 52-week low', (row) => row.aboveLow, false, true),
  { id: 'rsi', header: 'RSI(14)', align: 'right', render: (row) => row.rsi14?.toFixed(1) ?? absent, sortValue: (row) => row.rsi14, text: (row) => String(row.rsi14 ?? '') },
  percent('sma20', 'Over SMA(20)', (row) => row.overSma20, true, true),
  percent('sma50', 'Over SMA(50)', (row) => row.overSma50, true),
  percent('sma200', 'Over SMA(200)', (row) => row.overSma200, true, true),
  big('volume', averageVolumeName, (row) => row.averageVolume),
  big('cap', 'Market cap', (row) => row.marketCap),
  { id: 'ipo', header: 'IPO year', align: 'right', isHiddenAtFirst: true, render: (row) => row.ipoYear ?? absent, sortValue: (row) => row.ipoYear, text: (row) => String(row.ipoYear ?? '') },
]
