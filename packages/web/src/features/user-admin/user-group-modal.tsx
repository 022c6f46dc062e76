// Adds a user to groups and removes them; the change takes effect from the user's next request.
import type { AdminUser } from '@clubfolio/contract'
import { Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useId, useState, type FormEvent } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useGroupChoices, useSaveGroups } from './api.ts'
import { GroupChecks } from './group-checks.tsx'
import classes from './user-admin.module.css'

export function UserGroupModal({ user, onClose }: { readonly user: AdminUser; readonly onClose: () => void }) {
  const formId = useId()
  const choices = useGroupChoices(user.id)
  const [edited, setEdited] = useState<readonly string[]>()
  const save = useSaveGroups(onClose)
  const chosen = edited ?? choices.data?.filter(({ isMember }) => isMember).map(({ id }) => id) ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edited === undefined) onClose()
    else save.mutate({ userId: user.id, groupIds: edited })
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Groups"
      subject={user.fullName}
      icon={IconUsersGroup}
      foot={<FormFoot form={formId} submit="Save" openCount={0} isSubmitting={save.isPending} onCancel={onClose} />}
    >
      <form id={formId} className={classes['form']} onSubmit={submit}>
        <Text size="sm" c="dimmed">
          A user may do what any of their active groups allows.
        </Text>
        <GroupChecks choices={choices} chosen={chosen} onChange={setEdited} hasFocusFirst />
      </form>
    </Modal>
  )
}
