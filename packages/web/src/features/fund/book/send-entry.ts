// Sends an entry and, before it, the new bank account that it references: two effects of one form.
import { ApiError, type BankAccount, type Client, type NewEntry, type WholeBody } from '@clubfolio/contract'

export type NewBank = Omit<WholeBody<'member', 'createBankAccount'>, 'memberId'>

export interface EntryOrder {
  readonly kind: 'contribution' | 'retribution'
  readonly entry: NewEntry
  /** Saved before the entry, which then references it. */
  readonly newBank: NewBank | undefined
}

export interface OpenForm {
  /**
   * From here on the form references the saved bank account, so that a retry after a refused entry does not save a
   * second one.
   */
  readonly onBankSaved: (bank: BankAccount) => void
  /** The new bank account waits for a second person, so the form no longer holds it and no entry can name it. */
  readonly onBankWaits: () => void
  /** False once the form was closed: the user of a closed form no longer expects an entry. */
  readonly isOpen: () => boolean
}

const closed = 'The form was closed before the entry was sent, so no entry was recorded. The bank account is saved.'

const bankWaits =
  'The bank details wait for a second person, so no entry was recorded. Record it without them now, or with them ' +
  'once they are approved.'

type EntryCalls = Pick<Client['member'], 'createBankAccount' | 'createContribution' | 'createRetribution'>

/** Rejects with the refusal of the refused call, or when the form was closed while the bank account was being saved. */
export async function sendEntry(
  member: EntryCalls,
  { kind, entry, newBank }: EntryOrder,
  form: OpenForm,
): Promise<{ readonly message: string; readonly waitingId?: string | undefined }> {
  const options = { inForm: true }
  const bank = newBank && (await member.createBankAccount({ body: { ...newBank, memberId: entry.memberId } }, options))
  if (bank?.waitingId !== undefined) {
    form.onBankWaits()
    throw new ApiError(0, { code: 0, error: bankWaits })
  }
  if (bank) {
    if (!form.isOpen()) throw new ApiError(0, { code: 0, error: closed })
    form.onBankSaved(bank)
  }
  const body = { ...entry, foundId: bank?.id ?? entry.foundId ?? null }
  return kind === 'contribution'
    ? member.createContribution({ body }, options)
    : member.createRetribution({ body }, options)
}
