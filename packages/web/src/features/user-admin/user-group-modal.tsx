// Adds a user to groups and removes them; the change takes effect from the user's next request.
import type { AdminUser } from '@clubfolio/contract'
import { Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useGroupChoices, useSaveGroups } from './api.ts'
import { GroupChecks } from './group-checks.tsx'

export function UserGroupModal({ user, onClose }: { readonly user: AdminUser; readonly onClose: () => void }) {
  const choices = useGroupChoices(user.id)
  const [edited, setEdited] = useState<readonly string[]>()
  const save = useSaveGroups(onClose)
  const chosen = edited ?? choices.data?.filter(({ isMember }) => isMember).map(({ id }) => id) ?? []
  return (
    <FormModal
      title="Groups"
      subject={user.fullName}
      icon={IconUsersGroup}
      submit="Save"
      openCount={0}
      isSubmitting={save.isPending}
      isDirty={edited !== undefined}
      onSubmit={() => (edited ? save.mutate({ userId: user.id, groupIds: edited }) : onClose())}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        A user may do what any of their active groups allows.
      </Text>
      <GroupChecks choices={choices} chosen={chosen} onChange={setEdited} hasFocusFirst />
    </FormModal>
  )
}
