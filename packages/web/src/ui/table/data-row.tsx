// One row of a table.
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Column } from './column.tsx'
import classes from './table.module.css'

/**
 * Profit and loss tint whole rows only on operations, in-the-money only in option chains; buy and sell give order rows
 * a bar; dimmed means disabled or finished.
 */
export type RowTone = 'profit' | 'loss' | 'buy' | 'sell' | 'dimmed' | 'inTheMoney'

export interface DataRowProps<Row extends object> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly onSelect: ((row: Row) => void) | undefined
  readonly tone: RowTone | undefined
  readonly actions: ReactNode
  /** Shows the actions always, not only on hover or focus. */
  readonly areActionsShown: boolean
}

const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('button, a, input, select, textarea, label, [role="switch"], [data-editable]') !== null

export function DataRow<Row extends object>({
  row,
  columns,
  rowIndex,
  isSelected,
  onSelect,
  tone,
  actions,
  areActionsShown,
}: DataRowProps<Row>) {
  const choosing = onSelect
    ? {
        tabIndex: 0,
        'data-choosable': true,
        // A click on a control inside the row belongs to that control.
        onClick: (event: MouseEvent) => !isControl(event.target) && onSelect(row),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
          event.preventDefault()
          onSelect(row)
        },
      }
    : {}
  return (
    <tr
      aria-rowindex={rowIndex}
      data-tone={tone}
      {...(isSelected ? { 'data-selected': true, 'aria-current': true } : {})}
      {...choosing}
    >
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-align={column.align ?? 'left'}
          data-first={index === 0 || undefined}
          data-action={column.isAction}
        >
          {column.render(row)}
        </td>
      ))}
      {actions === undefined ? null : (
        <td className={classes['actions']} data-shown={areActionsShown || undefined}>
          <div className={classes['actionRow']}>{actions}</div>
        </td>
      )}
    </tr>
  )
}
