// The people of a fund: what waits for a second person, the roles, the setting that asks for one, and what the members
// are told and asked.
import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { AnnouncementsView } from '../announcement/announcements-view.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { ApprovalList } from './approval-list.tsx'
import { useApprovals } from './office-api.ts'
import { RoleList } from './role-list.tsx'
import { SecondPersonSetting } from './second-person-setting.tsx'
import { VotesView } from '../vote/votes-view.tsx'
import classes from '../fund.module.css'

export type PeopleView = 'approvals' | 'roles' | 'second-person' | 'announcements' | 'votes'

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
  // More parts than fit side by side.
  const isPhone = usePhone()
  const { isOwner } = useFundRights()
  const views: readonly { readonly value: PeopleView; readonly label: string }[] = [
    { value: 'approvals', label: 'Waiting for approval' },
    { value: 'roles', label: 'Roles' },
    { value: 'announcements', label: 'Announcements' },
    { value: 'votes', label: 'Votes' },
    ...(isOwner ? [{ value: 'second-person', label: 'Second person' } as const] : []),
  ]
  return (
    <Modal isOpen onClose={onClose} title="People" subject={subject} icon={IconUsersGroup} size="graph">
      {isPhone ? (
        <Select
          aria-label="Part of the people"
          data={[...views]}
          value={view}
          allowDeselect={false}
          onChange={(chosen) => chosen && setView(chosen)}
        />
      ) : (
        <SegmentedControl
          aria-label="Part of the people"
          data={[...views]}
          value={view}
          onChange={(chosen) => setView(chosen)}
          fullWidth
        />
      )}
      <div className={classes['view']}>
        {view === 'roles' ? (
          <RoleList accountId={accountId} />
        ) : view === 'announcements' ? (
          <AnnouncementsView accountId={accountId} />
        ) : view === 'votes' ? (
          <VotesView accountId={accountId} subject={subject} />
        ) : approvals.isError ? (
          <FailedQuery query={approvals} title="The approvals could not be loaded" />
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
