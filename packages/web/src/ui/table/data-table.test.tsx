import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { EmptyState } from '../state/empty-state.tsx'
import { Pager } from '../pager.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { countColumn, moneyColumn, textColumn, type Column } from './column.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { useTableView, type TableViewOptions } from './use-table-view.ts'

interface Holding {
  readonly id: string
  readonly code: string
  readonly shares: number | null
  readonly value: bigint
}

const columns: readonly Column<Holding>[] = [
  textColumn({ id: 'code', header: 'Code', value: (row) => row.code, isCode: true, isFixed: true }),
  countColumn({ id: 'shares', header: 'Shares', value: (row) => row.shares }),
  moneyColumn({ id: 'value', header: 'Value', value: (row) => row.value, total: 'Total' }),
  { id: 'note', header: 'Note', render: (row) => `about ${row.code}` },
]

const holding = (code: string, shares: number | null, value = 0n): Holding => ({ id: code, code, shares, value })
const three = [holding('QUI', 9, 900n), holding('abc', null, 300n), holding('SPY', 10, 1_200n)]

type TableOptions = Partial<Omit<DataTableProps<Holding>, 'view'>> & {
  readonly rows?: readonly Holding[] | undefined
  readonly defaultSort?: TableViewOptions<Holding>['defaultSort']
}

function Holdings({ rows, defaultSort, ...rest }: TableOptions) {
  const view = useTableView({ columns, rows, rowId: (row) => row.id, ...(defaultSort ? { defaultSort } : {}) })
  const empty = <EmptyState title="No holdings yet" words="What you buy appears here." />
  return (
    <>
      <ColumnChooser view={view} />
      <DataTable view={view} label="Holdings" empty={empty} {...rest} />
    </>
  )
}

/** The rows with data, without the header. */
const dataRows = () => screen.getAllByRole('row').slice(1)
const codes = () => dataRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

describe('sorting', () => {
  test('a click on a header sorts ascending, a second one descending', async () => {
    const { user } = await render(<Holdings rows={three} />)
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(codes()).toEqual(['abc', 'QUI', 'SPY'])
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(codes()).toEqual(['SPY', 'QUI', 'abc'])
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('another column starts ascending again', async () => {
    const { user } = await render(<Holdings rows={three} defaultSort={{ columnId: 'value', isDescending: true }} />)
    expect(codes()).toEqual(['SPY', 'QUI', 'abc'])
    await user.click(screen.getByRole('button', { name: 'Code' }))
    expect(codes()).toEqual(['abc', 'QUI', 'SPY'])
    expect(screen.getByRole('columnheader', { name: 'Value' })).not.toHaveAttribute('aria-sort')
  })

  test('absent values come last in both directions', async () => {
    const { user } = await render(<Holdings rows={three} />)
    await user.click(screen.getByRole('button', { name: 'Shares' }))
    expect(codes()).toEqual(['QUI', 'SPY', 'abc'])
    await user.click(screen.getByRole('button', { name: 'Shares' }))
    expect(codes()).toEqual(['SPY', 'QUI', 'abc'])
  })

  test('a column without a value to sort by has no button', async () => {
    await render(<Holdings rows={three} />)
    expect(screen.getByRole('columnheader', { name: 'Note' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Note' })).not.toBeInTheDocument()
  })
})

describe('choosing columns', () => {
  test('a column is hidden and shown again, and the fixed one stays', async () => {
    const { user } = await render(<Holdings rows={three} />)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(await screen.findByRole('checkbox', { name: 'Code' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Shares' }))
    expect(headers()).toEqual(['Code', 'Value', 'Note'])
    await user.click(screen.getByRole('checkbox', { name: 'Value' }))
    expect(headers()).toEqual(['Code', 'Note'])
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(headers()).toEqual(['Code', 'Shares', 'Value', 'Note'])
  })
})

describe('rows', () => {
  test('a click, Enter and Space choose a row, and Tab goes from row to row', async () => {
    const chosen: string[] = []
    const { user } = await render(<Holdings rows={three} onSelect={(row) => chosen.push(row.code)} />)
    await user.click(screen.getByText('about SPY'))
    dataRows()[0]?.focus()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(dataRows()[1]).toHaveFocus()
    await user.keyboard(' ')
    expect(chosen).toEqual(['SPY', 'QUI', 'abc'])
  })

  test('the chosen row is the current one', async () => {
    await render(<Holdings rows={three} selectedId="abc" />)
    expect(dataRows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null])
  })

  test('an action of a row does not choose the row, neither by click nor by key', async () => {
    const onSelect = vi.fn<() => void>()
    const onSell = vi.fn<(code: string) => void>()
    const sell = (row: Holding) => (
      <button type="button" onClick={() => onSell(row.code)}>
        Sell {row.code}
      </button>
    )
    const { user } = await render(<Holdings rows={three} onSelect={onSelect} renderActions={sell} />)
    await user.click(screen.getByRole('button', { name: 'Sell SPY' }))
    screen.getByRole('button', { name: 'Sell abc' }).focus()
    await user.keyboard('{Enter}')
    expect(onSell.mock.calls).toEqual([['SPY'], ['abc']])
    expect(onSelect).not.toHaveBeenCalled()
  })

  test('a table whose rows lead nowhere has none in the tab order', async () => {
    await render(<Holdings rows={three} />)
    expect(dataRows().filter((row) => row.hasAttribute('tabindex'))).toEqual([])
  })

  test('the totals are below the rows', async () => {
    await render(<Holdings rows={three} hasTotals />)
    expect(dataRows().at(-1)).toHaveTextContent('Total')
  })
})

describe('states', () => {
  test('a list that loads is busy and shows no data', async () => {
    await render(<Holdings rows={undefined} />)
    expect(screen.getByRole('group', { name: 'Holdings' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.queryAllByRole('cell')).toEqual([])
  })

  test('an empty list says what will appear instead of an empty table', async () => {
    await render(<Holdings rows={[]} />)
    expect(screen.getByText('No holdings yet')).toBeInTheDocument()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('a list that could not be loaded says why and offers Retry', async () => {
    const onRetry = vi.fn<() => void>()
    const failure = { title: 'Holdings could not be loaded', why: 'The server cannot be reached.', onRetry }
    const { user } = await render(<Holdings rows={undefined} failure={failure} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Holdings could not be loaded')
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test('a list that could not be refreshed keeps its rows below the message', async () => {
    const failure = { title: 'Holdings could not be loaded', onRetry: () => undefined }
    await render(<Holdings rows={three} failure={failure} />)
    expect(screen.getByRole('alert')).toBeInTheDocument()
    expect(codes()).toEqual(['QUI', 'abc', 'SPY'])
  })
})

describe('paging', () => {
  const many = Array.from({ length: 64 }, (_none, index) => holding(`C${String(index + 1).padStart(2, '0')}`, index))

  function Paged({ hasAll = false }: { readonly hasAll?: boolean }) {
    const [page, setPage] = useState({ start: 0, count: 10 })
    return (
      <>
        <Holdings rows={many} page={page} />
        <Pager label="Holdings" {...page} total={many.length} onMove={setPage} hasAll={hasAll} />
      </>
    )
  }
  const range = () => within(screen.getByRole('navigation', { name: 'Pages of Holdings' })).getByRole('status')

  test('next, previous and numbers lead to their rows', async () => {
    const { user } = await render(<Paged />)
    expect(range()).toHaveTextContent('1–10 of 64')
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(range()).toHaveTextContent('11–20 of 64')
    expect(codes()[0]).toBe('C11')
    await user.click(screen.getByRole('button', { name: 'Page 5' }))
    expect(screen.getByRole('button', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(codes()).toEqual(['C61', 'C62', 'C63', 'C64'])
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(range()).toHaveTextContent('51–60 of 64')
  })

  test('another page size keeps the first visible row in view', async () => {
    const { user } = await render(<Paged />)
    await user.click(screen.getByRole('button', { name: 'Page 3' }))
    await user.click(screen.getByRole('button', { name: '10 rows per page' }))
    await user.click(await screen.findByRole('menuitemradio', { name: '20' }))
    expect(range()).toHaveTextContent('21–40 of 64')
    expect(codes()).toHaveLength(20)
  })

  test('All shows every row', async () => {
    const { user } = await render(<Paged hasAll />)
    await user.click(screen.getByRole('button', { name: '10 rows per page' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'All' }))
    expect(codes()).toHaveLength(64)
  })

  test('sorting sorts the whole list, not the page', async () => {
    const { user } = await render(<Paged />)
    await user.click(screen.getByRole('button', { name: 'Shares' }))
    await user.click(screen.getByRole('button', { name: 'Shares' }))
    expect(codes()[0]).toBe('C64')
  })
})
