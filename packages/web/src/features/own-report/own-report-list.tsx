// Own reports and those shared by others: open, compose, copy, rename, share, delete.
import type { OwnReport } from '@clubfolio/contract'
import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { formatDateTime } from '../../ui/format/date.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { DeliveryButtons } from '../report/report-list.tsx'
import reportClasses from '../report/report.module.css'
import { useDatasets, useOwnReports } from './api.ts'
import classes from './own-report.module.css'
import { OwnReportMenu } from './own-report-menu.tsx'

export interface OwnReportListProps {
  readonly onOpen: (id: string) => void
  readonly onNew: () => void
  readonly onCompose: (report: OwnReport, isCopy: boolean) => void
}

export function OwnReportList({ onOpen, onNew, onCompose }: OwnReportListProps) {
  const query = useOwnReports()
  const { data, isError } = query
  const own = data?.filter(({ isOwn }) => isOwn)
  const shared = data?.filter(({ isOwn }) => !isOwn)
  const rows = (reports: readonly OwnReport[]) => (
    <ul className={reportClasses['list']}>
      {reports.map((report) => (
        <li key={report.id}>
          <ReportRow report={report} onOpen={onOpen} onCompose={onCompose} />
        </li>
      ))}
    </ul>
  )
  const compose = (
    <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={onNew}>
      New report
    </Button>
  )
  return (
    <>
      <PageHead
        title="Dynamic Report"
        fact={data ? (data.length === 1 ? '1 report' : `${data.length} reports`) : undefined}
        actions={
          <>
            <DeliveryButtons />
            {compose}
          </>
        }
      />
      {isError && !data ? (
        <Panel>
          <FailedQuery query={query} title="Your reports could not be loaded" />
        </Panel>
      ) : !own || !shared ? (
        <Panel isPadded>
          <Skeleton height={200} />
        </Panel>
      ) : (
        <div className={reportClasses['panels']}>
          <Panel title="Your reports">
            {own.length > 0 ? (
              rows(own)
            ) : (
              <EmptyState
                title="Nothing composed yet"
                words={
                  'Compose your own report: choose a dataset and its columns, groups and sums, conditions and a ' +
                  'graph. It then prints, mails and runs on a schedule like any other.'
                }
                actions={compose}
              />
            )}
          </Panel>
          {shared.length > 0 ? <Panel title="Shared with you">{rows(shared)}</Panel> : null}
        </div>
      )}
    </>
  )
}

function ReportRow({
  report,
  onOpen,
  onCompose,
}: Pick<OwnReportListProps, 'onOpen' | 'onCompose'> & { readonly report: OwnReport }) {
  const { data: datasets } = useDatasets()
  const { id, name, dataset, isOwn, ownerName, groups, savedAt } = report
  const about = [
    datasets?.find((one) => one.id === dataset)?.name ?? '',
    isOwn ? '' : `composed by ${ownerName}, with your rows`,
    groups.length > 0 ? `shared with ${groups.map((group) => group.name).join(', ')}` : '',
    `saved ${formatDateTime(savedAt)}`,
  ].filter((words) => words !== '')
  return (
    <div className={classes['row']}>
      <UnstyledButton className={reportClasses['report']} onClick={() => onOpen(id)}>
        <strong>{name}</strong>
        <span>{about.join(' · ')}</span>
      </UnstyledButton>
      <OwnReportMenu report={report} isSmall onCompose={onCompose} />
    </div>
  )
}
