// Every record of a fund for those who may read it, and a member's own lines for the member: never with the names of
// others (docs/rules/fund.md, "History").
import type { BodyOf, FundHistoryLine } from '@clubfolio/contract'
import { formatUnits, toCents, toMarketDay, toUnitSteps, type HolderId } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund, readFund, toHolderId, toMemberId } from '../book/load-fund.ts'
import { holderNames, type NameOfHolder } from '../book/member-names.ts'
import { requireMemberRight } from '../member/store.ts'
import { personAt } from '../right/fund-right.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { effectsOf, mostListed, type HistoryEffect } from './history-effects.ts'
import { readAuthors, readHistoryLines, readTokenNames, type HistoryRow } from './history-lines.ts'

interface HistoryPage {
  readonly total: number
  readonly result: FundHistoryLine[]
}

export async function findHistory(
  services: Services,
  session: Session,
  { memberId, ...filter }: BodyOf<'fund', 'findHistory'>,
): Promise<HistoryPage & { authors: { id: string; name: string }[] }> {
  const { accountId } = filter
  if (memberId !== undefined && memberId !== accountId)
    await requireMemberRight(services.db, 'READ', personAt(services.clock, session.userId), memberId)
  const fund = await readFund(services, session.userId, accountId)
  const rows = await readHistoryLines(services.db, { ...filter, holderId: memberId })
  const effectOf = effectsOf(fund.replay, memberId === undefined ? undefined : toHolderId(accountId, memberId))
  const nameOf = holderNames(fund)
  const tokens = await readTokenNames(services.db, rows)
  return {
    total: await totalOf(services, rows, { ...filter, holderId: memberId }),
    result: rows.map((row) => {
      const line = toLine(row, effectOf(row), { accountId, nameOf, onlyId: memberId })
      const token = tokens.get(row.id)
      return token === undefined ? line : { ...line, by: `${line.by}, by API token ${token}` }
    }),
    authors: await readAuthors(services.db, accountId),
  }
}

export async function findMyHistory(
  services: Services,
  session: Session,
  { memberId, ...filter }: BodyOf<'fund', 'findMyHistory'>,
): Promise<HistoryPage> {
  const { accountId } = filter
  const place = await requireMyParticipation(services.db, session, { accountId, memberId })
  const { replay } = await readAnyFund(services, accountId)
  const own = { ...filter, holderId: memberId, isOwnOnly: true }
  const rows = await readHistoryLines(services.db, own)
  const effectOf = effectsOf(replay, memberId)
  return {
    total: await totalOf(services, rows, own),
    // What the manager wrote about a transfer may name the member on its other side.
    result: rows.map((row) => {
      const isTransfer = /transfer/i.test(row.words)
      const line = toLine(row, effectOf(row), { accountId, nameOf: () => place.holder, onlyId: memberId })
      return isTransfer ? { ...line, why: '', undone: line.undone && { ...line.undone, why: '' } } : line
    }),
  }
}

/** A page past the end has no row that tells how many there are. */
async function totalOf(
  { db }: Services,
  rows: readonly HistoryRow[],
  filter: Parameters<typeof readHistoryLines>[1],
): Promise<number> {
  if (rows[0]) return rows[0].total
  if (filter.start === 0) return 0
  return (await readHistoryLines(db, { ...filter, start: 0, count: 1 }))[0]?.total ?? 0
}

interface LineOptions {
  readonly accountId: string
  readonly nameOf: NameOfHolder
  /** Only this holder is listed. */
  readonly onlyId: string | undefined
}

function toLine(
  row: HistoryRow,
  { fundValueCents, holders }: HistoryEffect,
  { accountId, nameOf, onlyId }: LineOptions,
): FundHistoryLine {
  const listed = withoutEffect(row, holders, { accountId, onlyId })
  const isTooMany = onlyId === undefined && listed.length > mostListed
  return {
    id: row.id,
    kind: row.kind,
    day: toMarketDay(row.day),
    recordedAt: row.recorded_at.getTime(),
    by: row.author,
    words: row.words,
    why: row.why,
    fundValue: fundValueCents === null ? null : toCents(fundValueCents),
    holders: (isTooMany ? [] : listed).map(({ holderId, valueCents, units }) => ({
      memberId: toMemberId(accountId, holderId),
      name: nameOf(holderId),
      value: toCents(valueCents),
      units: units === null ? null : formatUnits(toUnitSteps(units)),
    })),
    isOfAll: row.holders === null || isTooMany,
    undone:
      row.undone_at === null ? null : { at: row.undone_at.getTime(), by: row.undone_by, why: row.undone_why ?? '' },
  }
}

/** A record without an effect still names whom it is about, with the amount that it had. */
function withoutEffect(
  row: HistoryRow,
  holders: HistoryEffect['holders'],
  { accountId, onlyId }: Pick<LineOptions, 'accountId' | 'onlyId'>,
): readonly { readonly holderId: HolderId; readonly valueCents: bigint; readonly units: bigint | null }[] {
  if (holders.length > 0 || row.holders === null) return holders
  const isEntry = row.kind === 'CONTRIBUTION' || row.kind === 'RETRIBUTION'
  const concerned = onlyId === undefined ? row.holders : row.holders.filter((id) => id === onlyId)
  return concerned.map((id) => ({
    holderId: toHolderId(accountId, id),
    valueCents: isEntry && row.amount_cents !== null ? BigInt(row.amount_cents) : 0n,
    units: null,
  }))
}
