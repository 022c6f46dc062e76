// The list of trades on a phone: a row of two lines for each, with what matters first, and nothing to scroll sideways.
import type { TradeOrder, TradeRow } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { Change } from '../../ui/figure/change.tsx'
import { describeCodes, describeHolding, formatR, sideWords } from './journal-words.ts'
import classes from './journal.module.css'

export interface TradeStackProps {
  readonly rows: readonly TradeRow[]
  /** What the rows are ordered by: a best or worst result takes the place of R. */
  readonly orderBy: TradeOrder
  readonly onOpen: (row: TradeRow) => void
}

export function TradeStack({ rows, orderBy, onOpen }: TradeStackProps) {
  return (
    <ul className={classes['stack']} aria-label="Trades">
      {rows.map((row) => (
        <li key={`${row.accountId} ${row.tradeId}`}>
          <UnstyledButton className={classes['stackRow']} onClick={() => onOpen(row)}>
            <span className={classes['stackMain']}>
              <strong>{describeCodes(row)}</strong>
              <span>{sideWords[row.side]}</span>
            </span>
            <Change money={row.result} />
            <span className={classes['stackSecond']}>
              {[
                row.closedDay ?? `Open since ${row.openedDay ?? 'before the first transaction'}`,
                ...(row.closedDay === null ? [] : [describeHolding(row)]),
                ...(row.setup === '' ? [] : [row.setup]),
                ...row.tags,
              ].join(' · ')}
            </span>
            <span className={classes['stackSecond']} data-right>
              {orderBy === 'best' || orderBy === 'worst' ? (
                <>
                  {orderBy} <Change money={row[orderBy]} />
                </>
              ) : row.r === null ? (
                ''
              ) : (
                formatR(row.r)
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
