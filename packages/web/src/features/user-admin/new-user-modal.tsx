// 'New User': names, e-mail, phone, a password or an invitation to set one, and groups for callers who may assign them.
// Source: docs/rules/access.md, "Users".
import { userAdminRoutes } from '@clubfolio/contract'
import { PasswordInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useCan } from '../../kernel/session.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useCreateUser, useGroupChoices, type NewUserForm } from './api.ts'
import { GroupChecks } from './group-checks.tsx'
import classes from './user-admin.module.css'

interface Fields extends Omit<NewUserForm, 'password'> {
  readonly way: 'INVITE' | 'PASSWORD'
  readonly password: string
}

const toForm = ({ way, password, ...fields }: Fields): NewUserForm => ({
  ...fields,
  password: way === 'PASSWORD' ? password : null,
})

/** Returns the errors, field by field, with the contract's messages. */
function faultsOf(fields: Fields): Partial<Record<keyof Fields, string>> {
  const parsed = userAdminRoutes.create.body.safeParse(toForm(fields))
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]))
}

export function NewUserModal({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const can = useCan()
  const choices = useGroupChoices(null)
  const create = useCreateUser(onClose)
  const form = useForm<Fields>({
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
    validate: faultsOf,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
  const forNewUsers = choices.data
    ?.filter(({ isForNewUsers, missingKeys }) => isForNewUsers && missingKeys.length === 0)
    .map(({ id }) => id)
  const submit = (fields: Fields) => create.mutate(toForm(fields))
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="New User"
      icon={IconUserPlus}
      foot={
        <FormFoot
          form={formId}
          submit="Create"
          openCount={Object.keys(faultsOf(form.values)).length}
          isSubmitting={create.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} className={classes['form']} noValidate onSubmit={form.onSubmit(submit)}>
        <div className={classes['pair']}>
          <TextInput
            label="First name"
            withAsterisk
            data-autofocus
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            withAsterisk
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('lastName')}
          />
        </div>
        <div className={classes['pair']}>
          <TextInput
            label="Email"
            withAsterisk
            inputMode="email"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone number"
            withAsterisk
            inputMode="tel"
            placeholder="+1 212 555 0123"
            maxLength={32}
            autoComplete="off"
            {...form.getInputProps('phoneNumber')}
          />
        </div>
        <div>
          <div className={classes['label']}>First sign-in</div>
          <SegmentedControl
            aria-label="First sign-in"
            data={[
              { value: 'INVITE', label: 'Invitation by e-mail' },
              { value: 'PASSWORD', label: 'Password' },
            ]}
            {...form.getInputProps('way')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {form.values.way === 'INVITE'
              ? 'A mail with a link to set a password, good for 7 days.'
              : 'You hand the password over yourself.'}{' '}
            A code to the phone confirms the user.
          </Text>
        </div>
        {form.values.way === 'PASSWORD' ? (
          <PasswordInput
            label="Password"
            withAsterisk
            maxLength={128}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        ) : null}
        <div>
          <div className={classes['label']}>Groups</div>
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
      </form>
    </Modal>
  )
}
