// Opens a schedule for editing, with the current filters of its report.
import type { ReportSchedule } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useReportDetails } from './api.ts'
import { ScheduleModal } from './schedule-modal.tsx'

export function EditScheduleModal({
  schedule,
  onClose,
}: {
  readonly schedule: ReportSchedule
  readonly onClose: () => void
}) {
  const { report, filter, column, orderBy, direction } = schedule
  const query = useReportDetails(report)
  const { data: details, isError } = query
  if (details)
    return (
      <ScheduleModal
        reportName={details.name}
        filters={details.filter}
        request={{ report, filter, column, orderBy, direction }}
        schedule={schedule}
        onClose={onClose}
      />
    )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Edit schedule"
      subject={schedule.reportName}
      size="medium"
      icon={IconCalendarRepeat}
    >
      {isError ? <FailedQuery query={query} title="Its report can no longer be opened" /> : <Skeleton height={320} />}
    </Modal>
  )
}
