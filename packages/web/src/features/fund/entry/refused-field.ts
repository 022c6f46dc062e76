// Maps a refusal of the books to the field it concerns; other refusals show a toast.
import type { EntryForm } from './entry-form.ts'

const fields: Readonly<Record<string, keyof EntryForm>> = {
  withdrawalTooLarge: 'amount',
  openingExhausted: 'amount',
  entryBuysNothing: 'amount',
  entryDateAhead: 'date',
  entryBeforeOpening: 'date',
  entryNotDealable: 'date',
  booksClosed: 'date',
  entryReasonMissing: 'description',
  memberInactive: 'memberId',
}

export const refusedField = (refusal: string | undefined): keyof EntryForm | undefined =>
  refusal === undefined ? undefined : fields[refusal]
