// A page for the benchmark of long tables (bench/table-rows.ts): our table of transactions, and one written the way that
// TanStack's example of virtual rows is, on the same rows. The product does not contain it.
import '@mantine/core/styles.layer.css'
import '../app/theme/global.css'
import { MantineProvider } from '@mantine/core'
import type { Transaction } from '@clubfolio/contract'
import {
  columnSizingFeature,
  createSortedRowModel,
  rowSortingFeature,
  flexRender,
  sortFns,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { resolveCssVariables } from '../app/theme/css-variables.ts'
import { theme } from '../app/theme/theme.ts'
import { transactionColumns } from '../features/transaction/transaction-columns.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useTableView } from '../ui/table/use-table-view.ts'
import type { TablePage } from './measured-table.ts'

declare global {
  interface Window {
    tablePage: TablePage
  }
}

const heightPx = 800
const patienceMs = 60_000
const rowsOf = new Map<number, readonly Transaction[]>()

function makeRows(count: number): readonly Transaction[] {
  const known = rowsOf.get(count)
  if (known) return known
  const firstMs = Date.parse('2016-01-04T15:00:00Z')
  const rows = Array.from({ length: count }, (_, index): Transaction => {
    const booked = new Date(firstMs + index * 45 * 60_000).toISOString()
    return {
      transactionId: String(70_000_000_000 + index),
      type: index % 9 === 0 ? 'DIVIDEND_OR_INTEREST' : 'TRADE',
      // Neither ascending nor descending, each amount once, and the first row not the least.
      netAmount: (((index * 7_919 + 31) % count) - count / 2) / 100,
      description: `Bought ${index % 900} OSTV at 388.0${index % 10}`,
      orderId: String(80_000_000_000 + index),
      transactionDate: booked,
      tradeDate: booked.slice(0, 10),
      number: '4711',
    }
  })
  rowsOf.set(count, rows)
  return rows
}

function OurTable({ rows }: { readonly rows: readonly Transaction[] }) {
  const view = useTableView({ columns: transactionColumns, rows, rowId: (row) => row.transactionId })
  return <DataTable view={view} label="Transactions" empty="None" maxHeight={heightPx} />
}

const exampleFeatures = tableFeatures({
  columnSizingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
})
const exampleColumns: ColumnDef<typeof exampleFeatures, Transaction>[] = [
  { accessorKey: 'transactionId', header: 'Transaction ID' },
  { accessorKey: 'type', header: 'Type' },
  { accessorKey: 'netAmount', header: 'Net Amount' },
  { accessorKey: 'description', header: 'Description' },
  { accessorKey: 'orderId', header: 'Order ID' },
  {
    accessorFn: (row) => new Date(row.transactionDate),
    id: 'transactionDate',
    header: 'Transaction Date',
    cell: (info) => info.getValue<Date>().toLocaleString(),
  },
  { accessorKey: 'number', header: 'Account' },
]

/** Rows of measured height at absolute places, as in the example. */
function ExampleTable({ rows: data }: { readonly rows: readonly Transaction[] }) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const table = useTable({ features: exampleFeatures, columns: exampleColumns, data })
  const { rows } = table.getRowModel()
  // oxlint-disable-next-line react/incompatible-library -- as the example does
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => 33,
    getScrollElement: () => scrollRef.current,
    measureElement: (element) => element.getBoundingClientRect().height,
    overscan: 5,
  })
  return (
    <div ref={scrollRef} role="group" style={{ overflow: 'auto', position: 'relative', height: heightPx }}>
      <table style={{ display: 'grid' }}>
        <thead style={{ display: 'grid', position: 'sticky', top: 0, zIndex: 1 }}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} style={{ display: 'flex', width: '100%' }}>
              {group.headers.map((header) => (
                <th key={header.id} style={{ display: 'flex', width: header.getSize() }}>
                  <button type="button" onClick={header.column.getToggleSortingHandler()}>
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </button>
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody style={{ display: 'grid', height: `${virtualizer.getTotalSize()}px`, position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <tr
                  key={row.id}
                  data-index={item.index}
                  ref={(element) => virtualizer.measureElement(element)}
                  style={{
                    display: 'flex',
                    position: 'absolute',
                    transform: `translateY(${item.start}px)`,
                    width: '100%',
                  }}
                >
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} style={{ display: 'flex', width: cell.column.getSize() }}>
                      {flexRender(cell.column.columnDef.cell, cell.getContext())}
                    </td>
                  ))}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const place = document.getElementById('root') ?? document.body
let root: Root | undefined

const firstRow = (): string => {
  const top = document.querySelector('[role=group]')!.getBoundingClientRect().top + 40
  const visible = [...document.querySelectorAll('tbody tr')].find((row) => row.getBoundingClientRect().bottom > top)
  return visible?.textContent ?? ''
}

/** Resolves after the next frame has been painted. */
const painted = (): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(undefined)
    }),
  )

/** Does the work and returns the milliseconds until `isThere` was true in a painted frame. */
async function timed(work: () => void, isThere: () => boolean): Promise<number> {
  const startMs = performance.now()
  work()
  do {
    await painted()
    if (performance.now() - startMs > patienceMs) throw new Error('The rows did not change.')
  } while (!isThere())
  return performance.now() - startMs
}

window.tablePage = {
  async mount(kind, count) {
    const rows = makeRows(count)
    root?.unmount()
    const made = createRoot(place)
    root = made
    return timed(
      () =>
        flushSync(() =>
          made.render(
            <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables}>
              {kind === 'ours' ? <OurTable rows={rows} /> : <ExampleTable rows={rows} />}
            </MantineProvider>,
          ),
        ),
      () => document.querySelectorAll('tbody tr').length > 20 && firstRow().includes('OSTV'),
    )
  },
  async sort(header) {
    const before = firstRow()
    const button = [...document.querySelectorAll<HTMLElement>('thead button')].find((one) =>
      one.textContent.startsWith(header),
    )
    return timed(
      () => button?.click(),
      () => firstRow() !== before,
    )
  },
  async scroll(frames) {
    const box = document.querySelector('[role=group]')!
    let spentMs = 0
    for (let frame = 0; frame < frames; frame++) {
      const before = firstRow()
      spentMs += await timed(
        () => void (box.scrollTop += heightPx * 0.8),
        () => firstRow() !== before,
      )
    }
    return spentMs / frames
  },
  drawn: () => document.querySelectorAll('tbody tr').length,
  unmount() {
    root?.unmount()
    root = undefined
  },
}
document.body.dataset['ready'] = ''
