// New Participation: a member's money in or out of an account, with optional bank details. A failed save loses no
// input; a refusal of the books is shown next to the field it concerns.
// Source: docs/rules/accounts.md, "New Participation"; docs/rules/fund.md, "Entries".
import { type Account, maxLengthOf, type Member, NewEntry } from '@clubfolio/contract'
import { keysOf, sortedMemberName } from '@clubfolio/domain'
import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAccountList } from '../../../kernel/account-list.ts'
import { useChosenAccount } from '../../../kernel/chosen-account.ts'
import { CurrencyProvider, useAmountAffix } from '../../../ui/figure/currency.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { type FieldFaults, fieldFaultsOf, showRest } from '../../../ui/field-fault.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { FieldLabel, FieldPair } from '../../../ui/form-layout.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { KeywordSelect } from '../../../ui/keyword-select.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { useShownFields } from '../../../ui/use-shown-fields.ts'
import { searchMembers, useFundMemberSearch } from '../member/api.ts'
import { useFundOverview, useRecordEntry } from '../book/api.ts'
import { useDues } from '../book/books-api.ts'
import type { ApprovedRequest } from '../book/request-view.tsx'
import { BankFields } from './bank-fields.tsx'
import {
  asksForFunding,
  fromRequest,
  offersTransfer,
  entryFaults,
  entryRefusalFields,
  isRequestedOnOpeningDay,
  toOrder,
  withoutBank,
  withSavedBank,
  type EntryForm,
} from './entry-form.ts'
import { Everything } from './everything.tsx'
import { EntryFee, EntryPreviewPanel, EntryWaits } from './entry-preview.tsx'
import { fundTerms } from '../fund-terms.ts'
import classes from '../participation.module.css'
import { accountName } from '../../account/account-label.ts'

/** What the form shows of an account; in another owner's fund it is masked. */
export type ShownAccount = Pick<Account, 'id' | 'number' | 'isPaper' | 'isReadOnly' | 'currency'>

export interface ParticipationModalProps {
  /** Fixed where the screen has chosen it; otherwise the form offers a choice that defaults to the account in view. */
  readonly account?: ShownAccount
  /** Fixed where the form was opened from the member. */
  readonly member?: Member
  /** The request that the entry approves: it fills the form in. */
  readonly approved?: Pick<ApprovedRequest, 'request' | 'value'>
  readonly onClose: () => void
}

export function ParticipationModal({ account, member, approved, onClose }: ParticipationModalProps) {
  const accounts = useAccountList()
  const active = (accounts.data ?? []).filter((candidate) => candidate.isActive)
  const { account: inView } = useChosenAccount()
  const [touched, setTouched] = useState<ReadonlySet<keyof EntryForm>>(new Set())
  /** Fields that show their fault although nothing was typed into them. */
  const [left, setLeft] = useState<ReadonlySet<keyof EntryForm>>(new Set())
  const [typed, setTyped] = useState<EntryForm>(() => ({
    ...emptyForm(account?.id ?? '', member?.id ?? ''),
    ...(approved ? fromRequest(approved) : {}),
  }))
  const form =
    typed.accountId === ''
      ? {
          ...typed,
          accountId:
            (active.find(({ id }) => id === inView?.id) ?? (active.length === 1 ? active[0] : undefined))?.id ?? '',
        }
      : typed
  const currency = account?.currency ?? active.find(({ id }) => id === form.accountId)?.currency
  const affix = useAmountAffix(currency)
  const dues = useDues(form.accountId === '' || form.memberId === '' ? undefined : form.accountId)
  const open = (dues.data?.payments ?? []).filter(
    ({ memberId, state }) => memberId === form.memberId && state !== 'paid',
  )
  const overview = useFundOverview(form.accountId === '' ? undefined : form.accountId)
  const days = overview.data
    ? {
        openingDay: overview.data.openingDay,
        marketDay: overview.data.marketDay,
        openingValueCents: overview.data.openingValue,
        canMoveMoney: overview.data.canMoveMoney,
      }
    : undefined
  const dated = form.date === null && days ? { ...form, date: touched.has('date') ? null : days.marketDay } : form
  const [refusals, setRefusals] = useState<FieldFaults>({})
  const shown = useShownFields()
  const isOpen = useIsOpen()
  const record = useRecordEntry(
    {
      isOpen,
      onBankSaved: ({ id }) => setTyped((before) => withSavedBank(before, id)),
      onBankWaits: () => setTyped(withoutBank),
    },
    onClose,
  )

  const searchFund = useFundMemberSearch(form.accountId)
  const faults = entryFaults(dated, days)
  const openCount = Object.keys(faults).length
  const change = (fields: Partial<EntryForm>) => {
    setTyped((before) => ({ ...before, ...fields }))
    setTouched((before) => new Set([...before, ...keysOf(fields)]))
    setRefusals({})
  }
  const leave = (...fields: readonly (keyof EntryForm)[]) => setLeft((before) => new Set([...before, ...fields]))
  const errorOf = (field: keyof EntryForm) => {
    shown.show(field)
    return refusals[field] ?? (touched.has(field) || left.has(field) ? faults[field] : undefined)
  }
  const submit = async () => {
    try {
      await record.mutateAsync(toOrder(dated, days))
    } catch (error) {
      setRefusals(fieldFaultsOf(error, entryRefusalFields))
      showRest(error, shown.all(), entryRefusalFields)
    }
  }

  return (
    <FormModal
      title={approved ? 'Approve the request' : 'New Participation'}
      icon={IconCoin}
      size="medium"
      {...(account ? { subject: accountName(account) } : {})}
      submit={approved ? 'Approve' : 'Create'}
      openCount={openCount}
      isSubmitting={record.isPending}
      isDirty={touched.size > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <FieldPair>
        {account ? (
          <TextInput label="Account number" value={accountName(account)} readOnly />
        ) : (
          <Select
            label="Account number"
            placeholder="Select account"
            withAsterisk
            data={active.map((candidate) => ({ value: candidate.id, label: candidate.number }))}
            value={form.accountId === '' ? null : form.accountId}
            onChange={(id) => change({ accountId: id ?? '' })}
            allowDeselect={false}
            error={errorOf('accountId')}
          />
        )}
        {member ? (
          <TextInput label="Member" value={sortedMemberName(member)} readOnly />
        ) : (
          <KeywordSelect
            label="Member"
            placeholder="Type 3 letters of a name"
            isRequired
            hasFocusFirst
            chosen=""
            search={overview.data && overview.data.place !== 'OWNER' ? searchFund : searchMembers}
            name={sortedMemberName}
            onChoose={(found) => {
              change({ memberId: found?.id ?? '' })
              // Another member has other bank accounts and other dues; an empty choice is not an error until the user
              // has seen the field.
              setTyped((before) => ({ ...before, bankAccountId: null, due: null }))
            }}
            error={errorOf('memberId')}
          />
        )}
      </FieldPair>
      <FieldPair>
        <NumericInput
          label="Amount"
          withAsterisk
          {...affix}
          value={form.amount}
          onChange={(amount) => change({ amount })}
          error={errorOf('amount')}
          data-autofocus={member ? true : undefined}
        />
        <Choice
          label="Type"
          data={[
            { value: 'in', label: 'Contrib' },
            { value: 'out', label: 'Retrib' },
          ]}
          value={form.isContribution ? 'in' : 'out'}
          onChange={(value) => change({ isContribution: value === 'in' })}
        />
      </FieldPair>
      <p className={classes['note']}>{form.isContribution ? fundTerms.contribution : fundTerms.retribution}</p>
      {!form.isContribution && form.memberId !== '' && days && dated.date === days.marketDay ? (
        <CurrencyProvider currency={currency}>
          <Everything accountId={form.accountId} memberId={form.memberId} onChoose={(amount) => change({ amount })} />
        </CurrencyProvider>
      ) : null}
      <FieldPair>
        <DayPicker
          label="Date"
          isRequired
          value={dated.date}
          onChange={(date) => change({ date })}
          error={errorOf('date')}
          {...(days ? { maxDay: days.marketDay } : {})}
        />
        <Choice
          label="Status"
          data={[
            { value: 'act', label: 'Act' },
            { value: 'ina', label: 'Ina' },
          ]}
          value={form.isActive ? 'act' : 'ina'}
          onChange={(value) => change({ isActive: value === 'act' })}
        />
      </FieldPair>
      {asksForFunding(dated, days) ? (
        <div>
          <Choice
            label="Where the money is"
            data={[
              { value: 'opening', label: 'Already in the account' },
              { value: 'new-money', label: 'New money' },
            ]}
            value={form.funding}
            onChange={(value) => change({ funding: value === 'opening' ? 'opening' : 'new-money' })}
          />
          <p className={classes['note']}>
            {`The fund opened on ${days?.openingDay ?? ''} with what the account held. Money already in it moves ` +
              'from Unallocated to the member; new money adds to the fund.'}
          </p>
        </div>
      ) : null}
      {isRequestedOnOpeningDay(dated, days) ? (
        <p className={classes['note']}>
          The fund opened on this day. What a member asks to pay in is new money: it adds to the fund.
        </p>
      ) : null}
      {form.isContribution && open.length > 0 ? (
        <Select
          label="Pays what is due"
          placeholder="Nothing that is due"
          clearable
          data={open.map((one) => ({
            value: `${one.planId} ${one.day}`,
            label: `${one.day} · ${formatMoney(one.amount, { currency })} · ${one.description}`,
          }))}
          value={form.due === null ? null : `${form.due.planId} ${form.due.day}`}
          onChange={(chosen) => {
            const [planId = '', day = ''] = chosen?.split(' ') ?? []
            change({ due: chosen === null ? null : { planId, day } })
          }}
          error={errorOf('due')}
        />
      ) : null}
      <TextInput
        label="Description"
        withAsterisk
        maxLength={maxLengthOf(NewEntry.shape.description)}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errorOf('description')}
        {...(days && dated.date !== null && dated.date < days.marketDay
          ? { description: 'Shown as the reason for a back-dated entry.' }
          : {})}
      />
      {days &&
      openCount === 0 &&
      Object.keys(refusals).length === 0 &&
      dated.date !== null &&
      dated.date < days.marketDay ? (
        <CurrencyProvider currency={currency}>
          <EntryPreviewPanel order={toOrder(dated, days)} />
        </CurrencyProvider>
      ) : null}
      {!form.isContribution &&
      form.isActive &&
      days &&
      openCount === 0 &&
      Object.keys(refusals).length === 0 &&
      dated.date === days.marketDay ? (
        <CurrencyProvider currency={currency}>
          <EntryFee order={toOrder(dated, days)} />
        </CurrencyProvider>
      ) : null}
      {offersTransfer(dated, days) ? (
        <Switch
          label={
            form.isContribution
              ? 'Make the deposit at the paper brokerage'
              : 'Make the withdrawal at the paper brokerage'
          }
          description="The entry is booked first; the money follows by itself and is matched with it."
          checked={form.movesMoney}
          onChange={(event) => change({ movesMoney: event.currentTarget.checked })}
        />
      ) : null}
      <Switch
        label="Bank details"
        checked={form.bank !== 'HIDDEN'}
        onChange={(event) => change({ bank: event.currentTarget.checked ? 'NEW' : 'HIDDEN' })}
      />
      {form.bank === 'HIDDEN' ? null : <BankFields form={form} onChange={change} errorOf={errorOf} onLeave={leave} />}
      {overview.data && overview.data.secondPersonFrom !== null ? (
        <>
          {form.bank === 'NEW' ? (
            <p className={classes['note']}>New bank details wait for a second person before an entry can name them.</p>
          ) : null}
          {openCount === 0 ? <EntryWaits order={toOrder(dated, days)} /> : null}
        </>
      ) : null}
    </FormModal>
  )
}

/** Returns a function that is false once the form is unmounted. */
function useIsOpen(): () => boolean {
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  return useCallback(() => open.current, [])
}

function Choice({
  label,
  ...rest
}: {
  readonly label: string
  readonly data: { value: string; label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <div>
      <FieldLabel>{label}</FieldLabel>
      <SegmentedControl fullWidth aria-label={label} {...rest} />
    </div>
  )
}

function emptyForm(accountId: string, memberId: string): EntryForm {
  return {
    accountId,
    memberId,
    amount: '',
    isContribution: true,
    date: null,
    isActive: true,
    description: '',
    funding: 'opening',
    due: null,
    requestId: null,
    movesMoney: true,
    bank: 'HIDDEN',
    bankAccountId: null,
    bankAccountNumber: '',
    bankRouting: '',
    bankAlias: '',
  }
}
