// Previews a move of a fund to another account: which accounts and days it can choose, what left and what has arrived,
// which result the holders would bear, and what still waits in the old account. Nothing is written.
import { Refusal, type BodyOf, type FundMovePlan, type FundMovePreview } from '@clubfolio/contract'
import {
  arrivalParts,
  arrivedBy,
  carriedMoves,
  currentRecords,
  judgeChange,
  listToBeMatched,
  replayOf,
  toCents,
  resultOfMove,
  type FundRecords,
  type FundReplay,
  type MarketDay,
} from '@clubfolio/domain'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireAccount, type FundAccount } from './load-fund.ts'
import { readRecords } from './read-records.ts'
import { findChange, leftBy, requireTarget } from './move-fund.ts'
import { throwRefusal } from './refuse.ts'

type PreviewFields = BodyOf<'fund', 'previewMove'>

/** How far back a fund can be moved, in sessions that were closed. */
const latestDays = 60

export async function previewMove(
  services: Services,
  session: Session,
  { accountId, toAccountId, day, arrivedOn }: PreviewFields,
): Promise<FundMovePreview> {
  return inTransaction(services.db, async (trx) => {
    const account = await requireAccount(trx, session.userId, accountId)
    if (toAccountId !== undefined) await requireAccount(trx, session.userId, toAccountId)
    const records = await readRecords(trx, account)
    const replay = replayOf(records)
    const open = replay.current.moves.find((move) => move.arrivedOn === undefined)
    const days = replay.valuations
      .filter((one) => one.quality !== 'unreconciled' && (open === undefined || one.day > open.day))
      .map((one) => one.day)
      .toReversed()
      .slice(0, latestDays)
    const chosen = day ?? open?.day ?? proposedDay(records) ?? days[0]
    const choice =
      toAccountId === undefined || chosen === undefined
        ? undefined
        : { toAccountId, day: chosen, arrivedOn: arrivedOn ?? null }
    return {
      targets: open ? [] : await findTargets(trx, session, account),
      days,
      plan: choice ? await planOf({ services, trx, session, account, records }, choice) : null,
    }
  })
}

/** The last close before anything left that no entry explains, if something left within the days offered. */
function proposedDay(records: FundRecords): string | undefined {
  const current = currentRecords(records)
  const first = listToBeMatched(current, records.opening.day).movements.find((one) => one.amountCents < 0n)
  const days = current.closes.filter((one) => one.quality !== 'unreconciled').slice(-latestDays)
  return first && days.findLast((one) => one.day < first.day)?.day
}

/** The owner's accounts that the fund can move to. */
async function findTargets(trx: Trx, session: Session, from: FundAccount): Promise<string[]> {
  const rows = await trx.selectFrom('account').select('id').where('owner_id', '=', session.userId).execute()
  const targets: string[] = []
  for (const { id } of rows) {
    const refusal = await refusalOf(requireTarget(trx, from, await requireAccount(trx, session.userId, id)))
    if (refusal === undefined || refusal.name === 'moveMoneyWaiting') targets.push(id)
  }
  return targets
}

interface PlanContext {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly account: FundAccount
  readonly records: FundRecords
}

async function planOf(
  { services, trx, session, account, records }: PlanContext,
  choice: { readonly toAccountId: string; readonly day: string; readonly arrivedOn: string | null },
): Promise<FundMovePlan> {
  const { day: today } = await accountMarketTime(trx, services.clock, account.marketSource)
  const replay = replayOf(records)
  // Of a move in transit, the account that the fund has left.
  const open = replay.current.moves.find((move) => move.arrivedOn === undefined)
  const waiting = await readWaiting(trx, open ? await leftBy(trx, open.id) : account.id)
  const toBeMatched = listToBeMatched(replay.current, today)
  const plain = {
    day: choice.day,
    arrivedOn: choice.arrivedOn,
    left: replay.valuations.find((one) => one.day === choice.day)?.brokerValueCents ?? toCents(0n),
    held: toCents(0n),
    arrived: toCents(0n),
    difference: toCents(0n),
    percent: null,
    arrivals: [],
    arrivalDays: [],
    oldAccountNow: toCents(waiting.value),
    openTransfers: waiting.transfers,
    workingOrders: waiting.orders,
    toBeMatched: toBeMatched.items.length,
    notCovered: replay.breaches.filter((one) => one.kind === 'not-covered').length,
    pending: replay.pending.length,
    obstacle: null,
  }
  const found: { plan: FundMovePlan } = { plan: plain }
  const refusal = await refusalOf(
    (async () => {
      const after = await booksAfter({ services, trx, session, account, records }, choice, today)
      const { current } = after
      const move = carriedMoves(current, records.opening).at(-1)
      if (!move || (choice.toAccountId !== account.id && records.moves.some(({ id }) => id === move.id)))
        return undefined
      const parts = arrivalParts(current)
      const difference = resultOfMove(move, parts)
      const isThere = move.arrivedOn === move.day
      found.plan = {
        ...plain,
        left: toCents(move.leftCents),
        held: toCents(isThere ? 0n : move.heldCents),
        arrived: toCents(isThere ? move.heldCents : arrivedBy(move, parts)),
        difference,
        percent: move.leftCents === 0n ? null : Number((difference * 10_000n) / move.leftCents) / 100,
        arrivals: parts.map((part) => ({ day: part.day, amount: toCents(part.amountCents) })),
        arrivalDays: current.closes
          .filter((one) => one.day > move.day && one.quality !== 'unreconciled')
          .map((one) => one.day),
      }
      return undefined
    })(),
  )
  return { ...found.plan, obstacle: refusal?.message ?? null }
}

/** The books after the change that the choice means; as they are while the arrival has no day yet. */
async function booksAfter(
  { services, trx, session, account, records }: PlanContext,
  choice: { readonly toAccountId: string; readonly day: string; readonly arrivedOn: string | null },
  today: MarketDay,
): Promise<FundReplay> {
  if (choice.toAccountId === account.id && choice.arrivedOn === null) return replayOf(records)
  const change = await findChange({ services, trx, session, accountId: account.id }, { account, records }, choice)
  const judgement = judgeChange(records, change, today)
  return judgement.isAllowed ? judgement.after : throwRefusal(trx, judgement.refusal, account)
}

async function readWaiting(trx: Trx, id: string): Promise<{ value: bigint; transfers: number; orders: number }> {
  const { value } = await trx
    .selectFrom('account')
    .select('float_value_cents as value')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { transfers } = await trx
    .selectFrom('fund_funding')
    .select((eb) => eb.fn.countAll<string>().as('transfers'))
    .where('account_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const { orders } = await trx
    .selectFrom('broker_order')
    .select((eb) => eb.fn.count<string>('root_id').distinct().as('orders'))
    .where('account_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { value, transfers: Number(transfers), orders: Number(orders) }
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
