// Records an entry and, before it, the new bank account that it names: two effects of one form.
import { ApiError, type BankAccount, type Client, type NewEntry } from '@clubfolio/contract'

export interface NewBank {
  readonly bankAccountNumber: string
  readonly bankRouting: string
  readonly bankAlias: string
}

export interface EntryOrder {
  readonly kind: 'contribution' | 'retribution'
  readonly entry: NewEntry
  /** Saved before the entry, which then names it. */
  readonly newBank: NewBank | undefined
}

export interface OpenForm {
  /** From here on the form names the saved bank account: when the entry is refused, the next try saves no second one. */
  readonly onBankSaved: (bank: BankAccount) => void
  /** False once the form was closed: nobody expects an entry of a form that is gone. */
  readonly isOpen: () => boolean
}

const closed = 'The form was closed before the entry was sent, so no entry was recorded. The bank account is saved.'

type EntryCalls = Pick<Client['member'], 'createBankAccount' | 'createContribution' | 'createRetribution'>

/** Fails with the refusal of the call that was refused, or when the form was closed while the fate of the bank account was open. */
export async function recordEntry(member: EntryCalls, { kind, entry, newBank }: EntryOrder, form: OpenForm): Promise<{ readonly message: string }> {
  const options = { ownMessage: true }
  const bank = newBank && (await member.createBankAccount({ body: { ...newBank, memberId: entry.memberId } }, options))
  if (bank) {
    if (!form.isOpen()) throw new ApiError(0, { code: 0, error: closed })
    form.onBankSaved(bank)
  }
  const body = { ...entry, foundId: bank?.id ?? entry.foundId ?? null }
  return kind === 'contribution' ? member.createContribution({ body }, options) : member.createRetribution({ body }, options)
}
