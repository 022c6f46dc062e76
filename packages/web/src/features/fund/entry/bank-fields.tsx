// Bank details of an entry: a new bank account, saved before the entry, or an existing one of the member.
import { maxLengthOf, memberRoutes } from '@clubfolio/contract'
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { FieldPair } from '../../../ui/form-layout.tsx'
import { useBankAccounts } from '../book/api.ts'
import type { EntryForm } from './entry-form.ts'

const bank = memberRoutes.createBankAccount.body.shape

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
          <FieldPair>
            <TextInput
              label="Bank account number"
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxLengthOf(bank.bankAccountNumber)}
              value={form.bankAccountNumber}
              onChange={(event) => onChange({ bankAccountNumber: event.currentTarget.value })}
              error={errorOf('bankAccountNumber')}
            />
            <TextInput
              label="Routing number"
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxLengthOf(bank.bankRouting)}
              value={form.bankRouting}
              onChange={(event) => onChange({ bankRouting: event.currentTarget.value })}
              error={errorOf('bankRouting')}
            />
          </FieldPair>
          <TextInput
            label="Alias"
            withAsterisk
            maxLength={maxLengthOf(bank.bankAlias)}
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
