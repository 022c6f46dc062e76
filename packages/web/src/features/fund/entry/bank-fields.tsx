// Bank details of an entry: a new bank account, saved before the entry, or an existing one of the member. All of them
// are optional; a new account that is half-filled says what is missing once one of its fields is left.
import { maxLengthOf, memberRoutes } from '@clubfolio/contract'
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { FieldPair } from '../../../ui/form-layout.tsx'
import { useBankAccounts } from '../book/api.ts'
import { bankFieldNames, type EntryForm } from './entry-form.ts'

const bank = memberRoutes.createBankAccount.body.shape

export interface BankFieldsProps {
  readonly form: EntryForm
  readonly onChange: (fields: Partial<EntryForm>) => void
  readonly errorOf: (field: keyof EntryForm) => string | undefined
  /** Shows what is missing in these fields from now on. */
  readonly onLeave: (...fields: readonly (keyof EntryForm)[]) => void
}

export function BankFields({ form, onChange, errorOf, onLeave }: BankFieldsProps) {
  const onBlur = () => onLeave(...bankFieldNames)
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
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxLengthOf(bank.bankAccountNumber)}
              value={form.bankAccountNumber}
              onChange={(event) => onChange({ bankAccountNumber: event.currentTarget.value })}
              onBlur={onBlur}
              error={errorOf('bankAccountNumber')}
            />
            <TextInput
              label="Routing number"
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxLengthOf(bank.bankRouting)}
              value={form.bankRouting}
              onChange={(event) => onChange({ bankRouting: event.currentTarget.value })}
              onBlur={onBlur}
              error={errorOf('bankRouting')}
            />
          </FieldPair>
          <TextInput
            label="Alias"
            maxLength={maxLengthOf(bank.bankAlias)}
            value={form.bankAlias}
            onChange={(event) => onChange({ bankAlias: event.currentTarget.value })}
            onBlur={onBlur}
            error={errorOf('bankAlias')}
          />
        </>
      ) : (
        <SavedBankAccounts form={form} onChange={onChange} />
      )}
    </>
  )
}

function SavedBankAccounts({ form, onChange }: Pick<BankFieldsProps, 'form' | 'onChange'>) {
  const saved = useBankAccounts(form.memberId === '' ? undefined : form.memberId)
  const reason =
    form.memberId === ''
      ? 'Please, select one member'
      : saved.data?.length === 0
        ? 'This member has no saved bank account; add a new one.'
        : undefined
  return (
    <Select
      label="Saved bank account"
      placeholder="Select bank account"
      clearable
      data={(saved.data ?? []).map((account) => ({ value: account.id, label: `${account.alias} ${account.number}` }))}
      value={form.bankAccountId}
      onChange={(bankAccountId) => onChange({ bankAccountId })}
      error={reason}
    />
  )
}
