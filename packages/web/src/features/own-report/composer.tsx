// Composes a report: dataset and its filters, then columns or groups, conditions, order and graph on the left, the
// preview on the right.
import type { Dataset, OwnReport, OwnReportContent, ReportFilter } from '@clubfolio/contract'
import { Button, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { discardUnsaved } from '../../ui/unsaved-work.ts'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { useReportDetails } from '../report/api.ts'
import { FilterFields } from '../report/filter-fields.tsx'
import { useDatasets } from './api.ts'
import { ComposerFields } from './composer-fields.tsx'
import { ComposerPreview } from './composer-preview.tsx'
import {
  contentOf,
  draftFault,
  reportDraftOf,
  newReportDraft,
  settleDraft,
  type Draft,
  type DraftOrder,
} from './draft.ts'
import classes from './own-report.module.css'
import { SaveReportModal } from './save-report-modal.tsx'

/** Debounces the preview until the user pauses. */
const settleMs = 350

const leaveQuestion = {
  question: 'Do you want to leave without saving?',
  consequence: 'What you composed is lost.',
  accept: 'Leave',
  cancel: 'Stay',
  isDanger: true,
} as const

export interface KeptReport extends OwnReport {
  readonly content: OwnReportContent
}

export interface ComposerProps {
  /** The report to start from; absent starts a new one. */
  readonly kept?: KeptReport | undefined
  /** Saves a new report and leaves the saved one unchanged. */
  readonly isCopy?: boolean
  readonly onLeave: () => void
  readonly onSaved: (id: string) => void
}

/** The dataset comes first, because its fields determine everything else. */
export function Composer(props: ComposerProps) {
  const { kept, onLeave } = props
  const known = useDatasets()
  const { data: datasets } = known
  const [chosen, setChosen] = useState(kept?.dataset)
  const dataset = datasets?.find(({ id }) => id === chosen) ?? datasets?.[0]
  const details = useReportDetails(dataset?.id ?? '', dataset !== undefined)
  const failed = known.isError && !datasets ? known : details.isError && !details.data ? details : undefined
  if (dataset && details.data) {
    return (
      <OpenComposer
        key={dataset.id}
        {...props}
        datasets={datasets!}
        dataset={dataset}
        filters={details.data.filter}
        onDataset={setChosen}
      />
    )
  }
  return (
    <>
      <PageHead title="Dynamic Report" select={<LeaveButton onLeave={onLeave} />} />
      <Panel isPadded>
        {failed ? (
          <FailedQuery query={failed} title="The datasets could not be loaded" />
        ) : datasets?.length === 0 ? (
          <EmptyState
            title="No dataset for you"
            words="Reports are composed from what your keys let you see; an administrator can grant more."
          />
        ) : (
          <Skeleton height={320} />
        )}
      </Panel>
    </>
  )
}

function LeaveButton({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onLeave}>
      Back
    </Button>
  )
}

interface OpenComposerProps extends ComposerProps {
  readonly datasets: readonly Dataset[]
  readonly dataset: Dataset
  readonly filters: readonly ReportFilter[]
  readonly onDataset: (id: string) => void
}

/** `key` is the dataset, so another one starts over. */
function OpenComposer({
  kept,
  isCopy = false,
  datasets,
  dataset,
  filters,
  onDataset,
  onLeave,
  onSaved,
}: OpenComposerProps) {
  const [first] = useState(() =>
    settleDraft(
      kept?.dataset === dataset.id ? reportDraftOf(kept.content, filters) : newReportDraft(dataset, filters),
      dataset,
    ),
  )
  const [draft, setDraft] = useState(first)
  const [start, setStart] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const change = (part: Partial<Draft>) => {
    setDraft((before) => settleDraft({ ...before, ...part }, dataset))
    setStart(0)
  }
  const fault = draftFault(draft, dataset, filters)
  const content = useMemo(() => contentOf(draft, filters), [draft, filters])
  const [settled] = useDebouncedValue(content, settleMs)
  // A change that was undone is not a loss.
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  useUnsavedGuard(isChanged, leaveQuestion)
  const changeDataset = async (id: string) => {
    if (
      isChanged &&
      !(await confirm({
        question: 'Start over with another dataset?',
        consequence: 'The columns, conditions and sort order you chose are lost.',
        accept: 'Start over',
      }))
    )
      return
    onDataset(id)
  }
  const saved = (id: string) => {
    discardUnsaved()
    onSaved(id)
  }
  const order = (asked: DraftOrder) =>
    change({ orderBy: [asked, ...draft.orderBy.filter(({ column }) => column !== asked.column)].slice(0, 3) })
  const title = kept && !isCopy ? kept.name : 'New report'
  return (
    <>
      <PageHead
        title={title}
        select={<LeaveButton onLeave={onLeave} />}
        fact={isChanged ? 'not saved yet' : undefined}
        actions={
          <DisabledReason reason={fault}>
            <Button onClick={() => setSaving(true)}>Save</Button>
          </DisabledReason>
        }
      />
      <div className={classes['place']}>
        <Panel title="Composition" isPadded>
          <div className={`${classes['fields']} ${classes['filters']}`}>
            <Select
              label="Dataset"
              description={dataset.description}
              data={datasetChoices(datasets)}
              searchable
              allowDeselect={false}
              value={dataset.id}
              onChange={(id) => id !== null && id !== dataset.id && void changeDataset(id)}
            />
            <FilterFields
              filters={filters}
              choices={draft.choices}
              onChange={(key, choice) => change({ choices: { ...draft.choices, [key]: choice } })}
            />
          </div>
          <ComposerFields dataset={dataset} draft={draft} onChange={change} />
        </Panel>
        <div className={classes['preview']}>
          <ComposerPreview
            content={fault === undefined ? settled : undefined}
            fault={fault}
            start={start}
            onMove={setStart}
            onOrder={order}
          />
        </div>
      </div>
      {isSaving ? (
        <SaveReportModal
          kept={isCopy ? undefined : kept}
          suggested={kept && isCopy ? `Copy of ${kept.name}`.slice(0, 60) : ''}
          content={content}
          onClose={() => setSaving(false)}
          onSaved={saved}
        />
      ) : null}
    </>
  )
}

/** Groups the datasets under the same category names as the list of reports. */
const datasetChoices = (datasets: readonly Dataset[]) =>
  [...new Set(datasets.map(({ category }) => category))].map((group) => ({
    group,
    items: datasets.filter(({ category }) => category === group).map(({ id, name }) => ({ value: id, label: name })),
  }))
