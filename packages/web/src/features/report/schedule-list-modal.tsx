// The user's scheduled reports: when each runs next, how the last run ended, pause, run now, edit, delete, and its
// history.
import type { ReportSchedule } from '@clubfolio/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconCalendarRepeat, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { firstClick } from '../../ui/first-click.ts'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useDeleteSchedule, usePauseSchedule, useRunSchedule, useScheduleRuns, useSchedules } from './schedule-api.ts'
import { EditScheduleModal } from './edit-schedule-modal.tsx'
import { RunLine } from './run-line.tsx'
import { runStateLabels, describeSchedule } from './schedule-words.ts'
import classes from './report.module.css'
import { StaleNote } from './stale-note.tsx'

export function ScheduleListModal({ onClose }: { readonly onClose: () => void }) {
  const query = useSchedules()
  const { data: schedules, isError } = query
  const [opened, setOpened] = useState<string>()
  const [edited, setEdited] = useState<ReportSchedule>()
  // Replaces the list, which is restored afterwards.
  if (edited) return <EditScheduleModal schedule={edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal isOpen onClose={onClose} title="Schedules" size="medium" icon={IconCalendarRepeat}>
      {schedules ? <StaleNote query={query} /> : null}
      {isError && !schedules ? (
        <FailedQuery query={query} title="The schedules could not be loaded" />
      ) : !schedules ? (
        <Skeleton height={160} />
      ) : schedules.length === 0 ? (
        <EmptyState
          title="Nothing scheduled"
          words={
            'Open a report, show it, and choose Schedule in the menu Actions: it is then mailed daily, weekly or ' +
            'monthly.'
          }
        />
      ) : (
        <ul className={classes['schedules']}>
          {schedules.map((schedule) => (
            <li key={schedule.id}>
              <ScheduleRow
                schedule={schedule}
                isOpen={opened === schedule.id}
                onToggle={() => setOpened(opened === schedule.id ? undefined : schedule.id)}
                onEdit={() => setEdited(schedule)}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

interface ScheduleRowProps {
  readonly schedule: ReportSchedule
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onEdit: () => void
}

function ScheduleRow({ schedule, isOpen, onToggle, onEdit }: ScheduleRowProps) {
  const { id, name, reportName, filters, emailList, isPaused, pausedBecause, nextAt, lastRun } = schedule
  const pause = usePauseSchedule()
  const run = useRunSchedule()
  const remove = useDeleteSchedule(() => undefined)
  const askDelete = async () => {
    if (
      await confirm({
        question: `Do you want to delete the schedule ${name}?`,
        consequence: 'Its history goes with it.',
        accept: 'Delete',
        isDanger: true,
      })
    )
      remove.mutate(id)
  }
  return (
    <section aria-label={name}>
      <div className={classes['scheduleHead']}>
        <strong>{name}</strong>
        <Toggle
          label={`${name} runs`}
          isOn={!isPaused}
          onLabel="On"
          offLabel="Paused"
          onChange={(isOn) => pause.mutate({ id, isPaused: !isOn })}
        />
        <ActionIcon aria-label={`Edit ${name}`} onClick={onEdit}>
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={`Delete ${name}`} onClick={() => void askDelete()}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      <p>
        {[reportName === name ? '' : reportName, describeSchedule(schedule), `to ${emailList.join(', ')}`]
          .filter((words) => words !== '')
          .join(' · ')}
      </p>
      {filters.length > 0 ? <p>{filters.join(' · ')}</p> : null}
      <p>
        {nextAt === null ? 'Paused: no next run.' : `Next ${formatDateTime(nextAt)}.`}{' '}
        {lastRun ? `Last ${formatDateTime(lastRun.at)}: ${runStateLabels[lastRun.state]}.` : 'Has not run yet.'}
      </p>
      {pausedBecause ? (
        <p role="note" className={classes['reason']}>
          {pausedBecause}
        </p>
      ) : null}
      {lastRun?.reason ? (
        <p role="note" className={classes['reason']}>
          {lastRun.reason}
        </p>
      ) : null}
      <div className={classes['scheduleActions']}>
        <Button variant="default" size="xs" loading={run.isPending} onClick={firstClick(() => run.mutate(id))}>
          Run now
        </Button>
        <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={onToggle}>
          History
        </Button>
      </div>
      {isOpen ? <ScheduleHistory scheduleId={id} name={name} /> : null}
    </section>
  )
}

function ScheduleHistory({ scheduleId, name }: { readonly scheduleId: string; readonly name: string }) {
  const query = useScheduleRuns(scheduleId)
  const { data: runs, isError } = query
  if (isError && !runs) return <FailedQuery query={query} title="The history could not be loaded" />
  if (!runs) return <Skeleton height={40} />
  if (runs.length === 0) return <p>It has not run yet.</p>
  return (
    <ul className={classes['history']} aria-label={`History of ${name}`}>
      {runs.map((run) => (
        <li key={run.id}>
          <RunLine run={run} isNameless />
        </li>
      ))}
    </ul>
  )
}
