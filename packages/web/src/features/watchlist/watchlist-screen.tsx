// The watchlists: one list in view with live prices, a small chart and a note per row, in the user's own order or
// sorted by a header.
import type { WatchedInstrument, Watchlist } from '@clubfolio/contract'
import { ActionIcon, Button, Menu, Select } from '@mantine/core'
import { IconDots, IconEye, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { api } from '../../kernel/api.ts'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { useQuotes } from '../../kernel/quote.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { CompanySearch } from '../../ui/company-search.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { NameModal } from '../../ui/name-modal.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import {
  useAddInstrument,
  useCreateWatchlist,
  useDeleteWatchlist,
  useRemoveWithUndo,
  useRenameWatchlist,
  useReorder,
  useSaveNote,
  useWatchlists,
} from './api.ts'
import { NoteModal } from './note-modal.tsx'
import { moveCode, toWatchedRow, type WatchedRow } from './watched.ts'
import { RowButtons, watchlistColumns } from './watchlist-columns.tsx'
import classes from './watchlist.module.css'

const Place = z.object({
  list: z.string().catch(''),
  /** Column that sorts the rows; empty for the user's own order. */
  sort: z.string().catch(''),
  order: z.enum(['up', 'down']).catch('up'),
})
const rowId = (row: WatchedInstrument) => row.code
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function WatchlistScreen() {
  useDocumentTitle('Watchlist')
  const lists = useWatchlists()
  const [place, setPlace] = useUrlState(Place)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const create = useCreateWatchlist()
  const rename = useRenameWatchlist()
  const remove = useDeleteWatchlist()
  const list = lists.data?.find(({ id }) => id === place.list) ?? lists.data?.[0]
  const askDelete = async ({ id, name }: Watchlist) => {
    if (
      await confirm({
        question: `Do you want to delete the watchlist ${name}?`,
        consequence: 'Its notes go with it.',
        accept: 'Delete',
        isDanger: true,
      })
    )
      remove.mutate(id)
  }
  return (
    <>
      <PageHead
        title="Watchlist"
        select={
          list ? (
            <Select
              aria-label="Watchlist in view"
              allowDeselect={false}
              data={(lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={list.id}
              onChange={(id) => setPlace({ list: id ?? '' })}
            />
          ) : undefined
        }
        fact={list ? `${list.items.length} ${list.items.length === 1 ? 'instrument' : 'instruments'}` : undefined}
        actions={
          <>
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setNaming('new')}>
              New watchlist
            </Button>
            {list ? (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size={28} aria-label={`Actions for ${list.name}`}>
                    <IconDots size={16} stroke={1.6} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setNaming('rename')}>Rename</Menu.Item>
                  <Menu.Item color="loss" onClick={() => void askDelete(list)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </>
        }
      />
      {lists.isError && !lists.data ? (
        <Panel>
          <FailedQuery query={lists} title="The watchlists could not be loaded" />
        </Panel>
      ) : null}
      {lists.data && !list ? (
        <Panel>
          <EmptyState
            title="No watchlist yet"
            words={
              'A watchlist keeps instruments in sight: live prices, their last 30 sessions and your own notes. ' +
              'Create one here, or add an instrument from its graph.'
            }
            actions={<Button onClick={() => setNaming('new')}>New watchlist</Button>}
          />
        </Panel>
      ) : null}
      {list ? <ListPanel key={list.id} list={list} isRefreshing={lists.isFetching} /> : null}
      {naming ? (
        <NameModal
          icon={IconEye}
          title={naming === 'new' ? 'New watchlist' : 'Rename watchlist'}
          name={naming === 'new' ? '' : (list?.name ?? '')}
          isSaving={create.isPending || rename.isPending}
          onClose={() => setNaming(undefined)}
          onSave={async (name) => {
            if (naming === 'rename' && list) await rename.mutateAsync({ id: list.id, name })
            else setPlace({ list: (await create.mutateAsync(name)).id })
            setNaming(undefined)
          }}
        />
      ) : null}
    </>
  )
}

function ListPanel({ list, isRefreshing }: { readonly list: Watchlist; readonly isRefreshing: boolean }) {
  const add = useAddInstrument()
  const remove = useRemoveWithUndo()
  const note = useSaveNote()
  const reorder = useReorder()
  const [place, setPlace] = useUrlState(Place)
  const [noted, setNoted] = useState<WatchedInstrument>()
  /** The requested order, until the server's answer arrives. */
  const [wanted, setWanted] = useState<readonly string[]>()
  const items = useMemo(
    () => (wanted ? list.items.toSorted((a, b) => wanted.indexOf(a.code) - wanted.indexOf(b.code)) : list.items),
    [list.items, wanted],
  )
  const codes = useMemo(() => items.map(rowId), [items])
  const rows = useWatchedRows(items, codes)
  const columns = useMemo(() => watchlistColumns({ onNote: setNoted }), [])
  const isSorted = columns.some(({ id }) => id === place.sort)
  const view = useTableView({
    columns,
    rows,
    rowId,
    ...useChosenColumns('watchlist'),
    sort: isSorted ? { columnId: place.sort, isDescending: place.order === 'down' } : undefined,
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up' }, { replace: true }),
  })
  const move = (row: WatchedInstrument, by: 1 | -1) => {
    const next = moveCode(codes, row.code, by)
    setWanted(next)
    reorder.mutate({ id: list.id, codes: next }, { onSettled: () => setWanted(undefined) })
  }
  return (
    <Panel isRefreshing={isRefreshing}>
      <div className={classes['tools']}>
        <div className={classes['search']}>
          <CompanySearch
            search={search}
            label="Add an instrument"
            placeholder="Add an instrument"
            onChoose={({ code }) => add.mutate({ id: list.id, code })}
          />
        </div>
        {isSorted ? (
          <Button variant="default" onClick={() => setPlace({ sort: '', order: 'up' }, { replace: true })}>
            Own order
          </Button>
        ) : null}
        <ColumnChooser view={view} />
        <CsvButton view={view} fileName={`watchlist-${list.name}`} isQuiet />
      </div>
      <DataTable
        view={view}
        label={list.name}
        empty={
          <EmptyState
            title="Nothing on this list yet"
            words="Type at least three letters of a name or symbol above, or choose Add to watchlist in any graph."
          />
        }
        renderActions={(row) => (
          <RowButtons
            row={row}
            moves={isSorted ? undefined : { isUp: codes[0] !== row.code, isDown: codes.at(-1) !== row.code }}
            onMove={move}
            onNote={setNoted}
            onRemove={(item) => remove.mutate({ list, item })}
          />
        )}
      />
      {noted ? (
        <NoteModal
          code={noted.code}
          note={noted.note}
          isSaving={note.isPending}
          onClose={() => setNoted(undefined)}
          onSave={(text) =>
            note.mutateAsync({ id: list.id, code: noted.code, note: text }, { onSuccess: () => setNoted(undefined) })
          }
        />
      ) : null}
    </Panel>
  )
}

/** The instruments with their live figures, in the same order. */
function useWatchedRows(items: readonly WatchedInstrument[], codes: readonly string[]): readonly WatchedRow[] {
  const quotes = useQuotes(codes)
  const { data: market } = useMarketState()
  const isForming = market !== undefined && market.formingDay !== null
  return useMemo(
    () => items.map((item) => toWatchedRow(item, quotes.get(item.code), isForming)),
    [items, quotes, isForming],
  )
}
