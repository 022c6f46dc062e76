// Makes an API token: what it may do, for which accounts, how long, and the password again.
import { apiTokenRoutes, permissions, tokenKeys, type PermissionKey } from '@clubfolio/contract'
import { PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useId } from 'react'
import { useCan } from '../../kernel/session.ts'
import { FieldLabel, FieldPair } from '../../ui/form-layout.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useCreateToken } from './api.ts'
import { AccountChoice } from './account-choice.tsx'
import { Fault } from './fault.tsx'
import classes from './profile.module.css'

type TokenKey = (typeof tokenKeys)[number]

interface TokenValues {
  readonly name: string
  readonly keys: readonly TokenKey[]
  readonly isReadOnly: boolean
  readonly isForAllAccounts: boolean
  readonly accountIds: readonly string[]
  readonly days: string
  readonly password: string
}

const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
]

const toInput = ({ isForAllAccounts, accountIds, days, keys, ...values }: TokenValues) => ({
  ...values,
  keys: [...keys],
  accountIds: isForAllAccounts ? null : [...accountIds],
  days: Number(days),
})

export interface TokenModalProps {
  readonly onMade: (token: string) => void
  readonly onClose: () => void
}

export function TokenModal({ onMade, onClose }: TokenModalProps) {
  const can = useCan()
  const create = useCreateToken()
  const choices = permissions.flatMap(({ nameKey, name }) =>
    isTokenKey(nameKey) && can(nameKey) ? [{ key: nameKey, value: name }] : [],
  )
  const form = useCheckedForm<TokenValues>({
    initialValues: {
      name: '',
      keys: choices.map(({ key }) => key),
      isReadOnly: true,
      isForAllAccounts: true,
      accountIds: [],
      days: '90',
      password: '',
    },
    schema: apiTokenRoutes.createToken.body,
    toInput,
    refusalFields: { wrongPassword: 'password' },
  })
  const { values } = form
  const accessId = useId()
  const submit = form.submit(async (filled) => {
    const { token } = await create.mutateAsync(toInput(filled))
    onMade(token)
  })
  return (
    <FormModal
      title="New API token"
      icon={IconKey}
      size="medium"
      submit="Create token"
      openCount={form.openCount}
      isSubmitting={create.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onIncomplete={() => form.leave(...form.openNames)}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput
          label="Name"
          placeholder="What uses it"
          autoComplete="off"
          data-autofocus
          {...form.textField('name')}
        />
        <Select label="Expires in" data={lives} allowDeselect={false} {...form.field('days')} />
      </FieldPair>
      <div>
        <FieldLabel id={accessId}>Access</FieldLabel>
        <SegmentedControl
          fullWidth
          aria-labelledby={accessId}
          data={[
            { value: 'read', label: 'Read only' },
            { value: 'change', label: 'Read and write' },
          ]}
          value={values.isReadOnly ? 'read' : 'change'}
          onChange={(value) => form.setFieldValue('isReadOnly', value === 'read')}
        />
      </div>
      <div>
        <MultiSelect
          label="Permissions"
          choices={choices}
          selected={values.keys}
          onChange={(keys) => form.setFieldValue('keys', keys)}
        />
        <Fault text={form.errorOf('keys')} />
      </div>
      <AccountChoice
        chosen={values}
        error={form.errorOf('accountIds')}
        onAll={(isForAll) => form.setFieldValue('isForAllAccounts', isForAll)}
        onAccounts={(ids) => form.setFieldValue('accountIds', ids)}
      />
      <p className={classes['note']}>
        {values.isForAllAccounts
          ? 'It can do at most what you may do yourself at the time of a call.'
          : 'It can make only calls that name one of these accounts, and calls about no account.'}{' '}
        It never signs in, and changes neither your password nor rights.
      </p>
      <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
    </FormModal>
  )
}

const isTokenKey = (key: PermissionKey): key is TokenKey => (tokenKeys as readonly PermissionKey[]).includes(key)
