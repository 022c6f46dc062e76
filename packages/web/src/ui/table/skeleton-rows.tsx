// Bars in the shape of the rows, for the first load only. They are static under reduced motion.
import type { Column } from './column.tsx'
import classes from './table.module.css'

/** Widths in percent, varied so that the bars look like words; fixed, so that nothing jumps. */
const widths = [62, 78, 54, 70, 84, 58, 66]

export function SkeletonRows<Row extends object>({
  columns,
  count,
  hasActions,
}: {
  readonly columns: readonly Column<Row>[]
  readonly count: number
  readonly hasActions: boolean
}) {
  return Array.from({ length: count }, (_row, rowIndex) => (
    <tr key={rowIndex} aria-hidden>
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-align={column.align ?? 'left'}
          data-first={index === 0 || undefined}
          data-action={column.isAction}
        >
          <span
            className={classes['bar']}
            style={{ width: `${widths[(rowIndex * 3 + index * 2) % widths.length]}%` }}
          />
        </td>
      ))}
      {hasActions ? <td /> : null}
    </tr>
  ))
}
