// The sticky header; a click sorts, ascending first.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { TapTooltip } from '../tap-tooltip.tsx'
import classes from './table.module.css'
import type { TableView } from './use-table-view.ts'

export function TableHead<Row extends object>({
  view,
  hasActions,
  areActionsShown,
}: {
  readonly view: TableView<Row>
  readonly hasActions: boolean
  readonly areActionsShown: boolean
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {view.visibleColumns.map((column, index) => {
          const sort = view.sort?.columnId === column.id ? view.sort : undefined
          const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align ?? 'left'}
              data-first={index === 0 || undefined}
              data-action={column.isAction}
              style={{ width: column.width }}
              {...(sort ? { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' } : {})}
            >
              {column.sortValue ? (
                <TapTooltip label={column.help} disabled={column.help === undefined} maw={320}>
                  <button type="button" className={classes['sort']} onClick={() => view.sortBy(column.id)}>
                    {column.header}
                    {sort ? <Arrow size={12} stroke={2} aria-hidden /> : null}
                  </button>
                </TapTooltip>
              ) : (
                column.header
              )}
            </th>
          )
        })}
        {hasActions ? (
          <th
            scope="col"
            data-align="right"
            className={classes['actionHead']}
            data-shown={areActionsShown || undefined}
          >
            Actions
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
