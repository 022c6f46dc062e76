// What the database answers when a value is taken, as the refusal of the contract. Use cases write and let the
// constraint decide: a question asked before the write would answer for a moment that has passed.
import { Refusal, refusalText, type RefusalName } from '@clubfolio/contract'

interface Taken {
  readonly refusal: RefusalName
  /** The field of the call that holds the value. */
  readonly field: string
}

/** By name of the constraint. */
export const uniqueRefusals: Readonly<Record<string, Taken>> = {
  app_user_email_key: { refusal: 'emailTaken', field: 'email' },
  order_request_by_broker_id: { refusal: 'orderAssigned', field: 'orderId' },
  own_report_owner_id_name_key: { refusal: 'ownReportName', field: 'name' },
  saved_filter_owner_id_report_name_key: { refusal: 'savedFilterName', field: 'name' },
  user_group_name_key_key: { refusal: 'nameKeyTaken', field: 'nameKey' },
  watchlist_owner_id_name_key: { refusal: 'watchlistName', field: 'name' },
}

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
    const taken = uniqueRefusals[violatedUnique(error) ?? '']
    if (taken === undefined) throw error
    const message = refusalText(taken.refusal, figures)
    throw new Refusal(taken.refusal, figures, [{ field: taken.field, message }])
  }
}

/** Returns the name of the unique constraint or index that a write violated; undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return undefined
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
}
