// Who issues a paper: the manager who owns the accounts, and the club that they named for the fund.
import type { Db } from '../../../db/connect.ts'

export interface Issuer {
  readonly manager: string
  /** The clubs of the accounts that the paper is about, each once; most have one, and an unnamed one is absent. */
  readonly clubs: readonly string[]
}

/** Returns the issuer of a paper about these accounts of one owner, which may be none. */
export async function readIssuer(db: Db, ownerId: string, accountIds: readonly string[]): Promise<Issuer> {
  const [owner, funds] = await Promise.all([
    db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', ownerId).executeTakeFirstOrThrow(),
    accountIds.length === 0
      ? []
      : db
          .selectFrom('fund as f')
          .innerJoin('account as a', 'a.id', 'f.account_id')
          .select('f.club_name')
          .where('a.owner_id', '=', ownerId)
          .where('f.account_id', 'in', [...accountIds])
          .where('f.club_name', 'is not', null)
          .orderBy('a.number')
          .execute(),
  ])
  return {
    manager: `${owner.first_name} ${owner.last_name}`,
    clubs: [...new Set(funds.flatMap(({ club_name: name }) => name ?? []))],
  }
}

/** Returns the line below the title of a paper: "Riverside Club · Manager: Maria Keller". */
export const describeIssuer = ({ manager, clubs }: Issuer): string =>
  [...(clubs.length > 0 ? [clubs.join(', ')] : []), `Manager: ${manager}`].join(' · ')
