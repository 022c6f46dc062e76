// The list of reports by category, with a search over names and descriptions.
import type { ReportListItem } from '@clubfolio/contract'
import { Button, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { IconCalendarRepeat, IconFileDownload, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useReports } from './api.ts'
import classes from './report.module.css'
import { RunListModal } from './run-list-modal.tsx'
import { ScheduleListModal } from './schedule-list-modal.tsx'

export function ReportList({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const reports = useReports()
  const { data, isError } = reports
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const found = (data ?? []).filter(({ name, category, description }) =>
    [name, category, description].some((text) => text.toLowerCase().includes(wanted)),
  )
  const categories = [...new Set(found.map(({ category }) => category))]
  return (
    <>
      <PageHead
        title="Static Report"
        fact={data ? `${found.length === data.length ? '' : `${found.length} of `}${data.length} reports` : undefined}
        select={
          <TextInput
            aria-label="Search reports"
            placeholder="Search reports"
            leftSection={<IconSearch size={14} stroke={1.6} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && wanted !== '' && found[0]) onChoose(found[0].id)
            }}
          />
        }
        actions={<DeliveryButtons />}
      />
      {isError && !data ? (
        <Panel>
          <FailedQuery query={reports} title="The reports could not be loaded" />
        </Panel>
      ) : !data ? (
        <div className={classes['categories']} role="status" aria-label="Loading" aria-busy="true">
          <Skeleton height={260} />
          <Skeleton height={260} />
          <Skeleton height={260} />
        </div>
      ) : found.length === 0 ? (
        <Panel>
          <EmptyState
            title={data.length === 0 ? 'No report for you' : 'No report found'}
            words={
              data.length === 0
                ? 'Reports show what your keys let you see; an administrator can grant more.'
                : `No name or description contains "${words.trim()}".`
            }
          />
        </Panel>
      ) : (
        <div className={classes['categories']}>
          {categories.map((category) => (
            <Panel key={category} title={categoryWords(category)}>
              <ul className={classes['list']}>
                {found
                  .filter((report) => report.category === category)
                  .map((report) => (
                    <li key={report.id}>
                      <ReportButton report={report} onChoose={onChoose} />
                    </li>
                  ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  )
}

/** The menu has a group named Fund too, and two regions with the same name cannot be distinguished. */
const categoryWords = (category: string): string => (category.endsWith('reports') ? category : `${category} reports`)

/** Opens schedules and past runs; also shown with own reports. */
export function DeliveryButtons() {
  const [open, setOpen] = useState<'schedules' | 'runs'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} stroke={1.6} />}
        onClick={() => setOpen('runs')}
      >
        Runs
      </Button>
      <Button
        variant="default"
        leftSection={<IconCalendarRepeat size={16} stroke={1.6} />}
        onClick={() => setOpen('schedules')}
      >
        Schedules
      </Button>
      {open === 'runs' ? <RunListModal onClose={close} /> : null}
      {open === 'schedules' ? <ScheduleListModal onClose={close} /> : null}
    </>
  )
}

function ReportButton({
  report,
  onChoose,
}: {
  readonly report: ReportListItem
  readonly onChoose: (id: string) => void
}) {
  return (
    <UnstyledButton className={classes['report']} onClick={() => onChoose(report.id)}>
      <strong>{report.name}</strong>
      <span>{report.description}</span>
    </UnstyledButton>
  )
}
