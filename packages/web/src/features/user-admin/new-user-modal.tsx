// 'New User': names, e-mail, phone, a password or an invitation to set one, and groups for callers who may assign them.
// Source: docs/rules/access.md, "Users".
import { userAdminRoutes } from '@clubfolio/contract'
import { PasswordInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useCan } from '../../kernel/session.ts'
import { FieldLabel, FieldPair } from '../../ui/form-layout.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useCreateUser, useGroupChoices, type NewUserForm } from './api.ts'
import { GroupChecks } from './group-checks.tsx'

interface Fields extends Omit<NewUserForm, 'password'> {
  readonly way: 'INVITE' | 'PASSWORD'
  readonly password: string
}

const toForm = ({ way, password, ...fields }: Fields): NewUserForm => ({
  ...fields,
  password: way === 'PASSWORD' ? password : null,
})

export function NewUserModal({ onClose }: { readonly onClose: () => void }) {
  const can = useCan()
  const choices = useGroupChoices(null)
  const create = useCreateUser(onClose)
  const form = useCheckedForm<Fields>({
    initialValues: {
      firstName: '',
      lastName: '',
      email: '',
      phoneNumber: '',
      way: 'INVITE',
      password: '',
      // Until the caller chooses: the group for users who register.
      groupIds: null,
    },
    schema: userAdminRoutes.create.body,
    toInput: toForm,
    refusalFields: { commonPassword: 'password' },
  })
  const forNewUsers = choices.data
    ?.filter(({ isForNewUsers, missingKeys }) => isForNewUsers && missingKeys.length === 0)
    .map(({ id }) => id)
  return (
    <FormModal
      title="New User"
      icon={IconUserPlus}
      submit="Create"
      openCount={form.openCount}
      isSubmitting={create.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit((values) => create.mutateAsync(toForm(values)))}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput label="First name" withAsterisk data-autofocus autoComplete="off" {...form.textField('firstName')} />
        <TextInput label="Last name" withAsterisk autoComplete="off" {...form.textField('lastName')} />
      </FieldPair>
      <FieldPair>
        <TextInput label="Email" withAsterisk inputMode="email" autoComplete="off" {...form.textField('email')} />
        <TextInput
          label="Phone number"
          withAsterisk
          inputMode="tel"
          placeholder="+1 212 555 0123"
          autoComplete="off"
          {...form.textField('phoneNumber')}
        />
      </FieldPair>
      <div>
        <FieldLabel>First sign-in</FieldLabel>
        <SegmentedControl
          aria-label="First sign-in"
          data={[
            { value: 'INVITE', label: 'Invitation by e-mail' },
            { value: 'PASSWORD', label: 'Password' },
          ]}
          {...form.field('way')}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {form.values.way === 'INVITE'
            ? 'We e-mail a link for setting a password. It is valid for 7 days.'
            : 'You give the user the password yourself.'}{' '}
          A code sent to the phone confirms the user.
        </Text>
      </div>
      {form.values.way === 'PASSWORD' ? (
        <PasswordInput label="Password" withAsterisk autoComplete="new-password" {...form.textField('password')} />
      ) : null}
      <div>
        <FieldLabel>Groups</FieldLabel>
        {can('LUP') ? (
          <GroupChecks
            choices={choices}
            chosen={form.values.groupIds ?? forNewUsers ?? []}
            onChange={(groupIds) => form.setFieldValue('groupIds', [...groupIds])}
          />
        ) : (
          <Text size="xs" c="dimmed">
            The group that every new user joins. Choosing others needs the permission "List and update permissions".
          </Text>
        )}
      </div>
    </FormModal>
  )
}
