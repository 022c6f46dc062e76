// Shares an own report with groups of its owner; each member who runs it sees their own rows.
import type { OwnReport } from '@clubfolio/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import reportClasses from '../report/report.module.css'
import { useOwnGroups, useShareOwnReport } from './api.ts'
import classes from './own-report.module.css'

export function ShareReportModal({ report, onClose }: { readonly report: OwnReport; readonly onClose: () => void }) {
  const formId = useId()
  const { data: groups, isError, error, refetch, isFetching } = useOwnGroups()
  const [chosen, setChosen] = useState(report.groups.map(({ id }) => id))
  const share = useShareOwnReport()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Share report"
      subject={report.name}
      icon={IconUsersGroup}
      foot={
        groups && groups.length > 0 ? (
          <FormFoot form={formId} submit="Share" openCount={0} isSubmitting={share.isPending} onCancel={onClose} />
        ) : undefined
      }
    >
      {isError && !groups ? (
        <FailedState
          title="Your groups could not be loaded"
          why={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !groups ? (
        <Skeleton height={100} />
      ) : groups.length === 0 ? (
        <EmptyState
          title="You are in no group"
          words="Reports are shared with the groups that one belongs to; an administrator puts people into groups."
        />
      ) : (
        <form
          id={formId}
          className={reportClasses['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // Groups that the owner has left since are dropped.
            share.mutate(
              { id: report.id, groupIds: chosen.filter((id) => groups.some((group) => group.id === id)) },
              { onSuccess: onClose },
            )
          }}
        >
          <Checkbox.Group
            label="Groups"
            description="Their members can open, print and mail the report with their own rows; they cannot change it."
            value={chosen}
            onChange={setChosen}
          >
            <div className={classes['groups']}>
              {groups.map(({ id, name }) => (
                <Checkbox key={id} size="xs" value={id} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        </form>
      )}
    </Modal>
  )
}
