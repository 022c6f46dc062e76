// Bank details of an entry: a new bank account, saved before the entry, or an existing one of the member.
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useBankAccounts } from '../book/api.ts'
import type { EntryForm } from './entry-form.ts'
import classes from '../participation.module.css'

export interface BankFieldsProps {
  readonly form: EntryForm
  readonly onChange: (fields: Partial<EntryForm>) => void
  readonly errorOf: (field: keyof EntryForm) => string | undefined
}

export function BankFields({ form, onChange, errorOf }: BankFieldsProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Bank account"
        data={[
          { value: 'NEW', label: 'New Bank Account' },
          { value: 'EXIST', label: 'Exist Bank Account' },
        ]}
        value={form.bank}
        onChange={(value) => onChange({ bank: value === 'EXIST' ? 'EXIST' : 'NEW' })}
      />
      {form.bank === 'NEW' ? (
        <>
          <div className={classes['pair']}>
            <TextInput
              label="Bank account number"
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              maxLength={17}
              value={form.bankAccountNumber}
              onChange={(event) => onChange({ bankAccountNumber: event.currentTarget.value })}
              error={errorOf('bankAccountNumber')}
            />
            <TextInput
              label="Routing number"
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={form.bankRouting}
              onChange={(event) => onChange({ bankRouting: event.currentTarget.value })}
              error={errorOf('bankRouting')}
            />
          </div>
          <TextInput
            label="Alias"
            withAsterisk
            maxLength={60}
            value={form.bankAlias}
            onChange={(event) => onChange({ bankAlias: event.currentTarget.value })}
            error={form.memberId === '' ? 'Please, select one member' : errorOf('bankAlias')}
          />
        </>
      ) : (
        <SavedBankAccounts form={form} onChange={onChange} errorOf={errorOf} />
      )}
    </>
  )
}

function SavedBankAccounts({ form, onChange, errorOf }: BankFieldsProps) {
  const saved = useBankAccounts(form.memberId === '' ? undefined : form.memberId)
  const reason =
    form.memberId === ''
      ? 'Please, select one member'
      : saved.data?.length === 0
        ? 'This member has no saved bank account; add a new one.'
        : errorOf('bankAccountId')
  return (
    <Select
      label="Saved bank account"
      placeholder="Select bank account"
      data={(saved.data ?? []).map((account) => ({ value: account.id, label: `${account.alias} ${account.number}` }))}
      value={form.bankAccountId}
      onChange={(bankAccountId) => onChange({ bankAccountId })}
      error={reason}
    />
  )
}
