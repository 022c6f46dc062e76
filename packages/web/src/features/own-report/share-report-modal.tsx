// Shares an own report with groups of its owner; each member who runs it sees their own rows.
import type { OwnReport } from '@clubfolio/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useOwnGroups, useShareOwnReport } from './api.ts'
import classes from './own-report.module.css'

export function ShareReportModal({ report, onClose }: { readonly report: OwnReport; readonly onClose: () => void }) {
  const query = useOwnGroups()
  const { data: groups, isError } = query
  const [chosen, setChosen] = useState(report.groups.map(({ id }) => id))
  const isChanged = chosen.length !== report.groups.length || report.groups.some(({ id }) => !chosen.includes(id))
  const share = useShareOwnReport()
  return (
    <FormModal
      title="Share report"
      subject={report.name}
      icon={IconUsersGroup}
      submit={groups && groups.length > 0 ? 'Share' : undefined}
      openCount={0}
      isSubmitting={share.isPending}
      isDirty={isChanged}
      onSubmit={() =>
        share.mutate(
          // Groups that the owner has left since are dropped.
          { id: report.id, groupIds: chosen.filter((id) => groups?.some((group) => group.id === id)) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {isError && !groups ? (
        <FailedQuery query={query} title="Your groups could not be loaded" />
      ) : !groups ? (
        <Skeleton height={100} />
      ) : groups.length === 0 ? (
        <EmptyState
          title="You are in no group"
          words="You can share reports only with groups you belong to. Ask an administrator to add you to one."
        />
      ) : (
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
      )}
    </FormModal>
  )
}
