// Changes what papers and mails of a fund carry. It changes no figure, so closed books do not keep it from changing.
// Papers that were made before keep what they carried.
import type { BodyOf } from '@clubfolio/contract'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'

export type ClubFields = Omit<BodyOf<'club', 'saveClub'>, 'accountId'>

/** Saves the given fields; an absent one stays as it is. */
export async function saveClub(
  call: BooksCall,
  { name, address, text, removesLogo, ...rest }: ClubFields,
): Promise<void> {
  noFieldLeft(rest)
  const { trx, accountId } = call
  const fund = await lockBooks(call, 'RECORD')
  const before = await trx
    .selectFrom('fund')
    .select(['club_name', 'club_address', 'club_text'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const isChanged = {
    club: name !== undefined && name !== before.club_name,
    address: address !== undefined && address !== before.club_address,
    text: text !== undefined && text !== before.club_text,
  }
  if (isChanged.club || isChanged.address || isChanged.text)
    await trx
      .updateTable('fund')
      .set({
        ...(name === undefined ? {} : { club_name: name }),
        ...(address === undefined ? {} : { club_address: address }),
        ...(text === undefined ? {} : { club_text: text }),
      })
      .where('account_id', '=', accountId)
      .execute()
  const hadLogo =
    removesLogo === true &&
    (await trx.deleteFrom('fund_logo').where('account_id', '=', accountId).returning('account_id').executeTakeFirst())
  const after = {
    ...(isChanged.club ? { club: name } : {}),
    ...(isChanged.address ? { address } : {}),
    ...(isChanged.text ? { text } : {}),
    ...(hadLogo ? { logo: null } : {}),
  }
  if (Object.keys(after).length > 0)
    await finishChange(call, fund, {
      action: 'club.save',
      before: { club: before.club_name, address: before.club_address, text: before.club_text },
      after,
    })
}
