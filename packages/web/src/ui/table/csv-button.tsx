// Downloads the table as shown: visible columns, current order, all loaded rows, or every row when the server pages.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../disabled-reason.tsx'
import { downloadText } from '../download-text.ts'
import { useCurrency } from '../figure/currency.tsx'
import { writeCsv } from './csv.ts'
import type { TableView } from './use-table-view.ts'

export interface CsvButtonProps<Row extends object> {
  readonly view: TableView<Row>
  /** Without the extension: "accounts". */
  readonly fileName: string
  /** Quiet style, for a panel's header. */
  readonly isQuiet?: boolean
  /** Fetches every row when the table holds only a page; it must report its own failures. */
  readonly loadRows?: () => Promise<readonly Row[]>
}

const quiet = { '--cf-button-text': 'var(--cf-dimmed)' }

export function CsvButton<Row extends object>({ view, fileName, isQuiet = false, loadRows }: CsvButtonProps<Row>) {
  const [isLoading, setLoading] = useState(false)
  const currency = useCurrency()
  const isEmpty = !view.rows || view.rows.length === 0
  const download = async () => {
    setLoading(true)
    try {
      const rows = loadRows ? await loadRows() : (view.rows ?? [])
      downloadText(`${fileName}.csv`, 'text/csv;charset=utf-8', writeCsv(view.visibleColumns, rows, currency))
    } catch {
      // The failure listener has shown the reason.
    } finally {
      setLoading(false)
    }
  }
  return (
    <DisabledReason reason={isEmpty ? 'There are no rows to download' : undefined}>
      <Button
        variant={isQuiet ? 'subtle' : 'default'}
        size={isQuiet ? 'xs' : 'sm'}
        leftSection={<IconDownload size={isQuiet ? 14 : 16} stroke={1.6} />}
        {...(isQuiet ? { style: quiet } : {})}
        loading={isLoading}
        onClick={() => void download()}
      >
        CSV
      </Button>
    </DisabledReason>
  )
}
