// Resolves the subject of a new alert rule: an instrument of the active market, or an account of the caller.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { codeKey, isAboutInstrument, type AccountTerms, type InstrumentTerms, type RuleTerms } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { activeSource } from '../stock/active-market.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'

export type AskedSubject = BodyOf<'alertRule', 'preview'>

export interface InstrumentSubject {
  readonly about: 'INSTRUMENT'
  readonly terms: InstrumentTerms
  readonly source: MarketSourceName
  readonly code: string
  readonly codeKey: string
  readonly instrumentId: string
  readonly version: string
}

export interface AccountSubject {
  readonly about: 'ACCOUNT'
  readonly terms: AccountTerms
  readonly accountId: string
}

export type RuleSubject = InstrumentSubject | AccountSubject

/**
 * Returns the subject. Refuses combinations that do not fit together (`alertSubject`, `alertBase`), unknown codes, and
 * other users' accounts, which are treated as missing.
 */
export async function findSubject(
  db: Db | Trx,
  ownerId: string,
  { terms: askedTerms, code, accountId, ...rest }: AskedSubject,
): Promise<RuleSubject> {
  noFieldLeft(rest)
  const terms: RuleTerms = askedTerms
  if (!isAboutInstrument(terms)) {
    if (accountId === null || code !== null) throw new Refusal('alertSubject')
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    if (!account) throw new Refusal('notFound')
    return { about: 'ACCOUNT', terms, accountId: account.id }
  }
  if (code === null || accountId !== null) throw new Refusal('alertSubject')
  if (terms.kind === 'MOVE' && (terms.against === 'PRICE') !== (terms.price !== null)) throw new Refusal('alertBase')
  const { rows } = await sql<{ id: string; source: MarketSourceName; code: string; code_key: string; version: string }>`
    select i.id, i.source, i.code, i.code_key, coalesce(s.updated_at::text, '') as version
    from instrument i left join instrument_stat s on s.instrument_id = i.id
    where i.source = ${activeSource} and i.code_key = ${codeKey(code)}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('alertUnknown', { code })
  return {
    about: 'INSTRUMENT',
    terms,
    source: row.source,
    code: row.code,
    codeKey: row.code_key,
    instrumentId: row.id,
    version: row.version,
  }
}
