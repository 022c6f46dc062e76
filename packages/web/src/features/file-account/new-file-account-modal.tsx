// The form of an account from files: what it is called, who holds it, its type and currency, and whether the money is
// real. The linking dialog and the Accounts screen open it.
import { fileAccountRoutes, type WholeBody } from '@clubfolio/contract'
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { FieldLabel, FieldPair } from '../../ui/form-layout.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useCreateFileAccount } from './api.ts'
import { currencyChoices } from './currency-choices.ts'
import classes from './file-account.module.css'

const types = [
  { value: 'MARGIN', label: 'Margin' },
  { value: 'CASH', label: 'Cash' },
]
const kinds = [
  { value: 'real', label: 'Real money' },
  { value: 'paper', label: 'Practice money' },
]

export function NewFileAccountModal({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateFileAccount()
  const navigate = useNavigate()
  const [typeId, kindId] = [useId(), useId()]
  const form = useCheckedForm<WholeBody<'fileAccount', 'create'>>({
    initialValues: { name: '', brokerName: '', type: 'MARGIN', currency: 'USD', isPaper: false },
    schema: fileAccountRoutes.create.body,
  })
  return (
    <FormModal
      title="Account from files"
      icon={IconFileImport}
      submit="Create account"
      openCount={form.openCount}
      isSubmitting={create.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(async (values) => {
        const { id } = await create.mutateAsync(values)
        onClose()
        await navigate({ to: '/account/statement-files', search: () => ({ account: id }) })
      })}
      onClose={onClose}
    >
      <p className={classes['note']}>
        For an account at a broker that Clubfolio does not connect to. Its trades, deposits and dividends come from the
        statement files that you download there and upload here. Orders cannot be placed in it.
      </p>
      <FieldPair>
        <TextInput
          label="Name"
          description="Names the account on every screen."
          withAsterisk
          data-autofocus
          {...form.textField('name')}
        />
        <TextInput label="Broker" description="Who holds the account." withAsterisk {...form.textField('brokerName')} />
      </FieldPair>
      <Select
        label="Currency"
        description="Values and reports of the account are in it. Amounts in others are converted by their rate."
        data={currencyChoices}
        searchable
        allowDeselect={false}
        {...form.field('currency')}
      />
      <FieldPair areNarrow>
        <div>
          <FieldLabel id={typeId}>Type</FieldLabel>
          <SegmentedControl
            aria-labelledby={typeId}
            fullWidth
            data={types}
            value={form.values.type}
            onChange={(type) => form.setFieldValue('type', type === 'CASH' ? 'CASH' : 'MARGIN')}
          />
        </div>
        <div>
          <FieldLabel id={kindId}>Money</FieldLabel>
          <SegmentedControl
            aria-labelledby={kindId}
            fullWidth
            data={kinds}
            value={form.values.isPaper ? 'paper' : 'real'}
            onChange={(kind) => form.setFieldValue('isPaper', kind === 'paper')}
          />
        </div>
      </FieldPair>
    </FormModal>
  )
}
