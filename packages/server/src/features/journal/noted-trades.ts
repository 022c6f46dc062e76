// The trades of several own accounts with what their owner wrote about them, and the filter over them.
import { Refusal, type TradeFilter, type TradeRow } from '@clubfolio/contract'
import { codeKey, toCents } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { StoredTrade } from './journal-cache.ts'
import { readJournal } from './read-journal.ts'

export interface TradeNote {
  readonly setup: string
  readonly tags: readonly string[]
  readonly note: string
}

export interface NotedTrade extends StoredTrade, TradeNote {
  readonly accountId: string
}

export const emptyNote: TradeNote = { setup: '', tags: [], note: '' }

/** Returns the trades of the owner's accounts, account by account. Throws `notFound`. */
export async function readNotedTrades(
  services: Pick<Services, 'db' | 'journals'>,
  ownerId: string,
  accountIds: readonly string[],
): Promise<NotedTrade[]> {
  const ids = [...new Set(accountIds)]
  await refuseOthers(services.db, ownerId, ids)
  const trades: NotedTrade[] = []
  for (const accountId of ids) {
    const notes = await readNotes(services.db, accountId)
    for (const trade of await readJournal(services, accountId))
      trades.push({ ...trade, accountId, ...(notes.size === 0 ? emptyNote : noteOf(trade, notes)) })
  }
  return trades
}

async function refuseOthers(db: Db, ownerId: string, accountIds: readonly string[]): Promise<void> {
  const own = await db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', accountIds)
    .execute()
  if (own.length < accountIds.length) throw new Refusal('notFound')
}

/** Returns the notes of an account by the transaction that they are kept under, oldest first. */
export async function readNotes(db: Db, accountId: string): Promise<Map<string, TradeNote>> {
  const rows = await db
    .selectFrom('trade_note')
    .select(['opened_id', 'setup', 'tags', 'note'])
    .where('account_id', '=', accountId)
    .orderBy('updated_at')
    .orderBy('opened_id')
    .execute()
  return new Map(rows.map(({ opened_id, setup, tags, note }) => [opened_id, { setup, tags, note }]))
}

/**
 * Returns the note of a trade. When transactions that arrived later made one trade of two, it has what was written
 * about both: the first setup, all tags, the notes below each other.
 */
export function noteOf(trade: StoredTrade, notes: ReadonlyMap<string, TradeNote>): TradeNote {
  const found = [...new Set([trade.id, ...trade.entryIds])].flatMap((id) => notes.get(id) ?? [])
  const [first = emptyNote] = found
  if (found.length <= 1) return first
  return {
    setup: found.find(({ setup }) => setup !== '')?.setup ?? '',
    tags: [...new Set(found.flatMap(({ tags }) => tags))],
    note: found.flatMap(({ note }) => (note === '' ? [] : [note])).join('\n\n'),
  }
}

/** Returns whether a trade passes the filter; a range of days holds closed trades only. */
export function tradeFilter(filter: Omit<TradeFilter, 'accountIds'>): (trade: NotedTrade) => boolean {
  const { fromDate, toDate, state, side, result, setup, tag, weekday, holdingTime } = filter
  const key = filter.code === null ? null : codeKey(filter.code)
  const hasRange = fromDate !== null || toDate !== null
  return (trade) => {
    const { closedDay, netCents } = trade
    if (state !== null && (state === 'OPEN') !== (closedDay === null)) return false
    if (hasRange && closedDay === null) return false
    if (fromDate !== null && closedDay !== null && closedDay < fromDate) return false
    if (toDate !== null && closedDay !== null && closedDay > toDate) return false
    if (side !== null && trade.side !== side) return false
    if (result !== null && resultOf(netCents) !== result) return false
    if (setup !== null && trade.setup !== setup) return false
    if (tag !== null && !trade.tags.includes(tag)) return false
    if (weekday !== null && trade.weekday !== weekday) return false
    if (holdingTime !== null && trade.holdingTime !== holdingTime) return false
    return key === null || codeKey(trade.underlying) === key || trade.codes.some((code) => codeKey(code) === key)
  }
}

const resultOf = (netCents: bigint | null): TradeFilter['result'] =>
  netCents === null ? null : netCents > 0n ? 'WIN' : netCents < 0n ? 'LOSS' : 'EVEN'

export function toTradeRow(trade: NotedTrade): TradeRow {
  return {
    accountId: trade.accountId,
    tradeId: trade.id,
    underlying: trade.underlying,
    codes: [...trade.codes],
    side: trade.side,
    openedAt: trade.openedAt,
    openedDay: trade.openedDay,
    closedAt: trade.closedAt,
    closedDay: trade.closedDay,
    quantity: trade.quantity,
    entryPrice: trade.entryPrice,
    exitPrice: trade.exitPrice,
    fees: trade.feeCents,
    result: trade.netCents === null ? null : toCents(trade.netCents),
    resultPercent: trade.percent,
    r: trade.rHundredths === null ? null : trade.rHundredths / 100,
    missingR: trade.missingR,
    setup: trade.setup,
    tags: [...trade.tags],
    hasNote: trade.note !== '',
  }
}
