// The chain of one company: a day for each side, all expirations as tabs, and the desk. The tabs set both sides; the
// pickers set one, so that calls of one expiration stand beside puts of another.
// Source: docs/rules/trading.md, "Option management".
import type { OptionContract, OptionExpiration } from '@clubfolio/contract'
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { DayPicker } from '../../ui/day-picker.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { atTheMoney, type ChainRow, type ChainSide, shortDay } from './chain.ts'
import { chainColumns, contractColumns } from './chain-columns.tsx'
import { ChainDesk, type ChainDeskProps } from './chain-desk.tsx'
import classes from './option.module.css'

export interface ChainViewProps extends Pick<ChainDeskProps, 'legs' | 'onPick' | 'price'> {
  readonly code: string
  /** Undefined while they are loading. */
  readonly rows: readonly ChainRow[] | undefined
  readonly expirations: readonly OptionExpiration[]
  readonly days: Readonly<Record<ChainSide, string | undefined>>
  readonly onDays: (days: Partial<Record<ChainSide, string>>) => void
}

const rowId = (contract: OptionContract) => contract.symbol

export function ChainView({ code, rows, expirations, days, onDays, ...desk }: ChainViewProps) {
  const isPhone = usePhone()
  const contracts = useMemo(() => rows?.flatMap(({ call, put }) => [call ?? [], put ?? []].flat()), [rows])
  const view = useTableView({
    columns: chainColumns,
    rows: contracts,
    rowId,
    ...useChosenColumns('chainDesk'),
  })
  const file = { ...view, visibleColumns: [...contractColumns, ...view.visibleColumns] }
  const both = days.CALL === days.PUT ? days.CALL : undefined
  const strikes = useMemo(() => rows?.map(({ strike }) => strike) ?? [], [rows])
  return (
    <>
      <div className={classes['bar']}>
        <SideDay side="CALL" expirations={expirations} day={days.CALL} onDay={(day) => onDays({ CALL: day })} />
        {isPhone ? (
          <NativeSelect
            className={classes['bothDays'] ?? ''}
            label="Expiration"
            value={both ?? ''}
            data={[
              ...(both === undefined ? [{ value: '', label: 'Two expirations' }] : []),
              ...expirations.map((one) => ({ value: one.expirationDate, label: expirationWords(one) })),
            ]}
            onChange={({ currentTarget: { value } }) => value !== '' && onDays({ CALL: value, PUT: value })}
          />
        ) : (
          <fieldset className={classes['expirations']}>
            <legend>Expiration of both sides</legend>
            {expirations.map((one) => (
              <label key={one.expirationDate} className={classes['expiration']} title={expirationWords(one)}>
                <input
                  type="radio"
                  name="expiration"
                  checked={both === one.expirationDate}
                  onChange={() => onDays({ CALL: one.expirationDate, PUT: one.expirationDate })}
                />
                <span data-monthly={one.isStandard || undefined}>
                  {shortDay(one.expirationDate, expirations[0]?.expirationDate)}
                  <small>{`${one.daysToExpiration}d`}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <SideDay side="PUT" expirations={expirations} day={days.PUT} onDay={(day) => onDays({ PUT: day })} />
        <div className={classes['tools']}>
          {isPhone ? null : <ColumnChooser view={view} />}
          <CsvButton view={file} fileName={`${code}-chain-${both ?? ''}`} isQuiet />
        </div>
      </div>
      {rows === undefined ? (
        <p className={classes['fact']} role="status">
          Loading the chain…
        </p>
      ) : rows.length === 0 ? (
        <EmptyState title="No contracts" words="Nobody quotes contracts for this day. Choose another expiration." />
      ) : (
        <ChainDesk
          {...desk}
          rows={rows}
          columns={view.visibleColumns}
          listKey={`${code} ${days.CALL ?? ''} ${days.PUT ?? ''}`}
          middle={atTheMoney(strikes, desk.price)}
          isPhone={isPhone}
          maxHeight="max(300px, calc(100dvh - 310px))"
        />
      )}
    </>
  )
}

const expirationWords = ({ expirationDate, daysToExpiration, isStandard }: OptionExpiration): string =>
  `${expirationDate} · ${daysToExpiration} ${daysToExpiration === 1 ? 'day' : 'days'} left` +
  (isStandard ? ' · monthly' : '')

interface SideDayProps {
  readonly side: ChainSide
  readonly expirations: readonly OptionExpiration[]
  readonly day: string | undefined
  readonly onDay: (day: string) => void
}

function SideDay({ side, expirations, day, onDay }: SideDayProps) {
  const allowed = useMemo(() => new Set(expirations.map(({ expirationDate }) => expirationDate)), [expirations])
  const expiration = expirations.find(({ expirationDate }) => expirationDate === day)
  return (
    <section aria-label={side} className={classes['side']} data-side={side}>
      <h2>{side}</h2>
      {expiration ? (
        <p className={classes['left']}>
          {`${expiration.daysToExpiration} ${expiration.daysToExpiration === 1 ? 'day' : 'days'} left`}
          {expiration.isStandard ? ' · monthly' : ''}
        </p>
      ) : null}
      <div className={classes['day']}>
        <DayPicker
          label={`Expiration of ${side === 'CALL' ? 'calls' : 'puts'}`}
          value={day ?? null}
          onChange={(chosen) => chosen !== null && onDay(chosen)}
          isAllowed={(candidate) => allowed.has(candidate)}
          {...(expirations[0]
            ? { minDay: expirations[0].expirationDate, maxDay: expirations.at(-1)!.expirationDate }
            : {})}
        />
      </div>
    </section>
  )
}
