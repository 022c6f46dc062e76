// The latest imports: progress of the running one, and what the others imported and refused.
import type { ImportRun } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { TaskProgress } from '../../ui/task-progress.tsx'
import { useImportRuns } from './api.ts'
import classes from './market.module.css'

export function ImportRuns({ onShowRefused }: { readonly onShowRefused: (run: ImportRun) => void }) {
  const runs = useImportRuns()
  return (
    <Panel title="Imports">
      {runs.isError && !runs.data ? (
        <FailedQuery query={runs} title="The imports could not be read" />
      ) : runs.data?.length === 0 ? (
        <EmptyState
          title="Nothing imported yet"
          words="Real prices come from files. Choose one above; its progress and every refused line appear here."
        />
      ) : (
        <ul
          className={classes['runs']}
          style={{ listStyle: 'none', margin: 0, padding: 0 }}
          aria-label="Imports"
          aria-busy={runs.isPending}
        >
          {runs.data?.map((run) => (
            <li key={run.id} className={classes['run']}>
              <Run run={run} onShowRefused={onShowRefused} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Run({ run, onShowRefused }: { readonly run: ImportRun; readonly onShowRefused: (run: ImportRun) => void }) {
  if (run.status === 'RUNNING') {
    const share = run.byteCount === 0 ? 0 : run.bytesRead / run.byteCount
    // After the file is read, its bars are placed and the lists computed, so reading counts as four fifths of the work.
    const percent = Math.round(share * 800) / 10
    return (
      <>
        <TaskProgress
          name={`Import ${run.fileName}`}
          position={Math.round(run.bytesRead / 1024)}
          total={Math.round(run.byteCount / 1024)}
          percent={percent}
        />
        <p className={classes['note']} role="status">
          {formatCount(run.rowsRead)} rows read{share >= 1 ? ', now placing them and computing the lists' : ''}
        </p>
      </>
    )
  }
  return (
    <>
      <div className={classes['head']}>
        <strong>{run.fileName}</strong>
        {run.kind ? <Chip>{run.kind}</Chip> : null}
        {run.status === 'FAILED' ? (
          <Chip tone="loss">Failed</Chip>
        ) : run.status === 'CANCELLED' ? (
          <Chip>Cancelled</Chip>
        ) : null}
        <time>{formatDateTime(run.startedAt)}</time>
      </div>
      <p className={classes['message']} data-failed={run.status === 'FAILED' || undefined}>
        {run.message}
      </p>
      {run.rowsRefused > 0 ? (
        <div>
          <Button size="xs" variant="default" onClick={() => onShowRefused(run)}>
            Show {formatCount(run.rowsRefused)} refused {run.rowsRefused === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      ) : null}
    </>
  )
}
