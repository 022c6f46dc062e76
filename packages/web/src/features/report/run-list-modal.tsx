// The user's latest runs: prepared, mailed and scheduled reports with their progress, their files and their errors.
import { Skeleton } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import classes from './report.module.css'
import { useRuns } from './run-api.ts'
import { RunLine } from './run-line.tsx'
import { StaleNote } from './stale-note.tsx'

export function RunListModal({ onClose }: { readonly onClose: () => void }) {
  const query = useRuns()
  const { data: runs, isError } = query
  return (
    <Modal isOpen onClose={onClose} title="Runs" size="medium" icon={IconFileDownload}>
      {runs ? <StaleNote query={query} /> : null}
      {isError && !runs ? (
        <FailedQuery query={query} title="The runs could not be loaded" />
      ) : !runs ? (
        <Skeleton height={160} />
      ) : runs.length === 0 ? (
        <EmptyState
          title="Nothing prepared yet"
          words={
            'Open a report, show it, and choose Prepare in the background in the menu Actions: it is written while ' +
            'you go on, and its files stay here for a day. What is mailed or runs on a schedule is listed too.'
          }
        />
      ) : (
        <ul className={classes['schedules']} aria-label="Runs">
          {runs.map((run) => (
            <li key={run.id}>
              <RunLine run={run} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
