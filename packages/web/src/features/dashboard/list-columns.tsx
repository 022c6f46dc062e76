// The columns of the dashboard's lists: two-line cells in the panel, separate columns in full screen.
import type { ListTiming, Mover, NewHigh, NewIpo, NewLow } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { openGraph, type GraphTiming } from '../../kernel/graph-modal.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { Change } from '../../ui/figure/change.tsx'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { moneyColumn, percentColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import classes from './dashboard.module.css'

interface Named {
  readonly code: string
  readonly name: string
}

/** A code that opens the graph modal. */
function CodeButton({ row, timing }: { readonly row: Named; readonly timing: GraphTiming }) {
  return (
    <UnstyledButton
      className={classes['code']}
      onClick={() => openGraph({ code: row.code, timing })}
      aria-label={`Graph of ${row.code}, ${row.name}`}
    >
      {row.code}
    </UnstyledButton>
  )
}

/** `isYielding`: long text gives way to the figures next to it. */
function TwoLines({
  first,
  second,
  isYielding,
}: {
  readonly first: ReactNode
  readonly second: ReactNode
  readonly isYielding?: boolean
}) {
  return (
    <div className={classes['two']} data-yielding={isYielding}>
      <div>{first}</div>
      <div className={classes['second']}>{second}</div>
    </div>
  )
}

const price = (value: number | null): string =>
  value === null ? absent : formatMoney(String(value), { isPlain: true, decimals: value < 1 ? 4 : 2 })

const twoLineCode = <Row extends Named>(timing: GraphTiming): Column<Row> => ({
  id: 'code',
  header: 'Code',
  isFixed: true,
  width: '100%',
  sortValue: (row) => row.code,
  text: (row) => row.code,
  render: (row) => <TwoLines isYielding first={<CodeButton row={row} timing={timing} />} second={row.name} />,
})

const codeAndName = <Row extends Named>(timing: GraphTiming): Column<Row>[] => [
  textColumn<Row>({
    id: 'code',
    header: 'Code',
    value: (row) => row.code,
    isFixed: true,
    render: (row) => <CodeButton row={row} timing={timing} />,
  }),
  textColumn<Row>({ id: 'name', header: 'Name', value: (row) => row.name }),
]

const priceColumn = <Row extends object>(id: string, header: string, value: (row: Row) => number | null): Column<Row> =>
  moneyColumn<Row>({
    id,
    header,
    format: { isPlain: true },
    value: (row) => (value(row) === null ? null : String(value(row))),
  })

/** The list's price until the live one arrives; an instrument without a price has no live one. */
function LastPrice({ code, listed }: { readonly code: string; readonly listed: number | null }) {
  const place = useRef<HTMLSpanElement>(null)
  const last = useLastPrice(code, place)
  return <span ref={place}>{price(listed === null ? null : (last ?? listed))}</span>
}

const lastColumn = <Row extends Named>(value: (row: Row) => number | null): Column<Row> => ({
  ...priceColumn<Row>('last', 'Last', value),
  render: (row) => <LastPrice code={row.code} listed={value(row)} />,
})

const openKeys = { DAILY: 'dailyOpen', WEEK: 'weekOpen', MONTH: 'monthOpen', YEAR: 'yearOpen' } as const

/** Returns the percent change from the open of the period to the last close. */
export const changeOf = (row: Mover, timing: ListTiming): number => (row.dailyClose / row[openKeys[timing]] - 1) * 100

/** From the first open of the period to the last price; a day's change excludes the overnight gap. */
const changeHeaders: Readonly<Record<ListTiming, string>> = {
  DAILY: 'Since open',
  WEEK: 'Week to date',
  MONTH: 'Month to date',
  YEAR: 'Year to date',
}
const changeHeader = (timing: ListTiming): string => changeHeaders[timing]

export function moverColumns(timing: ListTiming, isWide: boolean): Column<Mover>[] {
  if (isWide) {
    return [
      ...codeAndName<Mover>(timing),
      priceColumn('open', 'Open of period', (row) => row[openKeys[timing]]),
      lastColumn((row) => row.dailyClose),
      percentColumn({
        id: 'change',
        header: changeHeader(timing),
        value: (row) => changeOf(row, timing),
        isChange: true,
      }),
    ]
  }
  return [
    twoLineCode(timing),
    {
      id: 'change',
      header: changeHeader(timing),
      align: 'right',
      sortValue: (row) => changeOf(row, timing),
      render: (row) => (
        <TwoLines
          first={<Change percent={changeOf(row, timing).toFixed(6)} />}
          second={<LastPrice code={row.code} listed={row.dailyClose} />}
        />
      ),
    },
  ]
}

export function highColumns(timing: ListTiming, isWide: boolean): Column<NewHigh>[] {
  if (isWide)
    return [
      ...codeAndName<NewHigh>(timing),
      priceColumn('high', 'High', (row) => row.maxH),
      textColumn({ id: 'day', header: 'Date', value: (row) => row.maxHDate }),
    ]
  return [
    twoLineCode(timing),
    {
      id: 'high',
      header: 'High, date',
      align: 'right',
      render: (row) => <TwoLines first={price(row.maxH)} second={row.maxHDate} />,
    },
  ]
}

export function lowColumns(timing: ListTiming, isWide: boolean): Column<NewLow>[] {
  if (isWide)
    return [
      ...codeAndName<NewLow>(timing),
      priceColumn('low', 'Low', (row) => row.minH),
      textColumn({ id: 'day', header: 'Date', value: (row) => row.minHDate }),
    ]
  return [
    twoLineCode(timing),
    {
      id: 'low',
      header: 'Low, date',
      align: 'right',
      render: (row) => <TwoLines first={price(row.minH)} second={row.minHDate} />,
    },
  ]
}

export function ipoColumns(isWide: boolean): Column<NewIpo>[] {
  if (isWide) {
    return [
      ...codeAndName<NewIpo>('MONTH'),
      textColumn({ id: 'type', header: 'Type', value: (row) => row.assetType }),
      lastColumn((row) => row.lastClose),
      textColumn({ id: 'listed', header: 'Listed', value: (row) => row.ipo_date }),
    ]
  }
  return [
    twoLineCode('MONTH'),
    {
      id: 'listed',
      header: 'Last, listed',
      align: 'right',
      render: (row) => <TwoLines first={<LastPrice code={row.code} listed={row.lastClose} />} second={row.ipo_date} />,
    },
  ]
}
