// Downloads what the table shows: visible columns, shown order, all loaded rows.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadText } from '../download-text.ts'
import { writeCsv } from './csv.ts'
import type { TableView } from './use-table-view.ts'

export interface CsvButtonProps<Row extends object> {
  readonly view: TableView<Row>
  /** Without the ending: "accounts". */
  readonly fileName: string
  /** In a panel's header it is quiet. */
  readonly isQuiet?: boolean
}

const quiet = { '--cf-button-text': 'var(--cf-dimmed)' }

export function CsvButton<Row extends object>({ view, fileName, isQuiet = false }: CsvButtonProps<Row>) {
  const isEmpty = !view.rows || view.rows.length === 0
  return (
    <Button
      variant={isQuiet ? 'subtle' : 'default'}
      size={isQuiet ? 'xs' : 'sm'}
      leftSection={<IconDownload size={isQuiet ? 14 : 16} stroke={1.6} />}
      {...(isQuiet ? { style: quiet } : {})}
      disabled={isEmpty}
      {...(isEmpty ? { title: 'There are no rows to download' } : {})}
      onClick={() => downloadText(`${fileName}.csv`, 'text/csv;charset=utf-8', writeCsv(view.visibleColumns, view.rows ?? []))}
    >
      CSV
    </Button>
  )
}
