// 'Create Member' and 'Edit Member': names, e-mail, phone, the linked user, and in edit mode the status.
// Source: docs/rules/accounts.md, "Members".
import type { Member } from '@clubfolio/contract'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus, IconUser } from '@tabler/icons-react'
import { useId } from 'react'
import { FormFoot } from '../../../ui/form-foot.tsx'
import { KeywordSelect } from '../../../ui/keyword-select.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { searchUsers, useSaveMember, type MemberForm } from './api.ts'
import { memberFaults } from './member-fault.ts'
import classes from './member.module.css'

export interface MemberModalProps {
  /** The member to edit; undefined creates one. */
  readonly member: Member | undefined
  readonly onClose: () => void
}

export function MemberModal({ member, onClose }: MemberModalProps) {
  const formId = useId()
  const save = useSaveMember(member?.id, onClose)
  const form = useForm<MemberForm>({
    initialValues: {
      firstName: member?.firstName ?? '',
      lastName: member?.lastName ?? '',
      email: member?.email ?? '',
      phone: member?.phone ?? '',
      userId: member?.userId ?? null,
      status: member?.status ?? 'ACTIVATED',
    },
    validate: memberFaults,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
  const openCount = Object.keys(memberFaults(form.values)).length
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={member ? 'Edit Member' : 'Create Member'}
      icon={member ? IconUser : IconUserPlus}
      foot={
        <FormFoot form={formId} submit="Save" openCount={openCount} isSubmitting={save.isPending} onCancel={onClose} />
      }
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        <div className={classes['pair']}>
          <TextInput
            label="First name"
            withAsterisk
            data-autofocus
            maxLength={80}
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last name" withAsterisk maxLength={80} {...form.getInputProps('lastName')} />
        </div>
        <div className={classes['pair']}>
          <TextInput label="Email" inputMode="email" maxLength={254} {...form.getInputProps('email')} />
          <TextInput label="Phone" withAsterisk inputMode="tel" maxLength={16} {...form.getInputProps('phone')} />
        </div>
        <KeywordSelect
          label="Linked user"
          placeholder="Type 3 letters of a name"
          description="Lets the member sign in and see their own share and statements."
          chosen={member?.user?.fullName ?? ''}
          search={searchUsers}
          name={(user) => user.fullName}
          detail={(user) => user.email}
          onChoose={(user) => form.setFieldValue('userId', user?.id ?? null)}
        />
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
      </form>
    </Modal>
  )
}
