// One run: its progress or outcome, why it failed, which recipients did not receive it, and its files until they
// expire.
import type { ReportRun, ReportRunState } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { firstClick } from '../../ui/first-click.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { StatusMark, type StatusShape } from '../../ui/status-mark.tsx'
import classes from './report.module.css'
import { isInProgress, useCancelRun, useDownloadRun } from './run-api.ts'
import { formatLabels, runStateLabels } from './schedule-words.ts'

const shapes: Readonly<Record<ReportRunState, StatusShape>> = {
  WAITING: 'dashed',
  RUNNING: 'half',
  DONE: 'check',
  FAILED: 'cross',
  SKIPPED: 'struck',
  CANCELLED: 'struck',
}
const kinds: Readonly<Record<ReportRun['kind'], string>> = {
  DOWNLOAD: 'Prepared',
  MAIL: 'Mailed',
  SCHEDULE: 'Scheduled',
}

export interface RunLineProps {
  readonly run: ReportRun
  /** Hides the name, which is redundant among the runs of one schedule. */
  readonly isNameless?: boolean
}

export function RunLine({ run, isNameless = false }: RunLineProps) {
  const { id, name, kind, state, reason, percent, rows, ready, filesUntil, recipients, requestedAt } = run
  const cancel = useCancelRun()
  const download = useDownloadRun()
  const unsent = recipients.filter((recipient) => recipient.state === 'FAILED')
  const sent = recipients.filter((recipient) => recipient.state === 'SENT')
  const facts = [
    isNameless ? '' : kinds[kind],
    formatDateTime(requestedAt),
    rows === null ? '' : rows === 1 ? '1 row' : `${formatCount(rows)} rows`,
    sent.length > 0 ? `to ${sent.map(({ email }) => email).join(', ')}` : '',
  ]
  return (
    <div role="group" aria-label={isNameless ? `Run of ${formatDateTime(requestedAt)}` : name}>
      <div className={classes['runHead']}>
        {isNameless ? null : <strong>{name}</strong>}
        <StatusMark shape={shapes[state]}>{runStateLabels[state]}</StatusMark>
      </div>
      <p>{facts.filter((fact) => fact !== '').join(' · ')}</p>
      {state === 'RUNNING' ? (
        <div
          className={classes['progress']}
          role="progressbar"
          aria-label={`${name} is being prepared`}
          aria-valuenow={percent ?? 0}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent ?? 0}%` }} />
        </div>
      ) : null}
      {reason ? (
        <p role="note" className={classes['reason']}>
          {reason}
        </p>
      ) : null}
      {/* The reason of a failed run already names the recipients it did not reach. */}
      {state === 'FAILED'
        ? null
        : unsent.map(({ email, reason: why }) => (
            <p key={email} className={classes['reason']}>
              {email}: {why ?? 'not delivered'}
            </p>
          ))}
      {isInProgress(run) || ready.length > 0 ? (
        <div className={classes['scheduleActions']}>
          {isInProgress(run) ? (
            <Button
              variant="default"
              size="xs"
              loading={cancel.isPending}
              aria-label={`Cancel ${name}`}
              onClick={firstClick(() => cancel.mutate(id))}
            >
              Cancel
            </Button>
          ) : null}
          {ready.map((format) => (
            <Button
              key={format}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} stroke={1.6} />}
              aria-label={`Download ${name} as ${formatLabels[format]}`}
              loading={download.isPending && download.variables.format === format}
              onClick={firstClick(() => download.mutate({ runId: id, format }))}
            >
              {formatLabels[format]}
            </Button>
          ))}
          {filesUntil === null ? null : (
            <span className={classes['until']}>kept until {formatDateTime(filesUntil)}</span>
          )}
        </div>
      ) : kind === 'DOWNLOAD' && state === 'DONE' ? (
        <p>Its files are no longer kept.</p>
      ) : null}
    </div>
  )
}
