// One report: its filters, its table, its graph and its actions.
// Source: docs/rules/trading.md, "Static reports".
import { reportPageSize, type ReportDetails } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useIsOnline } from '../../kernel/online.ts'
import { formatCount } from '../../ui/format/number.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { showToast } from '../../ui/toast.tsx'
import { useReportDetails, useReportPage, type ReportQuestion } from './api.ts'
import { describeUnreadPage } from './describe-unread-page.ts'
import { FilterFields } from './filter-fields.tsx'
import {
  areChosen,
  choicesOf,
  filledFiltersOf,
  readChoices,
  startAtAccount,
  writeChoices,
  type FilterChoices,
} from './report-choices.ts'
import { placedRowId, placeRows, reportColumns } from './report-columns.tsx'
import type { ReportSearch } from './report-place.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportGraphPanel } from './report-graph-panel.tsx'
import classes from './report.module.css'
import { SavedFilterMenu } from './saved-filter-menu.tsx'
import { UnreadReport } from './unread-report.tsx'

export interface ReportViewProps {
  /** The title until the report's own is loaded. */
  readonly screen: string
  readonly place: ReportSearch
  readonly onPlace: (change: Partial<ReportSearch>, options?: { readonly replace?: boolean }) => void
  readonly onBack: () => void
  /** The default of an account filter; without it, the one that the report defines. */
  readonly accountId?: string | undefined
  /** Shown before the report's own actions. */
  readonly actions?: ReactNode
}

export function ReportView(props: ReportViewProps) {
  const { screen, place, onBack, accountId } = props
  const details = useReportDetails(place.report)
  if (details.data) return <OpenReport key={`${place.filter} ${accountId ?? ''}`} details={details.data} {...props} />
  return (
    <>
      <PageHead title={screen} select={<BackButton onBack={onBack} />} />
      <UnreadReport query={details} />
    </>
  )
}

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onBack}>
      Back to the list
    </Button>
  )
}

const askForFilters = () => showToast({ tone: 'error', title: 'Error', message: 'Please, select filters' })

/** `key` is the filter in the address, so unapplied choices are discarded when another one is opened. */
function OpenReport({
  details,
  place,
  onPlace,
  onBack,
  accountId,
  actions,
}: ReportViewProps & { readonly details: ReportDetails }) {
  const filters = useMemo(() => startAtAccount(details.filter, accountId), [details.filter, accountId])
  const applied = useMemo(() => readChoices(filters, place.filter), [filters, place.filter])
  const [draft, setDraft] = useState<FilterChoices>(applied)
  const isChanged = writeChoices(filters, draft) !== writeChoices(filters, applied)
  const sortable = details.column.some(
    ({ nomenclatorConfigNameKey, canBeSort }) => canBeSort && nomenclatorConfigNameKey === place.sort,
  )
  const orderBy = sortable ? place.sort : details.orderBy.nomenclator
  const direction = sortable ? place.direction || 'ASC' : details.orderBy.direction
  const question = useMemo(
    (): ReportQuestion | undefined =>
      areChosen(filters, applied)
        ? { report: details.id, filter: filledFiltersOf(filters, applied), orderBy, direction }
        : undefined,
    [details.id, filters, applied, orderBy, direction],
  )
  const isOnline = useIsOnline()
  const { query: page, shown } = useReportPage(question, place.start)
  const rows = useMemo(() => shown && placeRows(shown.data, shown.start), [shown])
  const columns = useMemo(
    () => reportColumns(details.column, shown?.totals, shown?.currency),
    [details.column, shown?.totals, shown?.currency],
  )
  const shownOrder = shown?.question ?? { orderBy, direction }
  /** What failed before is asked again, because its address does not change. */
  const move = (change: Partial<ReportSearch>, isAsked: boolean, options?: { readonly replace?: boolean }) =>
    isAsked && page.isError ? void page.refetch() : onPlace(change, options)
  const view = useTableView({
    columns,
    rows,
    rowId: placedRowId,
    isSortedByServer: true,
    sort: { columnId: shownOrder.orderBy, isDescending: shownOrder.direction === 'DESC' },
    onSort: ({ columnId, isDescending }) => {
      const asked = isDescending ? 'DESC' : 'ASC'
      move(
        { sort: columnId, direction: asked, start: 0 },
        columnId === orderBy && asked === direction && place.start === 0,
        { replace: true },
      )
    },
  })
  const total = shown?.total
  const show = () => {
    if (!areChosen(filters, draft)) return askForFilters()
    if (isChanged) onPlace({ filter: writeChoices(filters, draft), start: 0 })
    else void page.refetch()
    return undefined
  }
  /** Returns true when every filter has a choice; otherwise shows what is missing. */
  const checkFilters = () => {
    const isComplete = areChosen(filters, draft)
    if (!isComplete) askForFilters()
    return isComplete
  }
  const visible = view.visibleColumns.map(({ id }) => id)
  return (
    <>
      <PageHead
        title={details.name}
        select={<BackButton onBack={onBack} />}
        fact={total === undefined ? undefined : `${formatCount(total)} ${total === 1 ? 'row' : 'rows'}`}
        actions={
          <>
            {actions}
            <SavedFilterMenu
              report={details.id}
              onOpen={(saved) =>
                onPlace({
                  filter: writeChoices(filters, { ...applied, ...choicesOf(saved.filter) }),
                  sort: saved.orderBy ?? '',
                  direction: saved.direction ?? '',
                  start: 0,
                })
              }
            />
            <ReportActions
              details={details}
              question={shown?.question ?? question}
              columns={visible}
              total={total}
              isFailed={page.isError}
              isChanged={isChanged}
              onCheck={checkFilters}
              choices={applied}
            />
          </>
        }
      />
      {details.description === '' ? null : <p className={classes['about']}>{details.description}</p>}
      <div className={classes['panels']}>
        {filters.length > 0 ? (
          <Panel isPadded>
            <form
              className={classes['filters']}
              aria-label="Filters"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                show()
              }}
            >
              <FilterFields
                filters={filters}
                choices={draft}
                onChange={(key, choice) => setDraft((before) => ({ ...before, [key]: choice }))}
              />
              <Button type="submit" loading={page.isFetching && !shown}>
                Show
              </Button>
              <p role="status" className={classes['changed']}>
                {isChanged ? 'The filters changed. Show to update.' : ''}
              </p>
            </form>
          </Panel>
        ) : null}
        {details.graph && question && total !== 0 ? (
          <ReportGraphPanel
            graph={details.graph}
            columns={details.column}
            question={question}
            currency={shown?.currency}
          />
        ) : null}
        <Panel title={details.name} isRefreshing={page.isFetching} controls={<ColumnChooser view={view} />}>
          {shown ? <p className={classes['basis']}>{shown.basis}</p> : null}
          {question ? (
            <DataTable
              view={view}
              label={details.name}
              hasTotals={shown?.totals !== null && shown?.totals !== undefined}
              skeletonRows={12}
              maxHeight="max(320px, calc(100dvh - 290px))"
              empty={
                <EmptyState
                  title="No rows"
                  words="Nothing matches these filters. Try others, such as a longer period."
                />
              }
              failure={describeUnreadPage({
                query: page,
                shown,
                asked: { orderBy, direction, start: place.start },
                columns: details.column,
                isOnline,
              })}
            />
          ) : (
            <EmptyState title="Please, select filters" words="The report is shown once every filter has a choice." />
          )}
          {total ? (
            <Pager
              label={details.name}
              start={shown?.start ?? place.start}
              count={reportPageSize}
              total={total}
              sizes={[reportPageSize]}
              onMove={({ start }, options) => move({ start }, start === place.start, options)}
            />
          ) : null}
        </Panel>
      </div>
    </>
  )
}
