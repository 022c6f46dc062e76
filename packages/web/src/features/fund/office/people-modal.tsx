// The people of a fund: what waits for a second person, the roles, and the setting that asks for one.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { ApprovalList } from './approval-list.tsx'
import { useApprovals } from './office-api.ts'
import { RoleList } from './role-list.tsx'
import { SecondPersonSetting } from './second-person-setting.tsx'
import classes from '../fund.module.css'

export type PeopleView = 'approvals' | 'roles' | 'second-person'

export interface PeopleModalProps {
  readonly accountId: string
  /** The fund in the title. */
  readonly subject: string
  readonly firstView?: PeopleView
  readonly onClose: () => void
}

export function PeopleModal({ accountId, subject, firstView = 'approvals', onClose }: PeopleModalProps) {
  const [view, setView] = useState(firstView)
  const approvals = useApprovals(accountId)
  const { isOwner } = useFundRights()
  const views: readonly { readonly value: PeopleView; readonly label: string }[] = [
    { value: 'approvals', label: 'Waiting for approval' },
    { value: 'roles', label: 'Roles' },
    ...(isOwner ? [{ value: 'second-person', label: 'Second person' } as const] : []),
  ]
  return (
    <Modal isOpen onClose={onClose} title="People" subject={subject} icon={IconUsersGroup} size="graph">
      <SegmentedControl
        aria-label="Part of the people"
        data={[...views]}
        value={view}
        onChange={(chosen) => setView(chosen)}
        fullWidth
      />
      <div className={classes['view']}>
        {view === 'roles' ? (
          <RoleList accountId={accountId} />
        ) : approvals.isError ? (
          <FailedState
            title="What waits could not be loaded"
            why={approvals.error.message}
            onRetry={() => void approvals.refetch()}
          />
        ) : !approvals.data ? (
          <Skeleton height={280} />
        ) : view === 'approvals' ? (
          <ApprovalList accountId={accountId} approvals={approvals.data} />
        ) : (
          <SecondPersonSetting accountId={accountId} saved={approvals.data.secondPersonFrom} />
        )}
      </div>
    </Modal>
  )
}
