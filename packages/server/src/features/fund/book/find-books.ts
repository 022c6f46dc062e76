// The books of a fund as their owner edits them: settings, expenses, transfers, matches, and records and movements that
// still wait for a match.
import type { FundBooks, MatchSide } from '@clubfolio/contract'
import { formatUnits, newYorkDateAt, sentenceCase, toCents, toEpochMs } from '@clubfolio/domain'
import { part, readTogether } from '../../../db/read-together.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { holderNames, type NameOfHolder } from './member-names.ts'
import { readHomes, type AccountHome } from './account-home.ts'
import { arrivalIds, describeMoves } from './describe-moves.ts'
import { readFund, toMemberId } from './load-fund.ts'

type Dated = { readonly day: string }
const oldest = (a: Dated, b: Dated): number => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1)
const newest = (a: Dated, b: Dated): number => oldest(b, a)

/** Everything but the schedule of statements, which is theirs. */
export async function findBooks(
  services: Services,
  session: Session,
  accountId: string,
): Promise<Omit<FundBooks, 'statements'>> {
  const { db } = services
  const seen = await readSeen(db, accountId)
  const fund = await readFund(services, session.userId, accountId)
  const { records, replay } = fund
  const nameOf = holderNames(fund)
  const { current } = replay
  const homes = await readHomes(db, accountId)
  const words = await readWords(db, { accountId, homes, arrivals: arrivalIds(replay), seen }, nameOf)
  const sides = sidesOf(records, words, nameOf)
  const side = (id: string): MatchSide[] => (sides.has(id) ? [sides.get(id)!] : [])
  const taken = new Set(current.matches.flatMap((match) => [...match.movementIds, ...match.itemIds]))
  const free = (list: readonly { readonly id: string }[]) =>
    list.filter((one) => !taken.has(one.id)).flatMap((one) => side(one.id))
  const automatic = await db
    .selectFrom('fund_match')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recorded_by', 'is', null)
    .execute()
  const named = await db.selectFrom('fund').select('club_name').where('account_id', '=', accountId).executeTakeFirst()
  const automaticIds = new Set(automatic.map((row) => row.id))
  return {
    accountId,
    opening: {
      day: records.opening.day,
      value: records.opening.valueCents,
      openProfit: records.opening.openProfitCents,
      shares: records.openingShares.map((one) => ({
        memberId: toMemberId(accountId, one.holderId),
        name: nameOf(one.holderId),
        share: one.shareCents,
        paidIn: one.paidInCents,
      })),
    },
    dealing: records.dealing,
    isDealingFixed: records.entries.length > 0,
    club: named?.club_name ?? null,
    closedUntil: records.closedUntil ?? null,
    expenses: current.expenses
      .map((one) => ({
        id: one.id,
        day: one.day,
        amount: one.amountCents,
        description: words.get(one.id) ?? '',
        isMatched: taken.has(one.id),
      }))
      .sort(newest),
    transfers: current.transfers
      .map((one) => ({
        id: one.id,
        day: one.day,
        from: nameOf(one.fromHolderId),
        to: nameOf(one.toHolderId),
        amount: one.measure.by === 'amount' ? one.measure.amountCents : null,
        units: one.measure.by === 'units' ? formatUnits(one.measure.units) : null,
        description: words.get(one.id) ?? '',
      }))
      .sort(newest),
    distributions: await readDistributions(db, fund),
    matches: inOrderOfDays(
      current.matches.map((one) => ({
        id: one.id,
        isAutomatic: automaticIds.has(one.id),
        movements: one.movementIds.flatMap(side).sort(oldest),
        items: one.itemIds.flatMap(side).sort(oldest),
      })),
    ),
    unmatchedItems: free([...current.entries.filter(({ id }) => words.has(id)), ...current.expenses]).sort(newest),
    unmatchedMovements: free(current.movements).sort(newest),
    movementsBeforeOpening: current.movementsBeforeOpening.flatMap((one) => side(one.id)),
    refusedEntries: await readRefused(db, accountId, nameOf),
    moneyTransfers: describeMoneyTransfers(seen.transfers, nameOf),
    moves: await describeMoves(db, fund),
  }
}

type Seen = Awaited<ReturnType<typeof readSeen>>

/**
 * Reads the transfers of money and the entries that there are, together and before the books: money is matched first
 * and its transfer ended afterwards, so an entry that waits for its money is never without both. One that is recorded
 * meanwhile may have a transfer that was not read; it waits for a match from the next reading on.
 */
const readSeen = (db: Services['db'], accountId: string) =>
  readTogether(db, {
    entries: part(
      db.selectFrom('fund_entry').select(['id', 'member_id', 'description']).where('account_id', '=', accountId),
      { id: 'text', member_id: 'text', description: 'text' },
    ),
    transfers: part(
      db
        .selectFrom('fund_funding as f')
        .innerJoin('fund_entry as e', 'e.id', 'f.entry_id')
        .select([
          'f.entry_id',
          'f.purpose',
          'f.state',
          'f.reason',
          'f.created_at',
          'e.member_id',
          'e.kind',
          'e.amount_cents',
        ])
        .where('f.account_id', '=', accountId)
        .where((eb) =>
          eb.or([eb('f.state', '<>', 'sent'), eb('f.reason', 'is not', null), eb('f.purpose', '=', 'RETURN')]),
        )
        .orderBy('f.created_at', 'desc')
        .orderBy('f.entry_id'),
      {
        entry_id: 'text',
        purpose: 'text',
        state: 'text',
        reason: 'text',
        created_at: 'instant',
        member_id: 'text',
        kind: 'text',
        amount_cents: 'bigint',
      },
    ),
  })

/** The amounts of the lines are those of the books; one whose lines are reversed is not listed. */
async function readDistributions(
  db: Services['db'],
  { account, replay }: Awaited<ReturnType<typeof readFund>>,
): Promise<FundBooks['distributions']> {
  const paid = new Map<string, bigint[]>()
  for (const { distributionId, amountCents } of replay.current.entries)
    if (distributionId !== undefined) paid.set(distributionId, [...(paid.get(distributionId) ?? []), amountCents])
  const rows = await db
    .selectFrom('fund_distribution')
    .select(['id', 'day', 'amount_cents', 'left_in', 'description'])
    .where('account_id', '=', account.id)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap((row) => {
    const parts = paid.get(row.id)
    if (!parts) return []
    return {
      id: row.id,
      day: row.day,
      amount: row.amount_cents,
      paidOut: toCents(parts.reduce((sum, part) => sum + part, 0n)),
      count: parts.length,
      leftIn: row.left_in,
      description: row.description,
    }
  })
}

/**
 * Sorts matches newest first, by the day shown at the start of each line: the day the money moved, or the record's day
 * where none moved.
 */
function inOrderOfDays(matches: FundBooks['matches']): FundBooks['matches'] {
  const shown = ({ movements, items }: FundBooks['matches'][number]): Dated => ({
    day: (movements[0] ?? items[0])?.day ?? '',
  })
  return matches.toSorted((one, other) => newest(shown(one), shown(other)))
}

function sidesOf(
  records: Awaited<ReturnType<typeof readFund>>['records'],
  words: ReadonlyMap<string, string>,
  nameOf: NameOfHolder,
): Map<string, MatchSide> {
  const list: MatchSide[] = [
    ...records.movements.map((one) => ({
      id: one.id,
      kind: 'movement' as const,
      day: one.day,
      amount: one.amountCents,
      words: words.get(one.id) ?? '',
      isProvisional: one.isProvisional === true,
    })),
    ...records.entries.map((one) => ({
      id: one.id,
      kind: 'entry' as const,
      day: one.day,
      amount: toCents(one.kind === 'contribution' ? one.amountCents : -one.amountCents),
      words: words.get(one.id) ?? nameOf(one.holderId),
      isProvisional: false,
    })),
    ...records.expenses.map((one) => ({
      id: one.id,
      kind: 'expense' as const,
      day: one.day,
      amount: toCents(-one.amountCents),
      words: words.get(one.id) ?? '',
      isProvisional: false,
    })),
  ]
  return new Map(list.map((one) => [one.id, one]))
}

interface WordsOf {
  readonly accountId: string
  readonly homes: readonly AccountHome[]
  /** Movements that brought contents of an old account. */
  readonly arrivals: ReadonlySet<string>
  readonly seen: Seen
}

async function readWords(
  db: Services['db'],
  { accountId, homes, arrivals, seen }: WordsOf,
  nameOf: NameOfHolder,
): Promise<Map<string, string>> {
  const expenses = await db
    .selectFrom('fund_expense')
    .select(['id', 'description'])
    .where('account_id', '=', accountId)
    .execute()
  const transfers = await db
    .selectFrom('fund_transfer')
    .select(['id', 'description'])
    .where('account_id', '=', accountId)
    .execute()
  const movements = await db
    .selectFrom('account_movement')
    .select(['id', 'kind', 'description'])
    .where('account_id', 'in', [...new Set(homes.map((home) => home.accountId))])
    .execute()
  const reasons = new Map(
    seen.transfers
      .filter(({ purpose, state }) => purpose === 'ENTRY' && state === 'refused')
      .map((row) => [row.entry_id, ` · the brokerage refused the transfer: ${row.reason ?? ''}`]),
  )
  return new Map([
    ...seen.entries.map(
      (row) => [row.id, `${nameOf(row.member_id)} · ${row.description}${reasons.get(row.id) ?? ''}`] as const,
    ),
    ...[...expenses, ...transfers].map((row) => [row.id, row.description] as const),
    ...movements.map(
      (row) =>
        [
          row.id,
          [row.description, sentenceCase(row.kind), arrivals.has(row.id) ? 'arrived with the move' : '']
            .filter((part) => part !== '')
            .join(' · '),
        ] as const,
    ),
  ])
}

function describeMoneyTransfers(rows: Seen['transfers'], nameOf: NameOfHolder): FundBooks['moneyTransfers'] {
  return rows.map((row) => ({
    entryId: row.entry_id,
    purpose: row.purpose,
    day: newYorkDateAt(toEpochMs(row.created_at.getTime())),
    holder: nameOf(row.member_id),
    amount: toCents((row.kind === 'contribution') === (row.purpose === 'ENTRY') ? row.amount_cents : -row.amount_cents),
    state: row.state,
    reason: row.reason,
  }))
}

async function readRefused(
  db: Services['db'],
  accountId: string,
  nameOf: NameOfHolder,
): Promise<FundBooks['refusedEntries']> {
  const rows = await db
    .selectFrom('fund_reversal as r')
    .innerJoin('fund_entry as e', (join) =>
      join.onRef('e.account_id', '=', 'r.account_id').onRef('e.id', '=', 'r.record_id'),
    )
    .select(['e.id', 'e.day', 'e.member_id', 'e.kind', 'e.amount_cents', 'r.reason'])
    .where('r.account_id', '=', accountId)
    .where('r.reason', 'is not', null)
    .orderBy('e.day', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    holder: nameOf(row.member_id),
    amount: toCents(row.kind === 'contribution' ? row.amount_cents : -row.amount_cents),
    reason: row.reason ?? '',
  }))
}
