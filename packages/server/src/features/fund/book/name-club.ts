// The name of the club that a fund belongs to, which its papers carry. It changes no figure, so closed books do not
// keep it from changing.
import { finishChange, lockBooks, type BooksCall } from './change-books.ts'

/** Names the club; null removes the name. */
export async function nameClub(call: BooksCall, club: string | null): Promise<void> {
  const { trx, accountId } = call
  const fund = await lockBooks(call)
  const before = await trx
    .selectFrom('fund')
    .select('club_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await trx.updateTable('fund').set({ club_name: club }).where('account_id', '=', accountId).execute()
  await finishChange(call, fund, {
    action: 'club.name',
    before: { club: before.club_name },
    after: { club },
  })
}
