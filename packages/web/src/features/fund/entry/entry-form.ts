// The fields of New Participation, their validation, and the order they produce. Pure, so that each rule has its test.
// Source: docs/rules/accounts.md, "New Participation"; docs/rules/fund.md, "Opening" and "Entries".
import { memberRoutes, type FundRequest, type NamedBody, NewEntry } from '@clubfolio/contract'
import { formatCents, parseCents, toCents } from '@clubfolio/domain'
import type { RefusalFields } from '../../../ui/field-fault.ts'
import { schemaErrors, wireDollars } from '../../../ui/schema-errors.ts'
import type { NewBank } from '../book/send-entry.ts'

export type BankChoice = 'HIDDEN' | 'NEW' | 'EXIST'

export interface EntryForm {
  readonly accountId: string
  readonly memberId: string
  readonly amount: string
  readonly isContribution: boolean
  readonly date: string | null
  readonly isActive: boolean
  readonly description: string
  /** Shown on the opening day only. */
  readonly funding: 'opening' | 'new-money'
  /** The expected payment that a contribution pays: plan and day, or null. */
  readonly due: { readonly planId: string; readonly day: string } | null
  /** The member's request that the entry approves, or null. */
  readonly requestId: string | null
  /** Whether to make the transfer at the paper brokerage too; on by default where it is possible. */
  readonly movesMoney: boolean
  readonly bank: BankChoice
  readonly bankAccountId: string | null
  readonly bankAccountNumber: string
  readonly bankRouting: string
  readonly bankAlias: string
}

/** The fund's data that validation needs: opening and market day, opening value, and whether money can be moved. */
export interface FundDays {
  readonly openingDay: string
  readonly marketDay: string
  readonly openingValueCents: bigint
  readonly canMoveMoney: boolean
}

export type EntryFaults = Partial<Record<keyof EntryForm, string>>

/** The fields of refusals of the books. */
export const entryRefusalFields = {
  withdrawalTooLarge: 'amount',
  aboveNetValue: 'amount',
  openingExhausted: 'amount',
  entryBuysNothing: 'amount',
  entryDateAhead: 'date',
  entryBeforeOpening: 'date',
  entryNotDealable: 'date',
  booksClosed: 'date',
  entryReasonMissing: 'description',
  memberInactive: 'memberId',
  duePaid: 'due',
  requestDated: 'date',
} as const satisfies RefusalFields<keyof EntryForm>

const bank = memberRoutes.createBankAccount.body.pick({ bankAccountNumber: true, bankRouting: true, bankAlias: true })

const bankNames = { bankAccountNumber: 'account number', bankRouting: 'routing number', bankAlias: 'alias' } as const
export const bankFieldNames = ['bankAccountNumber', 'bankRouting', 'bankAlias'] as const

/** Bank details are optional: while all three are empty, the entry names no bank account. */
const hasNewBank = (form: EntryForm): boolean =>
  form.bank === 'NEW' && bankFieldNames.some((field) => form[field].trim() !== '')

/** Returns one sentence per field that keeps Create disabled; empty when all are valid. */
export function entryFaults(form: EntryForm, days: FundDays | undefined): EntryFaults {
  const faults: EntryFaults = {}
  if (form.accountId === '') faults.accountId = 'Choose the account.'
  if (form.memberId === '') faults.memberId = 'Choose the member.'
  const amount = NewEntry.shape.amount.safeParse(wireDollars(form.amount))
  if (form.amount.trim() === '') faults.amount = 'Enter the amount.'
  else if (amount.error) faults.amount = amount.error.issues[0]?.message
  const dateFault = faultOfDate(form, days)
  if (dateFault) faults.date = dateFault
  if (form.description.trim() === '') faults.description = 'Say what the money is for.'
  return { ...faults, ...bankFaults(form) }
}

function faultOfDate({ date, isContribution }: EntryForm, days: FundDays | undefined): string | undefined {
  if (date === null) return 'Choose the day.'
  if (!days) return undefined
  if (date > days.marketDay) return `Not after the market day ${days.marketDay}.`
  if (!isContribution && date <= days.openingDay)
    return `Money can be taken out after the opening day ${days.openingDay}.`
  return undefined
}

function bankFaults(form: EntryForm): EntryFaults {
  if (!hasNewBank(form)) return {}
  if (form.memberId === '') return { bankAlias: 'Please, select one member' }
  const missing = bankFieldNames
    .filter((field) => form[field].trim() === '')
    .map((field) => [field, `Enter the ${bankNames[field]}, or leave all three empty.`])
  return { ...schemaErrors(bank, form), ...Object.fromEntries(missing) }
}

/**
 * Returns whether to show the funding choice: money dated on the opening day is either part of what the account held
 * then, or new; with nothing held it is new, and so is what a member asks to pay in.
 */
export function asksForFunding(form: EntryForm, days: FundDays | undefined): boolean {
  return form.requestId === null && isOfOpeningDay(form, days)
}

/** Returns whether a request is approved on the opening day, where the form says that its money is new. */
export function isRequestedOnOpeningDay(form: EntryForm, days: FundDays | undefined): boolean {
  return form.requestId !== null && isOfOpeningDay(form, days)
}

function isOfOpeningDay(form: EntryForm, days: FundDays | undefined): boolean {
  return days !== undefined && form.isContribution && form.date === days.openingDay && days.openingValueCents > 0n
}

/**
 * Returns whether a transfer is possible: only for an active entry dated today that is new money, in an account at the
 * paper brokerage.
 */
export function offersTransfer(form: EntryForm, days: FundDays | undefined): boolean {
  if (!days?.canMoveMoney || !form.isActive || form.date !== days.marketDay) return false
  return !(asksForFunding(form, days) && form.funding === 'opening')
}

/**
 * Returns the form once its new bank account is saved: it references that one and no longer holds an account number.
 */
export function withSavedBank(form: EntryForm, bankAccountId: string): EntryForm {
  return { ...form, bank: 'EXIST', bankAccountId, bankAccountNumber: '', bankRouting: '', bankAlias: '' }
}

/** Returns the form once its new bank account waits for a second person: nothing of it is held any longer. */
export function withoutBank(form: EntryForm): EntryForm {
  return { ...form, bank: 'HIDDEN', bankAccountId: null, bankAccountNumber: '', bankRouting: '', bankAlias: '' }
}

/**
 * Returns what a request fills in. Everything is what the member is worth now, and the owner can still change it.
 */
export function fromRequest({
  request,
  value,
}: {
  readonly request: FundRequest
  readonly value: bigint
}): Partial<EntryForm> {
  const { id, kind, amount, bankAccount, comment } = request
  const words = comment.replaceAll(/\s+/g, ' ').trim()
  return {
    requestId: id,
    isContribution: kind === 'PAY_IN',
    amount: formatCents(amount ?? toCents(value)),
    description: words === '' ? 'As requested by the member' : `As requested: ${words}`.slice(0, 500),
    ...(bankAccount ? { bank: 'EXIST' as const, bankAccountId: bankAccount.id } : {}),
  }
}

/** Returns the input of the calls. Only for a form without faults. */
export function toOrder(
  form: EntryForm,
  days: FundDays | undefined,
): {
  kind: 'contribution' | 'retribution'
  entry: NamedBody<'member', 'createContribution'>
  newBank: NewBank | undefined
} {
  return {
    kind: form.isContribution ? 'contribution' : 'retribution',
    entry: {
      accountId: form.accountId,
      memberId: form.memberId,
      amount: parseCents(form.amount)!,
      date: form.date!,
      isActive: form.isActive,
      description: form.description.trim(),
      foundId: form.bank === 'EXIST' ? form.bankAccountId : null,
      funding: asksForFunding(form, days) ? form.funding : undefined,
      due: form.isContribution ? form.due : null,
      requestId: form.requestId,
      moveMoney: offersTransfer(form, days) && form.movesMoney ? true : undefined,
    },
    newBank: hasNewBank(form)
      ? {
          bankAccountNumber: form.bankAccountNumber.trim(),
          bankRouting: form.bankRouting.trim(),
          bankAlias: form.bankAlias.trim(),
        }
      : undefined,
  }
}
