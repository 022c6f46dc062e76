// Chooses which columns a table shows. The first column and the actions always stay.
import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import classes from './table.module.css'
import type { TableView } from './use-table-view.ts'

export function ColumnChooser<Row extends object>({ view }: { readonly view: TableView<Row> }) {
  const visible = new Set(view.visibleColumns.map((column) => column.id))
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className={classes['chooser']}>
          {view.columns.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={visible.has(column.id)}
              disabled={column.isFixed ?? false}
              onChange={(event) => view.setVisible(column.id, event.currentTarget.checked)}
            />
          ))}
          <Button variant="subtle" size="xs" onClick={view.showAll}>
            Show all
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
