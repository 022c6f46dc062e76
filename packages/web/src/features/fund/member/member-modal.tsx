// 'Create Member' and 'Edit Member': names, e-mail, phone, the linked user, and in edit mode the status.
// Source: docs/rules/accounts.md, "Members".
import { allows, featureAccess, memberRoutes, type Member } from '@clubfolio/contract'
import { Text, TextInput } from '@mantine/core'
import { IconUserPlus, IconUser } from '@tabler/icons-react'
import { useCan } from '../../../kernel/session.ts'
import { FieldPair } from '../../../ui/form-layout.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { KeywordSelect } from '../../../ui/keyword-select.tsx'
import { describePermission } from '../../../ui/state/permission-words.ts'
import { Toggle } from '../../../ui/toggle.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { searchUsers, useSaveMember, type MemberForm } from './api.ts'
import { MemberSignIn } from './member-sign-in.tsx'
import classes from './member.module.css'

const searchRule = featureAccess.userSearch

export interface MemberModalProps {
  /** The member to edit; undefined creates one. */
  readonly member: Member | undefined
  readonly onClose: () => void
}

export function MemberModal({ member, onClose }: MemberModalProps) {
  const can = useCan()
  const canSearch = allows(searchRule, can)
  const save = useSaveMember(member?.id, onClose)
  const form = useCheckedForm<MemberForm & { readonly email: string }>({
    initialValues: {
      firstName: member?.firstName ?? '',
      lastName: member?.lastName ?? '',
      email: member?.email ?? '',
      phone: member?.phone ?? '',
      userId: member?.userId ?? null,
      status: member?.status ?? 'ACTIVATED',
    },
    schema: memberRoutes.create.body,
  })
  return (
    <FormModal
      title={member ? 'Edit Member' : 'Create Member'}
      icon={member ? IconUser : IconUserPlus}
      submit="Save"
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit((values) => save.mutateAsync(values))}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput label="First name" withAsterisk data-autofocus {...form.textField('firstName')} />
        <TextInput label="Last name" withAsterisk {...form.textField('lastName')} />
      </FieldPair>
      <FieldPair>
        <TextInput label="Email" inputMode="email" {...form.textField('email')} />
        <TextInput label="Phone" withAsterisk inputMode="tel" {...form.textField('phone')} />
      </FieldPair>
      {canSearch ? (
        <KeywordSelect
          label="Linked user"
          placeholder="Type 3 letters of a name"
          description="Lets the member sign in and see their own share and statements."
          chosen={member?.user?.fullName ?? ''}
          search={searchUsers}
          name={(user) => user.fullName}
          detail={(user) => user.email}
          onChoose={(user) => form.setFieldValue('userId', user?.id ?? null)}
          error={form.errorOf('userId')}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {describePermission(searchRule, can, 'link a user to this member')}
        </Text>
      )}
      {member ? (
        <MemberSignIn
          member={member}
          isEmailChanged={form.values.email.trim().toLowerCase() !== member.email}
          onUnlinked={onClose}
        />
      ) : null}
      {member ? (
        <div className={classes['status']}>
          <Text size="xs" fw={500}>
            Status
          </Text>
          <Toggle
            label="Status"
            isOn={form.values.status === 'ACTIVATED'}
            onLabel="Active"
            offLabel="Disable"
            onChange={(isOn) => form.setFieldValue('status', isOn ? 'ACTIVATED' : 'INACTIVATED')}
          />
        </div>
      ) : null}
    </FormModal>
  )
}
