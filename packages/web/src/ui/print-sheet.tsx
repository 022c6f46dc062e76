// A report on paper: title and facts, then a plain-text table without anything that works only on a screen. Mounting it
// opens the print dialog; `onDone` is called when that closes. Source: docs/rules/interface.md, "Printing".
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useCurrency } from './figure/currency.tsx'
import { fileHeader, type Column } from './table/column.tsx'
import classes from './print-sheet.module.css'

export interface PrintSheetProps<Row extends object> {
  readonly title: string
  /** Account, filters, source and time of the data; each is one line of the head. */
  readonly facts: readonly string[]
  /** Columns without `text` are omitted. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** The last row, one cell per printed column. */
  readonly totals?: readonly string[]
  readonly onDone: () => void
}

export function PrintSheet<Row extends object>({
  title,
  facts,
  columns,
  rows,
  rowId,
  totals,
  onDone,
}: PrintSheetProps<Row>) {
  const printed = columns.filter((column) => column.text !== undefined)
  const isOpened = useRef(false)
  const currency = useCurrency()
  useEffect(() => {
    const shownTitle = document.title
    const done = () => {
      document.title = shownTitle
      onDone()
    }
    window.addEventListener('afterprint', done, { once: true })
    if (!isOpened.current) {
      isOpened.current = true
      // Browsers suggest the document's title as the file name.
      document.title = title
      window.print()
    }
    return () => window.removeEventListener('afterprint', done)
  }, [title, onDone])
  return createPortal(
    <div className={classes['sheet']} data-print-sheet>
      <div className={classes['head']}>
        <h1>{title}</h1>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <table className={classes['table']}>
        <thead>
          <tr>
            {printed.map((column) => (
              <th key={column.id} scope="col" data-align={column.align ?? 'left'}>
                {fileHeader(column, currency)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {printed.map((column) => (
                <td key={column.id} data-align={column.align ?? 'left'}>
                  {column.text?.(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals ? (
          <tfoot>
            <tr>
              {totals.map((total, index) => (
                <td key={printed[index]?.id ?? index} data-align={printed[index]?.align ?? 'left'}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>,
    document.body,
  )
}
