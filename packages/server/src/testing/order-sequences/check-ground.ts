// What has to be true of an account after every step, whatever failed in it: what had a stop has one, nothing is
// there twice, nothing is sold that is not held, nothing is in doubt, and our books are the brokerage's.
import { halfOf, isOpening, isOverOrder, isStopType, sideOf } from '@clubfolio/domain'
import { sql } from 'kysely'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import { syncAccount } from '../../features/account-reading/sync-account.ts'
import { flattenOrders } from '../../features/broker-order/flatten-orders.ts'
import { type ActionName, addedTo, heldCode, takeStep, type TroubledStep } from './order-step.ts'
import {
  type AtBrokerage,
  type Code,
  closedBy,
  coveredOf,
  type Ground,
  lookAtBrokerage,
  shares,
  turnMs,
} from './trading-ground.ts'

/** A lost order is looked for during a minute, and a stop that is missing then comes back with the next reading. */
const mostTurns = 14
/** Longest time without a stop: the minute of the search, or of the owner's decision, and the turn that ends it. */
const mostNakedMs = 60_000 + 2 * turnMs

export interface TryOptions {
  /** Gets the number of calls that the step and the job made to the brokerage. */
  readonly count?: (calls: number) => void
  /** How the step is taken; by default by a call to the application of the ground. */
  readonly take?: (ground: Ground, troubled: TroubledStep) => Promise<string | undefined>
}

/** Takes a step, lets the job do its work, and returns everything that is not as it has to be. */
export async function tryStep(
  ground: Ground,
  troubled: TroubledStep,
  { count, take = takeStep }: TryOptions = {},
): Promise<string[]> {
  const before = await lookAtBrokerage(ground)
  const nakedBefore = nakedShares(before)
  const missingOf = (now: AtBrokerage): string[] => [
    ...uncovered(before, now),
    ...newlyNaked(nakedBefore, now),
    ...waitingParts(now),
  ]
  const refusal = await take(ground, troubled)
  const wrong: string[] = []
  let nakedMs = 0
  let at = await lookAtBrokerage(ground)
  for (let turn = 0; turn < mostTurns; turn++) {
    const naked = missingOf(at)
    nakedMs = naked.length === 0 ? 0 : nakedMs + turnMs
    if (nakedMs > mostNakedMs) wrong.push(`${naked.join(', ')} for ${nakedMs / 1_000} s`)
    wrong.push(...oversold(at))
    if (turn > 0 && !(await hasWork(ground)) && naked.length === 0) break
    if (turn === 2) ground.fillInParts(0)
    await ground.turn()
    at = await lookAtBrokerage(ground)
  }
  ground.fillInParts(0)
  ground.faults.stop()
  count?.(ground.faults.calls())
  await syncAccount(ground.app.services, ground.account.id)
  at = await lookAtBrokerage(ground)
  wrong.push(...missingOf(at), ...oversold(at), ...(await doubts(ground)), ...(await twice(ground)))
  wrong.push(...tradedOtherwise(before, at, troubled), ...(refusal === undefined ? notFlat(at, troubled) : []))
  wrong.push(...(await otherBooks(ground, at)))
  return [...new Set(wrong)].map((what) => `${what} after ${JSON.stringify(troubled)} (${refusal ?? 'taken'})`)
}

/** Returns what had a stop, is still held, and has none. */
function uncovered(before: AtBrokerage, now: AtBrokerage): string[] {
  return [...before.held].flatMap(([symbol, held]) => {
    const left = now.held.get(symbol) ?? 0
    if (Math.sign(left) !== Math.sign(held)) return []
    // What its exits have closed since is not held any more, whatever else of it is.
    const had = coveredOf(before, symbol) - closedSince(before, now, symbol, held > 0)
    const missing = Math.min(had, Math.abs(left)) - coveredOf(now, symbol)
    return missing > 0 ? [`${missing} of ${left} ${symbol} without a stop`] : []
  })
}

/** Returns what stops and targets of a position have filled since, also those that took the place of others. */
function closedSince(before: AtBrokerage, now: AtBrokerage, symbol: string, isLong: boolean): number {
  const known = new Map(before.orders.map(({ order }) => [order.brokerId, Number(order.filledQuantity)]))
  return now.orders
    .map(({ order }) => order)
    .filter(({ brokerId, orderType }) => known.has(brokerId) || orderType !== 'MARKET')
    .filter(({ legCount, symbol: own, instruction }) => {
      const words = textOrNull(instruction) ?? ''
      return legCount === 1 && own === symbol && !isOpening(words) && (sideOf(words) === 'SELL') === isLong
    })
    .reduce((sum, { brokerId, filledQuantity }) => sum + Number(filledQuantity) - (known.get(brokerId) ?? 0), 0)
}

/** Returns the entries of which a part is filled while their stop still waits for the rest. */
function waitingParts({ orders }: AtBrokerage): string[] {
  return orders.flatMap(({ order }) => {
    const exits = flattenOrders(order.children).map((child) => child.order)
    const waits = exits.some(
      ({ status, orderType }) => status === 'AWAITING_PARENT_ORDER' && isStopType(textOrNull(orderType)),
    )
    return waits && !isOverOrder(order.status) && Number(order.filledQuantity) > 0
      ? [`${order.filledQuantity} of entry ${order.brokerId} wait for their stop`]
      : []
  })
}

/** Returns how many shares of each position have no stop and no order at the market, whatever opened them. */
const nakedShares = (at: AtBrokerage): ReadonlyMap<string, number> =>
  new Map(shares.map((symbol) => [symbol, Math.abs(at.held.get(symbol) ?? 0) - coveredOf(at, symbol)]))

/** Returns where there are more of them than before: every order that opens shares here has a stop. */
function newlyNaked(before: ReadonlyMap<string, number>, now: AtBrokerage): string[] {
  return [...nakedShares(now)].flatMap(([symbol, naked]) => {
    const more = naked - (before.get(symbol) ?? 0)
    return more > 0 ? [`${more} more of ${now.held.get(symbol) ?? 0} ${symbol} without a stop`] : []
  })
}

/** How far an action may change a position of `held`: from the first to the last quantity. */
function rangeOf(action: ActionName, code: Code, held: number): readonly [number, number] {
  switch (action) {
    case 'all':
      return [0, held]
    case 'half':
      return [held - Math.sign(held) * halfOf(held).toNumber(), held]
    case 'reverse':
      return [-held, held]
    case 'add':
      return [held, held + Math.sign(held) * addedTo(code)]
    case 'move':
    case 'even':
    case 'trail':
    case 'target':
      return [held, held]
  }
}

/**
 * Returns whether an action traded more than it was asked to, which is how a second order for it would show. Entries
 * that wait, and stops and targets, trade by themselves meanwhile: one that the price has passed goes on filling in
 * parts. So what counts is what orders at the market traded that were not there before. Where the price passed a stop
 * that an action had taken away, all that is held may be closed instead.
 */
function tradedOtherwise(before: AtBrokerage, now: AtBrokerage, { step, fault }: TroubledStep): string[] {
  if (step.kind !== 'act') return []
  const [code, held] = heldCode(before, step.position)
  if (code === undefined) return []
  const old = new Set(before.orders.map(({ order }) => order.brokerId))
  const left = now.orders
    .filter(
      ({ order }) =>
        order.symbol === code && order.legCount === 1 && order.orderType === 'MARKET' && !old.has(order.brokerId),
    )
    .reduce((sum, { order }) => sum + signedFill(order), held)
  const range = [...rangeOf(step.action, code, held), ...(fault?.kind.startsWith('price') === true ? [0] : [])]
  return left >= Math.min(...range) && left <= Math.max(...range)
    ? []
    : [`orders at the market made ${left} of ${held} ${code}`]
}

const signedFill = ({ instruction, filledQuantity }: BrokerOrder): number =>
  Number(filledQuantity) * (sideOf(textOrNull(instruction) ?? '') === 'BUY' ? 1 : -1)

/** Returns what is left of an account that was closed without a failure. */
function notFlat({ held, orders }: AtBrokerage, { step, fault }: TroubledStep): string[] {
  if (step.kind !== 'flatten' || fault !== undefined) return []
  return [
    ...[...held].map(([symbol, quantity]) => `${quantity} ${symbol} are still held`),
    ...orders.filter(({ order }) => !isOverOrder(order.status)).map(({ order }) => `order ${order.brokerId} is open`),
  ]
}

/** Returns where working orders close more than is held, on either side. */
function oversold(at: AtBrokerage): string[] {
  const symbols = new Set(
    at.orders.flatMap(({ order }) => order.legs.map((leg) => leg.symbol).concat(order.symbol ?? [])),
  )
  return [...symbols].flatMap((symbol) =>
    [1, -1].flatMap((side) => {
      const closed = closedBy(at, symbol, side > 0)
      const held = at.held.get(symbol) ?? 0
      return closed > Math.max(0, held * side) ? [`orders close ${closed * side} of ${held} ${symbol}`] : []
    }),
  )
}

/** Returns whether the job still has something to settle. */
async function hasWork(ground: Ground): Promise<boolean> {
  return (await doubts(ground)).length > 0 || (await isRestoring(ground))
}

async function isRestoring({ app, account }: Ground): Promise<boolean> {
  const found = await app.services.db
    .selectFrom('position_action')
    .select('id')
    .where('account_id', '=', account.id)
    .where('restore_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns requests and actions whose outcome is not known. */
async function doubts({ app, account }: Ground): Promise<string[]> {
  const { db } = app.services
  const requests = await db
    .selectFrom('order_request')
    .select(['state', 'reason'])
    .where('account_id', '=', account.id)
    .where('state', 'in', ['NEW', 'SENDING', 'UNKNOWN'])
    .execute()
  const actions = await db
    .selectFrom('position_action')
    .select(['state', 'title', 'message'])
    .where('account_id', '=', account.id)
    .where('state', 'in', ['RUNNING', 'WAITING'])
    .execute()
  return [
    ...requests.map(({ state, reason }) => `a request is ${state} (${reason ?? ''})`),
    ...actions.map(({ state, title, message }) => `${title} is ${state} (${message ?? ''})`),
  ]
}

/** Returns orders that were entered at the brokerage without a request of ours, or a second time for one. */
async function twice({ app, account }: Ground): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.order_id::text as id from paper.account_order o join paper.account a using (account_id)
    where a.account_number = ${account.number} and (o.parent_id is null or o.replaces_id is not null)
    except
    select broker_id from order_request where account_id = ${account.id} and broker_id is not null`.execute(
    app.services.db,
  )
  const shared = await app.services.db
    .selectFrom('order_request')
    .select('broker_id')
    .where('account_id', '=', account.id)
    .where('broker_id', 'is not', null)
    .groupBy('broker_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return [
    ...rows.map(({ id }) => `order ${id} is at the brokerage and was not asked for`),
    ...shared.map(({ broker_id: id }) => `order ${id ?? ''} belongs to two requests`),
  ]
}

/** Returns where our copy of positions and orders differs from the brokerage. */
async function otherBooks({ app, owner, account }: Ground, at: AtBrokerage): Promise<string[]> {
  const open = await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } })
  const ours = new Map(open.map(({ code, longQuantity, shortQuantity }) => [code, longQuantity - shortQuantity]))
  const stored = await app.services.db
    .selectFrom('broker_order')
    .select(['broker_id', 'status', 'quantity', 'filled_quantity', 'remaining_quantity'])
    .where('account_id', '=', account.id)
    .execute()
  const rows = new Map(stored.map((row) => [row.broker_id, row]))
  const wrongOrders = at.orders.flatMap(({ order }) => {
    const row = rows.get(order.brokerId)
    const own = [row?.status, row?.quantity, row?.filled_quantity, row?.remaining_quantity].join(' ')
    const theirs = [order.status, order.quantity, order.filledQuantity, order.remainingQuantity].join(' ')
    // What is over may be known as replaced before the brokerage's list says so.
    return own === theirs || (isOverOrder(order.status) && row !== undefined && isOverOrder(row.status))
      ? []
      : [`order ${order.brokerId} is ${theirs} at the brokerage and ${own} here`]
  })
  const wrongPositions = [...new Set([...at.held.keys(), ...ours.keys()])].flatMap((symbol) => {
    const [theirs, own] = [at.held.get(symbol) ?? 0, ours.get(symbol) ?? 0]
    return theirs === own ? [] : [`${theirs} ${symbol} at the brokerage are ${own} here`]
  })
  return [...wrongOrders, ...wrongPositions]
}
