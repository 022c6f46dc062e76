// What papers and mails of a fund carry, for those who may read the fund.
import type { FundClub } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { nameAccount } from '../../account/account-name.ts'
import { requireFund } from '../book/load-fund.ts'

/** Throws `notFound` for everybody without a right to the fund. */
export async function findClub(
  services: Pick<Services, 'clock'> & { readonly db: Db | Trx },
  userId: string,
  accountId: string,
): Promise<FundClub> {
  const { db, clock } = services
  const account = await requireFund({ db, clock }, userId, accountId)
  const [club, logo, owner] = await Promise.all([
    db
      .selectFrom('fund')
      .select(['club_name', 'club_address', 'club_text'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    db.selectFrom('fund_logo').select('content').where('account_id', '=', accountId).executeTakeFirst(),
    db
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('id', '=', account.ownerId)
      .executeTakeFirstOrThrow(),
  ])
  return {
    accountId,
    name: club?.club_name ?? null,
    address: club?.club_address ?? '',
    text: club?.club_text ?? '',
    logo: logo?.content.toString('base64') ?? null,
    currency: account.currency,
    manager: `${owner.first_name} ${owner.last_name}`,
    account: nameAccount({ number: maskNumber(account.number), is_paper: account.isPaper }),
  }
}
