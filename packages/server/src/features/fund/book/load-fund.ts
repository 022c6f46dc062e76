// Opens an account's fund for reading, or locks it for a change. Every change of the books locks the fund's row first,
// so two concurrent changes run one after the other, and of two that together overdraw exactly one succeeds.
import { Refusal } from '@clubfolio/contract'
import { maskNumber, unallocatedHolderId, type Cents, type FundRecords } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { compileSelect, compileTogether } from '../../../db/compiled-statements.ts'
import { part, partsWhen, rawPart, type ColumnKinds, type Part } from '../../../db/read-together.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { mayInFund, personAt, type FundPerson, type FundRight } from '../right/fund-right.ts'
import { findDeparture } from './account-home.ts'
import { defaultOpening } from './default-opening.ts'
import { matchMovements } from './match-movements.ts'
import { memberNamesPart, toMemberNames } from './member-names.ts'
import { recordParts, recordsShare, toRecords, type RecordsAsked } from './read-records.ts'
import { toState, type FundState } from './replay-cache.ts'

export interface FundAccount {
  readonly id: string
  readonly ownerId: string
  readonly number: string
  readonly broker: string
  readonly marketSource: string
  readonly isActive: boolean
  readonly isPaper: boolean
  readonly currency: string
  readonly linkedDay: string
  readonly linkedValueCents: bigint
  readonly linkedRealValueCents: bigint
  readonly linkedAt: Date
}

export interface FundAccountRow {
  readonly id: string
  readonly owner_id: string
  readonly number: string
  readonly broker: string
  readonly market_source: string
  readonly is_active: boolean
  readonly is_paper: boolean
  readonly currency: string
  readonly linked_day: string
  readonly linked_value_cents: Cents
  readonly linked_real_value_cents: Cents
  readonly linked_at: Date
  readonly version: string | null
}

const accountKinds: ColumnKinds<FundAccountRow> = {
  id: 'text',
  owner_id: 'text',
  number: 'text',
  broker: 'text',
  market_source: 'text',
  is_active: 'boolean',
  is_paper: 'boolean',
  currency: 'text',
  linked_day: 'text',
  linked_value_cents: 'bigint',
  linked_real_value_cents: 'bigint',
  linked_at: 'instant',
  version: 'text',
}

export interface Fund {
  readonly account: FundAccount
  readonly records: FundRecords
}

/** Returns the owner's account; throws `notFound`, also for another owner's account. */
export async function requireAccount(db: Db | Trx, ownerId: string, accountId: string): Promise<FundAccount> {
  const row = await selectAccount(db, accountId).where('owner_id', '=', ownerId).executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return toAccount(row)
}

/** Returns the account of a fund in which the user has the right; throws `notFound` otherwise. */
export async function requireFund(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  accountId: string,
  right: FundRight = 'READ',
): Promise<FundAccount> {
  const [row] = await selectWithRight[right](db, { ...personAt(clock, userId), accountId })
  if (!row) throw new Refusal('notFound')
  return toAccount(row)
}

/** Returns the account's number in full for its owner, masked for everybody else: a role is no right to the account. */
export const numberShownTo = ({ ownerId, number }: Pick<FundAccount, 'ownerId' | 'number'>, userId: string): string =>
  ownerId === userId ? number : maskNumber(number)

/** Returns any account, for work without a caller (readings, nightly checks). */
export async function findFundAccount(db: Db | Trx, accountId: string): Promise<FundAccount> {
  return toAccount(await selectAccount(db, accountId).executeTakeFirstOrThrow())
}

const accountColumns = [
  'id',
  'owner_id',
  'number',
  'broker',
  'market_source',
  'is_active',
  'is_paper',
  'currency',
  'linked_day',
  'linked_value_cents',
  'linked_real_value_cents',
  'linked_at',
  'version',
] as const

function selectAccount(db: Db | Trx, accountId: string) {
  return db
    .selectFrom('account')
    .leftJoin('fund_version', 'fund_version.account_id', 'account.id')
    .select(accountColumns)
    .where('id', '=', accountId)
}

function toAccount(row: FundAccountRow): FundAccount {
  return {
    id: row.id,
    ownerId: row.owner_id,
    number: row.number,
    broker: row.broker,
    marketSource: row.market_source,
    isActive: row.is_active,
    isPaper: row.is_paper,
    currency: row.currency,
    linkedDay: row.linked_day,
    linkedValueCents: row.linked_value_cents,
    linkedRealValueCents: row.linked_real_value_cents,
    linkedAt: row.linked_at,
  }
}

/** A fund at one moment, with everything derived from its records. */
export interface CurrentFund extends Fund, FundState {}

/**
 * Returns the current fund of somebody who may read it; an account whose fund was never touched reads as freshly
 * opened. Throws `notFound` for everybody else.
 */
export async function readFund(
  services: Services,
  userId: string,
  accountId: string,
  right: FundRight = 'READ',
): Promise<CurrentFund> {
  const [row] = await selectWithRight[right](services.db, { ...personAt(services.clock, userId), accountId })
  return readFundOf(services, row)
}

const selectFor = (right: FundRight) =>
  compileSelect((db, { userId, today, accountId }: InViewValues) =>
    selectAccount(db, accountId).where(mayInFund(right, { userId, today })),
  )

const selectWithRight = {
  READ: selectFor('READ'),
  RECORD: selectFor('RECORD'),
  APPROVE: selectFor('APPROVE'),
  OWN: selectFor('OWN'),
} satisfies Record<FundRight, unknown>

export interface InViewValues extends FundPerson {
  readonly accountId: string
}

/**
 * The query of a fund that somebody may read, for a statement that reads it with what else is shown of it: the account
 * is `inView.account`, and the other parts compare with `inView.id`. `readFundOf` makes the fund of the row.
 */
export const selectInView = (db: Db, { userId, today, accountId }: InViewValues) => ({
  in_view: sql`${selectAccount(db, accountId).where(mayInFund('READ', { userId, today }))}`,
})

export const inView = {
  id: sql<string>`(select id from in_view)`,
  account: rawPart<FundAccountRow>(sql`select * from in_view`, accountKinds),
}

/** The accounts of funds, for `readFundOf`: those whose ids a query of the same statement returns. */
export const fundAccountsPart = (db: Db | Trx, ids: RawBuilder<unknown>): Part<FundAccountRow> =>
  part(
    db
      .selectFrom('account')
      .leftJoin('fund_version', 'fund_version.account_id', 'account.id')
      .select(accountColumns)
      .where(sql<boolean>`id in (${ids})`),
    accountKinds,
  )

/** Returns the current fund of an account that was read. Throws `notFound` without one. */
export async function readFundOf(services: Services, row: FundAccountRow | undefined): Promise<CurrentFund> {
  if (!row) throw new Refusal('notFound')
  return stand(services, toAccount(row), row.version)
}

/** Returns any current fund, for callers whose right to it was checked otherwise. */
export async function readAnyFund(services: Services, accountId: string): Promise<CurrentFund> {
  const row = await selectAccount(services.db, accountId).executeTakeFirstOrThrow()
  return stand(services, toAccount(row), row.version)
}

/** Returns the cached result for this version of the books, or reads and replays the books now. */
async function stand(services: Services, account: FundAccount, version: string | null): Promise<CurrentFund> {
  const known = version === null ? undefined : services.replays.find(account.id, version)
  return { account, ...(known ?? (await replayNow(services, services.db, account))) }
}

interface SeenVersion extends RecordsAsked {
  /** The version that is cached; null reads the records whatever their version is. */
  readonly seen: string | null
}

const isChanged = sql<boolean>`(select is_changed from seen)`

const findRecordsUnlessSeen = compileTogether((db, { seen, id, linkedDay }: SeenVersion) => ({
  parts: {
    states: rawPart<{ is_changed: boolean }>(sql`select is_changed from seen`, { is_changed: 'boolean' }),
    ...partsWhen(isChanged, {
      // Only a fund's own records have a version; before its first use the opening depends on other rows as well.
      versions: part(
        db
          .selectFrom('fund as f')
          .innerJoin('fund_version as v', 'v.account_id', 'f.account_id')
          .select('v.version')
          .where('f.account_id', '=', id),
        { version: 'text' },
      ),
      members: memberNamesPart(db, id),
      ...recordParts(db, { id, linkedDay }),
    }),
  },
  shared: {
    seen: sql`select not exists (
      select from fund_version where account_id = ${id}::uuid and version = ${seen}::uuid) as is_changed`,
    ...recordsShare({ id }),
  },
}))

/**
 * Reads version and records in one statement, so that they match whatever is written meanwhile. Records of the version
 * that is cached are not read again.
 */
async function replayNow(
  { replays }: Pick<Services, 'replays'>,
  db: Db | Trx,
  account: FundAccount,
): Promise<FundState> {
  const { id, linkedDay } = account
  const cached = replays.findAny(id)
  const { states, versions, members, ...rows } = await findRecordsUnlessSeen(db, {
    id,
    linkedDay,
    seen: cached?.version ?? null,
  })
  if (cached && states[0]?.is_changed === false) return cached.value
  const state = toState(toRecords(account, rows), toMemberNames(members))
  const [current] = versions
  if (current) replays.keep(id, current.version, state)
  return state
}

export interface LockFundOptions {
  readonly userId: string
  readonly accountId: string
  /** What the change needs. */
  readonly right: FundRight
}

/**
 * Opens the fund on first use, locks it, and stores the unambiguous matches, so that a change is judged on all known
 * facts. Throws `notFound` without the right.
 */
export async function lockFund(
  services: Services,
  trx: Trx,
  { userId, accountId, right }: LockFundOptions,
): Promise<Fund> {
  const account = await lockAccount(services, trx, { userId, accountId, right })
  // A fund that is locked has not gone. Without one, where it has gone is looked at after the account is locked.
  if (!(await lockRow(trx, accountId))) await openNewFund(services, trx, account)
  const { records } = await replayNow(services, trx, account)
  return { account, records: await matchMovements(services, trx, account, records) }
}

/**
 * Returns the account of a fund as `requireFund` does, and keeps a move of the fund away: a move locks the account too,
 * so one that is being made is over when this returns.
 */
export async function lockAccount(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { userId, accountId, right }: LockFundOptions,
): Promise<FundAccount> {
  const row = await selectAccount(trx, accountId)
    .where(mayInFund(right, personAt(clock, userId)))
    .forKeyShare('account')
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return toAccount(row)
}

async function openNewFund({ clock }: Services, trx: Trx, account: FundAccount): Promise<void> {
  await refuseDeparted(trx, account.id)
  const opening = await defaultOpening(trx, account)
  await trx
    .insertInto('fund')
    .values({
      account_id: account.id,
      dealing: 'before-the-day',
      opening_day: opening.day,
      opening_value_cents: opening.valueCents,
      opening_profit_cents: opening.openProfitCents,
      closed_until: null,
      created_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  await lockRow(trx, account.id)
}

/** Throws `fundMoved` for an account that its fund has left: a change would open a second fund on the same history. */
async function refuseDeparted(trx: Trx, accountId: string): Promise<void> {
  const departure = await findDeparture(trx, accountId)
  if (!departure) return
  const { number } = await findFundAccount(trx, departure.accountId)
  throw new Refusal('fundMoved', { account: maskNumber(number), day: departure.day })
}

/** Locks the fund's row; returns false when the account has no fund yet. */
export async function lockRow(trx: Trx, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('fund')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** On the wire, unallocated is identified by the account's own id; the domain has a fixed id for it. */
export const toHolderId = (accountId: string, memberId: string): string =>
  memberId === accountId ? unallocatedHolderId : memberId
export const toMemberId = (accountId: string, holderId: string): string =>
  holderId === unallocatedHolderId ? accountId : holderId
