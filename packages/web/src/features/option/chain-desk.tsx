// The chain as one table: calls, strikes, puts. A bid sells and an ask buys; what that fills is decided by the screen.
// The arrow keys move between prices. On a phone the rows show the four prices, with volatility and open interest
// below.
import type { OptionContract } from '@clubfolio/contract'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { absent, formatMoney } from '../../ui/format/money.ts'
import type { Column } from '../../ui/table/column.tsx'
import { useCentredRow } from '../../ui/table/use-centred-row.ts'
import { useScrollable } from '../../ui/use-scrollable.ts'
import type { ChainRow, ChainSide } from './chain.ts'
import frame from '../../ui/table/table-frame.module.css'
import classes from './chain-desk.module.css'

export type PriceSide = 'BUY' | 'SELL'

export interface ChainDeskProps {
  readonly rows: readonly ChainRow[]
  /** The visible figures of a side besides its prices; beside the strike come the prices. */
  readonly columns: readonly Column<OptionContract>[]
  readonly price: number | null
  /** Identifies the list: the row at the money is centred once for each. */
  readonly listKey: string
  readonly middle: number | undefined
  /** Contracts of the strategy ticket by code, with their sign. */
  readonly legs: ReadonlyMap<string, number>
  readonly isPhone: boolean
  readonly maxHeight: string
  readonly onPick: (contract: OptionContract, side: PriceSide, isAdding: boolean) => void
}

const priceWords = (price: number | null): string =>
  price === null ? absent : formatMoney(String(price), { isPlain: true, decimals: 2 })

const nameOf = ({ putCall, strikePrice, expirationDate }: OptionContract): string =>
  `${strikePrice} ${putCall.toLowerCase()} ${expirationDate}`

export function ChainDesk(props: ChainDeskProps) {
  const { rows, columns, middle, legs, isPhone, maxHeight, onPick } = props
  const scrollRef = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollable(scrollRef)
  const middleIndex = rows.findIndex(({ strike }) => strike === middle)
  useCentredRow(scrollRef, middleIndex, rows.length, props.listKey)
  const [place, setPlace] = useState({ row: -1, column: 1 })
  const focused = {
    row: place.row === -1 ? Math.max(0, middleIndex) : Math.min(place.row, rows.length - 1),
    column: place.column,
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const button = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-column]') : null
    const move = moves[event.key]
    if (button === null || move === undefined) return
    event.preventDefault()
    const row = Math.min(rows.length - 1, Math.max(0, Number(button.dataset['row']) + move.rows))
    const column = Math.min(3, Math.max(0, Number(button.dataset['column']) + move.columns))
    setPlace({ row, column })
    event.currentTarget.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus()
  }

  const priceCell = (contract: OptionContract | undefined, side: PriceSide, at: { row: number; column: number }) => {
    const price = side === 'SELL' ? contract?.bid : contract?.ask
    const held = contract === undefined ? undefined : legs.get(contract.symbol)
    const isLeg = held !== undefined && held > 0 === (side === 'BUY')
    return (
      <td data-money={isIn(contract)} className={classes['priceCell']}>
        {contract === undefined || price === undefined || price === null ? (
          <span className={classes['noPrice']}>{absent}</span>
        ) : (
          <button
            type="button"
            className={classes['price']}
            data-side={side}
            data-leg={isLeg || undefined}
            data-row={at.row}
            data-column={at.column}
            tabIndex={at.row === focused.row && at.column === focused.column ? 0 : -1}
            aria-label={`${side === 'SELL' ? 'Sell' : 'Buy'} ${nameOf(contract)} at ${priceWords(price)}`}
            aria-pressed={isLeg}
            onFocus={() => setPlace(at)}
            onClick={(event: MouseEvent) => onPick(contract, side, event.shiftKey)}
          >
            {priceWords(price)}
          </button>
        )}
      </td>
    )
  }
  const figureCells = (contract: OptionContract | undefined, side: ChainSide): ReactNode =>
    isPhone
      ? null
      : (side === 'CALL' ? columns.toReversed() : columns).map((column) => (
          <td key={column.id} data-money={isIn(contract)}>
            {contract === undefined ? absent : column.render(contract)}
          </td>
        ))
  const heads = (side: ChainSide) =>
    isPhone
      ? null
      : (side === 'CALL' ? columns.toReversed() : columns).map((column) => (
          <th key={column.id} scope="col">
            {column.header}
          </th>
        ))
  const width = isPhone ? 2 : columns.length + 2
  return (
    <div
      ref={scrollRef}
      className={frame['scroll']}
      style={{ maxHeight }}
      tabIndex={isScrollable ? 0 : undefined}
      role="group"
      aria-label="Option chain"
    >
      <table className={`${frame['table']} ${classes['desk']}`} data-phone={isPhone || undefined}>
        <caption className={frame['caption']}>
          Calls and puts by strike. The arrow keys move between prices, Enter picks one, Shift and Enter adds a leg.
        </caption>
        <thead>
          <tr>
            <th colSpan={width} scope="col">
              CALL
            </th>
            <th scope="col" className={classes['strikeHead']} rowSpan={2}>
              Strike
            </th>
            <th colSpan={width} scope="col">
              PUT
            </th>
          </tr>
          <tr>
            {heads('CALL')}
            <th scope="col">Bid</th>
            <th scope="col">Ask</th>
            <th scope="col">Bid</th>
            <th scope="col">Ask</th>
            {heads('PUT')}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {rows.map(({ strike, call, put }, row) => (
            <tr key={strike} data-middle={strike === middle || undefined}>
              {figureCells(call, 'CALL')}
              {priceCell(call, 'SELL', { row, column: 0 })}
              {priceCell(call, 'BUY', { row, column: 1 })}
              <th scope="row" className={classes['strike']}>
                {formatMoney(String(strike), { isPlain: true })}
                {isPhone ? <span className={classes['under']}>{volatilityWords(call ?? put)}</span> : null}
              </th>
              {priceCell(put, 'SELL', { row, column: 2 })}
              {priceCell(put, 'BUY', { row, column: 3 })}
              {figureCells(put, 'PUT')}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const moves: Readonly<Record<string, { readonly rows: number; readonly columns: number }>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -10, columns: 0 },
  PageDown: { rows: 10, columns: 0 },
  Home: { rows: -1_000, columns: 0 },
  End: { rows: 1_000, columns: 0 },
}

const isIn = (contract: OptionContract | undefined): 'in' | undefined => (contract?.inTheMoney ? 'in' : undefined)

const volatilityWords = (contract: OptionContract | undefined): string =>
  contract?.volatility === undefined || contract.volatility === null ? '' : `${contract.volatility.toFixed(1)}%`
