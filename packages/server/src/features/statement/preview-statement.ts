// What an account will hold with a prepared statement: positions and cash before and after, what differs from the
// balances of the file, and what the owner should look at. Computed once for each state of the account.
import type { OpeningContent, StatementPreview } from '@clubfolio/contract'
import { addCalendarDays, parseMarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { claimDays, claimDifferences, newestClaims, type StatementDifference } from '../file-account/compare-claims.ts'
import { countedLines, countsBooking, scopeOfLines, type LineScope } from '../file-account/counted-line.ts'
import { keepBooks, type Books } from '../file-account/keep-books.ts'
import { findActiveMarket, readOfficialPrices } from '../file-account/official-prices.ts'
import type { FileAccount } from '../file-account/own-file-account.ts'
import { readRates } from '../file-account/rate-table.ts'
import { readAccepted, readClaims } from '../file-account/account-content.ts'
import { countOutcomes, rateGaps } from './statement-counts.ts'

export async function previewStatement(
  { db }: Pick<Services, 'db'>,
  account: FileAccount,
  statementId: string,
): Promise<StatementPreview> {
  return inTransaction(db, async (trx) => {
    const { version } = await trx
      .selectFrom('file_account')
      .select('version')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    const statement = await trx
      .selectFrom('account_statement')
      .select(['preview', 'preview_version', 'claims', 'broker_number', 'base_currency', 'checksum', 'first_day'])
      .where('id', '=', statementId)
      .executeTakeFirstOrThrow()
    if (statement.preview !== null && statement.preview_version === version) return statement.preview
    const scope = await scopeOfLines(trx, account.id, statementId)
    const claims = newestClaims([...(await readClaims(trx, account.id)), ...statement.claims], scope.codeOf)
    const withIt = await addUp(trx, account, { scope, statementId, days: claimDays(claims) })
    const without = await addUp(trx, account, { scope, statementId: null, days: [] })
    const differences = claimDifferences(claims, withIt.snapshots)
    const preview: StatementPreview = {
      positions: positionsOf(without, withIt),
      cash: figuresOf(without.cash, withIt.cash).map(({ key, before, after }) => ({ currency: key, before, after })),
      differences: [...differences],
      proposedOpening: openingOf(differences, account.currency, scope),
      overlaps: await findOverlaps(trx, statementId),
      missingRates: await rateGaps(trx, account.id, statementId),
      withoutPrices: await securitiesWithoutPrices(trx, account, scope, withIt),
      warnings: await warningsOf(trx, account, { ...statement, statementId }),
    }
    await trx
      .updateTable('account_statement')
      .set({
        preview: JSON.stringify(preview),
        preview_version: version,
        outcomes: JSON.stringify(await countOutcomes(trx, statementId)),
      })
      .where('id', '=', statementId)
      .execute()
    return preview
  })
}

interface AddUpOptions {
  readonly scope: LineScope
  readonly statementId: string | null
  readonly days: NonNullable<Parameters<typeof keepBooks>[0]['snapshotDays']>
}

async function addUp(trx: Trx, account: FileAccount, { scope, statementId, days }: AddUpOptions): Promise<Books> {
  const books = keepBooks({
    currency: account.currency,
    rateOf: await readRates(trx, account.owner_id, account.currency),
    codeOf: scope.codeOf,
    closeOf: () => undefined,
    sessions: [],
    today: lastDay,
    snapshotDays: days,
    accepted: await readAccepted(trx, account.id),
  })
  for await (const lines of countedLines(trx, account.id, statementId)) for (const line of lines) books.take(line)
  books.finish()
  return books
}

/** Without sessions no booking has to be moved to an earlier one. */
const lastDay = parseMarketDay('2199-01-02')!

function figuresOf(before: ReadonlyMap<string, Decimal>, after: ReadonlyMap<string, Decimal>) {
  const zero = new Decimal(0)
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((key) => ({
      key,
      before: (before.get(key) ?? zero).toFixed(),
      after: (after.get(key) ?? zero).toFixed(),
    }))
    .filter((figure) => figure.before !== '0' || figure.after !== '0')
}

const positionsOf = (without: Books, withIt: Books): StatementPreview['positions'] =>
  figuresOf(without.quantities, withIt.quantities).map(({ key, before, after }) => ({
    symbol: key,
    name: withIt.names.get(key) ?? null,
    before,
    after,
  }))

/** Returns the content that would make the balances of the statements right, on the day before the first line. */
function openingOf(
  differences: readonly StatementDifference[],
  currency: string,
  { firstDay }: LineScope,
): OpeningContent | null {
  const missing = differences.map((one) => ({ ...one, gap: new Decimal(one.theirs).minus(one.ours).toFixed() }))
  const cash = missing.find((one) => one.symbol === null && one.currency === currency)?.gap ?? '0'
  const positions = missing.flatMap(({ symbol, gap }) =>
    symbol === null ? [] : [{ symbol, quantity: gap, price: null }],
  )
  if (firstDay === null || (cash === '0' && positions.length === 0)) return null
  return { day: addCalendarDays(firstDay, -1), cash, positions }
}

/** `offset 0` makes each line of the statement ask for its booking, however few lines the statistics expect. */
async function findOverlaps(trx: Trx, statementId: string): Promise<StatementPreview['overlaps']> {
  const { rows } = await sql<{ id: string; file_name: string; lines: bigint }>`
    select s.id, s.file_name, count(*) as lines
    from account_statement_line l
    cross join lateral (select k.statement_id from account_statement_line k
      where ${countsBooking} and k.statement_id <> l.statement_id
      offset 0) as known
    join account_statement s on s.id = known.statement_id
    where l.statement_id = ${statementId}
    group by s.id order by s.uploaded_at`.execute(trx)
  return rows.map(({ id, file_name: fileName, lines }) => ({ statementId: id, fileName, lines: Number(lines) }))
}

async function securitiesWithoutPrices(
  trx: Trx,
  account: FileAccount,
  { securities, firstDay }: LineScope,
  books: Books,
): Promise<string[]> {
  if (firstDay === null) return []
  const held = securities.filter(({ code }) => !(books.quantities.get(code)?.isZero() ?? true))
  if (held.length === 0) return []
  const prices = await readOfficialPrices(trx, {
    market: await findActiveMarket(trx),
    securities: held,
    rateOf: await readRates(trx, account.owner_id, account.currency),
    from: firstDay,
  })
  return [...new Set(held.map(({ code }) => code))].filter((code) => prices.latestOf(code) === undefined).sort()
}

interface StatementFacts {
  readonly statementId: string
  readonly broker_number: string | null
  readonly base_currency: string | null
  readonly checksum: string
}

async function warningsOf(
  trx: Trx,
  account: FileAccount,
  { statementId, broker_number: number, base_currency: currency, checksum }: StatementFacts,
): Promise<string[]> {
  const others = await trx
    .selectFrom('account_statement')
    .select(['file_name', 'broker_number', 'checksum'])
    .where('account_id', '=', account.id)
    .where('id', '<>', statementId)
    .where('state', '=', 'IMPORTED')
    .orderBy('uploaded_at')
    .execute()
  const warnings: string[] = []
  const same = others.find((one) => one.checksum === checksum)
  if (same) warnings.push(`This file has been imported already, as ${same.file_name}.`)
  const other = others.find((one) => number !== null && one.broker_number !== null && one.broker_number !== number)
  if (other)
    warnings.push(
      `This file is of account ${number ?? ''}, and ${other.file_name} is of account ${other.broker_number ?? ''}. ` +
        'Import statements of one account only.',
    )
  if (currency !== null && currency !== account.currency)
    warnings.push(
      `This file is of an account in ${currency}, and this account is in ${account.currency}. Its amounts ` +
        'are converted.',
    )
  return warnings
}
