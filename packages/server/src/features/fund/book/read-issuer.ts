// Who issues a paper: the manager who owns the accounts, and the club that they named for the fund.
import type { PaperHead } from '../../../adapters/pdf/paper-head.ts'
import type { Db } from '../../../db/connect.ts'

export interface Issuer {
  readonly manager: string
  /** The clubs of the accounts that the paper is about, each once; most have one, and an unnamed one is absent. */
  readonly clubs: readonly string[]
  /** "Paper", or "Real money and paper" for accounts of both kinds; absent where all of it is real money. */
  readonly moneyMark?: string
  /** What the club of the only fund puts on its papers and mails; absent for several funds, or where it has nothing. */
  readonly head?: PaperHead
}

/** Returns the issuer of a paper about these accounts of one owner, which may be none. */
export async function readIssuer(db: Db, ownerId: string, accountIds: readonly string[]): Promise<Issuer> {
  const [owner, funds, kinds] = await Promise.all([
    db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', ownerId).executeTakeFirstOrThrow(),
    accountIds.length === 0
      ? []
      : db
          .selectFrom('fund as f')
          .innerJoin('account as a', 'a.id', 'f.account_id')
          .select(['f.account_id', 'f.club_name', 'f.club_address', 'f.club_text'])
          .where('a.owner_id', '=', ownerId)
          .where('f.account_id', 'in', [...accountIds])
          .orderBy('a.number')
          .execute(),
    accountIds.length === 0
      ? []
      : db
          .selectFrom('account')
          .select('is_paper')
          .distinct()
          .where('owner_id', '=', ownerId)
          .where('id', 'in', [...accountIds])
          .execute(),
  ])
  const moneyMark = markOf(kinds.map(({ is_paper: isPaper }) => isPaper))
  const [only] = accountIds.length === 1 ? funds : []
  const head = only && (await readHead(db, only))
  return {
    manager: `${owner.first_name} ${owner.last_name}`,
    clubs: [...new Set(funds.flatMap(({ club_name: name }) => name ?? []))],
    ...(moneyMark === undefined ? {} : { moneyMark }),
    ...(head === undefined ? {} : { head }),
  }
}

interface ClubOfFund {
  readonly account_id: string
  readonly club_name: string | null
  readonly club_address: string
  readonly club_text: string
}

/** A name alone needs no head: the line below the title has it. */
async function readHead(db: Db, fund: ClubOfFund): Promise<PaperHead | undefined> {
  const { account_id: accountId, club_name: name, club_address: address, club_text: text } = fund
  const row = await db.selectFrom('fund_logo').select('content').where('account_id', '=', accountId).executeTakeFirst()
  const logo = row?.content ?? null
  return address === '' && text === '' && logo === null ? undefined : { name: name ?? '', address, text, logo }
}

/** Returns the issuer of a paper about one account: its owner, also where another person reads it. */
export async function readAccountsIssuer(db: Db, accountId: string): Promise<Issuer> {
  const { owner_id: ownerId } = await db
    .selectFrom('account')
    .select('owner_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return readIssuer(db, ownerId, [accountId])
}

const markOf = (kinds: readonly boolean[]): string | undefined =>
  kinds.includes(true) ? (kinds.includes(false) ? 'Real money and paper' : 'Paper') : undefined

/** Returns the line below the title of a paper: "Riverside Club · Manager: Maria Keller". */
export const describeIssuer = ({ manager, clubs }: Issuer): string =>
  [...(clubs.length > 0 ? [clubs.join(', ')] : []), `Manager: ${manager}`].join(' · ')

/**
 * Returns the end of a mail about a fund: its issuer, and the club's address and text where it has them. It starts with
 * an empty line: `Riverside Club · Manager: Maria Keller`, `Quay 4, 8001 Zurich`.
 */
export const signMail = (issuer: Issuer): string => {
  const { address = '', text = '' } = issuer.head ?? {}
  return `\n\n${[describeIssuer(issuer), address, text].filter((part) => part !== '').join('\n')}`
}

/**
 * Returns the issuer of a paper about funds: one that nobody has named is called by its account, as it is shown to the
 * reader: "Fund of account •••• 4821".
 */
export const nameFunds = (issuer: Issuer, accounts: readonly string[]): Issuer =>
  issuer.clubs.length > 0 ? issuer : { ...issuer, clubs: accounts.map((account) => `Fund of account ${account}`) }
