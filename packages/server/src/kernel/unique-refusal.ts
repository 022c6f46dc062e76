// What the database answers when a value is taken, as the refusal of the contract. Use cases write and let the
// constraint decide: a question asked before the write would answer for a moment that has passed.
import { Refusal, type RefusalName } from '@clubfolio/contract'

/** By name of the constraint. The refusal names the field of the call that holds the value. */
export const uniqueRefusals = {
  account_owner_id_number_key: 'accountNameTaken',
  app_user_email_key: 'emailTaken',
  order_request_by_broker_id: 'orderAssigned',
  own_report_owner_id_name_key: 'ownReportName',
  saved_filter_owner_id_report_name_key: 'savedFilterName',
  user_group_name_key_key: 'nameKeyTaken',
  watchlist_owner_id_name_key: 'watchlistName',
} as const satisfies Readonly<Record<string, RefusalName>>

const byConstraint: Readonly<Record<string, RefusalName | undefined>> = uniqueRefusals

/**
 * Resolves as `write` does; a value that is taken is refused in the words of the contract, beside its field. `figures`
 * fill those words in: `refuseTaken(update.execute(), { email })`. The transaction has failed with the write.
 */
export async function refuseTaken<Result>(
  write: Promise<Result>,
  figures: Readonly<Record<string, string | number>> = {},
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const taken = byConstraint[violatedUnique(error) ?? '']
    if (taken === undefined) throw error
    throw new Refusal(taken, figures)
  }
}

/** Returns the name of the unique constraint or index that a write violated; undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return undefined
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
}
