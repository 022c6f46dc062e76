// The screener: criteria on the left, the matching instruments on the right, and the saved screens.
// Source: docs/rules/trading.md, "Screener".
import { defaultCriteria, type SavedScreen, type ScreenCriteria, type ScreenRow } from '@clubfolio/contract'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { addToWatchlist } from '../../kernel/watchlist-adder.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useMarketState } from '../../kernel/market-state.ts'
import { ComputingBar } from '../../ui/computing-bar.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useDeleteScreen, useScreenRun, useScreens, useSectors } from './api.ts'
import { CriteriaForm } from './criteria-form.tsx'
import { countCriteria } from './criteria.ts'
import { SaveScreenModal } from './save-screen-modal.tsx'
import { screenColumns } from './screen-columns.tsx'
import classes from './screener.module.css'

const Place = z.object({
  /** The saved screen in view, by id, or by name right after it was saved. */
  screen: z.string().catch(''),
  sort: z.string().catch('code'),
  order: z.enum(['up', 'down']).catch('up'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

const noSectors: readonly string[] = []
const noScreens: readonly SavedScreen[] = []
const rowId = (row: ScreenRow) => row.code

export function ScreenerScreen() {
  useDocumentTitle('Screener')
  const can = useCan()
  const { data: market } = useMarketState()
  const [place, setPlace] = useUrlState(Place)
  const screens = useScreens().data ?? noScreens
  const screen = screens.find(({ id, name }) => id === place.screen || name === place.screen)
  /** The criteria as changed since the screen was chosen. */
  const [changed, setChanged] = useState<ScreenCriteria>()
  const [isSaving, setSaving] = useState(false)
  const remove = useDeleteScreen()
  const criteria = changed ?? screen?.criteria ?? defaultCriteria
  const run = useScreenRun(criteria)
  const sectors = useSectors().data ?? noSectors
  const rows = run.data?.result
  const view = useTableView({
    columns: screenColumns,
    rows,
    rowId,
    ...useChosenColumns('screener'),
    sort: { columnId: place.sort, isDescending: place.order === 'down' },
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up' }, { replace: true }),
  })
  const choose = (id: string) => {
    setChanged(undefined)
    setPlace({ screen: id, start: 0 })
  }
  const change = (next: ScreenCriteria) => {
    setChanged(next)
    setPlace({ start: 0 }, { replace: true })
  }
  const askDelete = async ({ id, name }: SavedScreen) => {
    if (
      !(await confirm({
        question: `Do you want to delete the screen ${name}?`,
        consequence: 'Its daily notification ends too.',
        accept: 'Delete',
        isDanger: true,
      }))
    )
      return
    remove.mutate(id, { onSuccess: () => choose('') })
  }
  const screenName = screen
    ? ` · ${screen.name}${changed ? ', changed' : ''}${screen.isDaily ? ' · runs daily' : ''}`
    : ''
  const isForming = market !== undefined && market.formingDay !== null
  return (
    <>
      <PageHead
        title="Screener"
        fact={
          run.data?.day
            ? `${run.data.total} instruments as of the close of ${run.data.day}` +
              `${isForming ? `, without the session of ${market.formingDay}` : ''}${screenName}`
            : undefined
        }
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={12} stroke={1.6} />}>
                  Screens
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {screens.length === 0 ? <Menu.Label>Nothing saved yet</Menu.Label> : null}
                {screens.map(({ id, name, isDaily }) => (
                  <Menu.Item key={id} onClick={() => choose(id)}>
                    {isDaily ? `${name} · daily` : name}
                  </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item
                  onClick={() => {
                    choose('')
                    setChanged(defaultCriteria)
                  }}
                >
                  Start over
                </Menu.Item>
                {screen ? (
                  <Menu.Item color="loss" onClick={() => void askDelete(screen)}>
                    Delete {screen.name}
                  </Menu.Item>
                ) : null}
              </Menu.Dropdown>
            </Menu>
            <ColumnChooser view={view} />
            <CsvButton view={view} fileName="screener" />
            <Button onClick={() => setSaving(true)}>Save screen</Button>
          </>
        }
      />
      <ComputingBar computing={market?.computing} what="What the screener finds by indicators" />
      <div className={classes['place']}>
        <Panel
          isPadded
          title={`Criteria · ${countCriteria(criteria)}`}
          controls={
            <Button
              variant="subtle"
              size="xs"
              onClick={() => change({ bounds: {}, averages: {}, assetTypes: [], sectors: [] })}
            >
              Clear all
            </Button>
          }
        >
          <CriteriaForm criteria={criteria} sectors={sectors} onChange={change} />
        </Panel>
        <Panel isRefreshing={run.isFetching}>
          <DataTable
            view={view}
            label="Instruments that meet the criteria"
            page={place}
            skeletonRows={20}
            empty={
              <EmptyState
                title="Nothing meets all criteria"
                words="Widen a slider, or clear criteria one by one: all of them must be met by one instrument."
              />
            }
            failure={failureOf(run, 'The screener could not be run')}
            {...(can('VW')
              ? {
                  renderActions: (row: ScreenRow) => (
                    <Button
                      variant="subtle"
                      size="xs"
                      aria-label={`Watch ${row.code} on a watchlist`}
                      onClick={() => addToWatchlist(row.code)}
                    >
                      Watch
                    </Button>
                  ),
                }
              : {})}
          />
          {rows && rows.length > 0 ? (
            <Pager label="Instruments" start={place.start} count={place.count} total={rows.length} onMove={setPlace} />
          ) : null}
        </Panel>
      </div>
      {isSaving ? (
        <SaveScreenModal
          criteria={criteria}
          screen={screen}
          screens={screens}
          onClose={() => setSaving(false)}
          onSaved={(name) => {
            setSaving(false)
            choose(name)
          }}
        />
      ) : null}
    </>
  )
}
