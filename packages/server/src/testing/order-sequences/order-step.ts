// What a user of the sequences does: every kind of order and every action on a position, as data that a failing
// sequence prints.
import {
  ApiError,
  type OrderEntryWithTrigger,
  type OrderPair,
  type PositionActionToTake,
  type SpreadEntry,
} from '@clubfolio/contract'
import { breakEvenStop, halfOf, isOptionCode, roundToTick, sideOf } from '@clubfolio/domain'
import { textOrNull } from '../../adapters/broker/broker-words.ts'
import type { BrokerOrder } from '../../adapters/broker/port.ts'
import type { Fault } from './faulty-brokerage.ts'
import {
  type AtBrokerage,
  type Code,
  codes,
  far,
  type Ground,
  later,
  lookAtBrokerage,
  near,
  type Share,
  shares,
} from './trading-ground.ts'

export const actionNames = ['all', 'half', 'reverse', 'add', 'move', 'even', 'trail', 'target'] as const
export type ActionName = (typeof actionNames)[number]
export const entryTypes = ['MARKET', 'LIMIT', 'STOP'] as const

export type OrderStep =
  | {
      readonly kind: 'enter'
      /** Shares, or contracts that are bought. */
      readonly code: Code
      readonly quantity: number
      readonly isShort: boolean
      readonly type: (typeof entryTypes)[number]
      readonly exits: 'stop' | 'trailing stop' | 'stop and target'
    }
  /** A target and a stop for a position that is held; `position` counts what is held. */
  | { readonly kind: 'pair'; readonly position: number }
  | { readonly kind: 'spread'; readonly units: number }
  | { readonly kind: 'roll'; readonly units: number }
  | { readonly kind: 'act'; readonly position: number; readonly action: ActionName }
  /** Changes the price of an entry that waits, or cancels it. */
  | { readonly kind: 'change' | 'cancel'; readonly entry: number }
  /** The price reaches an entry that waits for a moment in which a part of it is filled, and returns. */
  | { readonly kind: 'touch'; readonly entry: number }
  | { readonly kind: 'flatten' }
  | { readonly kind: 'move'; readonly code: Code; readonly percent: number }
  | { readonly kind: 'wait' }

/** A step with what goes wrong while it is taken. */
export interface TroubledStep {
  readonly step: OrderStep
  readonly fault?: Fault | undefined
  /** Percent of executions that are only a part. */
  readonly parts: number
  /** Percent by which a fault moves the prices of ACME and its near call. */
  readonly jump: number
}

const cents = (price: number): string => price.toFixed(2)
const onTick = (code: Code, price: number): string => roundToTick(cents(price), isOptionCode(code))
/** Stops and targets are this far from the price. */
const distance = 0.06
/** What an addition adds. */
export const addedTo = (code: Code): number => (isOptionCode(code) ? 1 : 17)

/**
 * Takes a step; returns the refusal that it met, or undefined. A call that dies is what the sequences are about. The
 * fault may also meet a call that the job makes for the step later.
 */
export async function takeStep(
  ground: Ground,
  { step, fault, parts, jump }: TroubledStep,
): Promise<string | undefined> {
  const at = await lookAtBrokerage(ground)
  ground.fillInParts(parts)
  ground.jumpBy(1 + jump / 100)
  ground.faults.meet(fault)
  try {
    await callOf(ground, step, at)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

async function callOf(ground: Ground, step: OrderStep, at: AtBrokerage): Promise<unknown> {
  const { owner, account, newKey, priceOf } = ground
  const accountNumber = account.number
  switch (step.kind) {
    case 'enter': {
      const body = entryOf(ground, step)
      return answering(
        (answered) => owner.client.order.putOrderWithTrigger({ body: { ...body, answered } }, newKey()),
        () => owner.client.order.previewOrder({ body }),
      )
    }
    case 'pair': {
      const [share, held] = heldShare(at, step.position)
      if (share === undefined) return undefined
      const body = pairOf(ground, share, held)
      return answering(
        (answered) => owner.client.order.putOrderPair({ body: { ...body, answered } }, newKey()),
        () => owner.client.order.previewOrderPair({ body }),
      )
    }
    case 'spread':
      return putSpread(ground, verticalOf(accountNumber, step.units, priceOf(near) - priceOf(far)))
    case 'roll':
      return putSpread(ground, rollOf(accountNumber, step.units, priceOf(later) - priceOf(near)))
    case 'act': {
      const [code, held] = heldCode(at, step.position)
      if (code === undefined) return undefined
      const action = await actionOf(ground, code, step.action, held)
      const body = { accountNumber, ticket: code, held: String(held), action }
      return answering(
        (answered) => owner.client.positionAction.actOnPosition({ body: { ...body, answered } }, newKey()),
        () => owner.client.positionAction.previewPositionAction({ body }),
      )
    }
    case 'cancel': {
      const entry = waitingEntry(at, step.entry)
      if (entry === undefined) return undefined
      return owner.client.order.cancelOrder({ body: { accountNumber, orderId: entry.brokerId } })
    }
    case 'change': {
      const entry = waitingEntry(at, step.entry)
      if (entry === undefined) return undefined
      const body = {
        accountNumber,
        orderId: entry.brokerId,
        quantity: entry.remainingQuantity,
        filledQuantity: entry.filledQuantity,
        price: cents(Number(entry.price ?? entry.stopPrice) * 1.003),
      }
      return answering(
        (answered) => owner.client.order.replaceOrder({ body: { ...body, answered } }, newKey()),
        () => owner.client.order.previewReplacement({ body }),
      )
    }
    case 'touch': {
      const entry = waitingEntry(at, step.entry)
      return entry === undefined ? undefined : touch(ground, entry)
    }
    case 'flatten':
      return owner.client.positionAction.flattenAccount({ body: { accountNumber } }, newKey())
    case 'move':
      return ground.move(step.code, 1 + step.percent / 100)
    case 'wait':
      return undefined
  }
}

/** Returns one of the shares that are held, and how many. */
const heldShare = (at: AtBrokerage, position: number): [Share | undefined, number] => heldOf(at, position, shares)

/** Returns one of the shares and contracts that are held, shares first, and how many. */
export const heldCode = (at: AtBrokerage, position: number): [Code | undefined, number] => heldOf(at, position, codes)

function heldOf<One extends Code>(
  { held }: AtBrokerage,
  position: number,
  all: readonly One[],
): [One | undefined, number] {
  const found = all.filter((code) => held.has(code))
  const code = found[position % Math.max(1, found.length)]
  return [code, code === undefined ? 0 : (held.get(code) ?? 0)]
}

/** An entry in shares that waits for its price. */
const isWaitingEntry = ({ status, legs, children }: BrokerOrder): boolean =>
  status === 'WORKING' && legs.length === 0 && children.length > 0

/** Returns one of the entries that wait. */
function waitingEntry({ orders }: AtBrokerage, entry: number): BrokerOrder | undefined {
  const found = orders.map(({ order }) => order).filter(isWaitingEntry)
  return found[entry % Math.max(1, found.length)]
}

async function touch(ground: Ground, { symbol, orderType, instruction, price, stopPrice }: BrokerOrder): Promise<void> {
  const code = codes.find((one) => one === symbol)
  if (code === undefined) return
  const isBuy = sideOf(textOrNull(instruction) ?? '') === 'BUY'
  const isAbove = isBuy !== (orderType === 'LIMIT')
  await ground.touch(code, Number(price ?? stopPrice) * (isAbove ? 1.002 : 0.998))
}

/** Sends, and answers the questions of the preview with yes where it is asked. */
async function answering(
  send: (answered: string[]) => Promise<unknown>,
  preview: () => Promise<{ readonly questions: readonly { readonly id: string }[] }>,
): Promise<unknown> {
  try {
    return await send([])
  } catch (error) {
    if (!(error instanceof ApiError) || !isQuestion(error)) throw error
  }
  return send((await preview()).questions.map(({ id }) => id))
}

const isQuestion = ({ body }: ApiError): boolean => body.refusal === 'orderQuestioned'

function entryOf(
  { account, priceOf }: Ground,
  { code, quantity, isShort, type, exits }: Extract<OrderStep, { kind: 'enter' }>,
): OrderEntryWithTrigger {
  const last = priceOf(code)
  const side = isShort ? -1 : 1
  const price = type === 'MARKET' ? null : onTick(code, last * (1 + side * (type === 'LIMIT' ? -0.01 : 0.01)))
  const trails = exits === 'trailing stop'
  return {
    ticket: code,
    quantity: String(quantity),
    directionality: isShort ? 'SELL_SHORT' : 'BUY',
    accountNumber: account.number,
    price,
    orderType: type,
    childQuantity: String(quantity),
    childDirectionality: isShort ? 'BUY' : 'SELL',
    childPrice: trails ? null : onTick(code, last * (1 - side * distance)),
    childOrderType: trails ? 'TRAILING_STOP' : 'STOP',
    ...(trails ? { childTrail: { offset: '5', unit: 'PERCENT' } } : {}),
    ...(exits === 'stop and target' ? { targetPrice: onTick(code, last * (1 + side * distance)) } : {}),
    cancelPrice: null,
  }
}

function pairOf({ account, priceOf }: Ground, share: Share, held: number): OrderPair {
  const side = Math.sign(held)
  return {
    ticket: share,
    quantity: String(Math.abs(held)),
    directionality: held > 0 ? 'SELL' : 'BUY',
    accountNumber: account.number,
    targetPrice: cents(priceOf(share) * (1 + side * distance)),
    stopOrderType: 'STOP',
    stopPrice: cents(priceOf(share) * (1 - side * distance)),
  }
}

/** A call spread that is bought at the market's price or a little above. */
const verticalOf = (accountNumber: string, units: number, price: number): SpreadEntry => ({
  accountNumber,
  legs: [
    { ticket: near, instruction: 'BUY_TO_OPEN', ratio: '1' },
    { ticket: far, instruction: 'SELL_TO_OPEN', ratio: '1' },
  ],
  quantity: String(units),
  priceType: 'NET_DEBIT',
  netPrice: cents(price + 0.1),
})

/** The near call moves to the later expiration. */
const rollOf = (accountNumber: string, units: number, price: number): SpreadEntry => ({
  accountNumber,
  legs: [
    { ticket: near, instruction: 'SELL_TO_CLOSE', ratio: '1' },
    { ticket: later, instruction: 'BUY_TO_OPEN', ratio: '1' },
  ],
  quantity: String(units),
  priceType: 'NET_DEBIT',
  netPrice: cents(price + 0.1),
})

function putSpread({ owner, newKey }: Ground, body: SpreadEntry): Promise<unknown> {
  return answering(
    (answered) => owner.client.order.putSpread({ body: { ...body, answered } }, newKey()),
    () => owner.client.order.previewSpread({ body }),
  )
}

async function actionOf(
  { owner, account, priceOf }: Ground,
  code: Code,
  name: ActionName,
  held: number,
): Promise<PositionActionToTake> {
  const last = priceOf(code)
  const side = Math.sign(held)
  switch (name) {
    case 'all':
      return { kind: 'CLOSE', quantity: null }
    case 'half':
      return { kind: 'CLOSE', quantity: halfOf(held).toFixed() }
    case 'reverse':
      return { kind: 'REVERSE', stopPrice: onTick(code, last * (1 + side * distance)) }
    case 'add':
      return { kind: 'ADD', quantity: String(addedTo(code)), limitPrice: null }
    case 'move':
      return { kind: 'MOVE_STOP', stopPrice: onTick(code, last * (1 - side * 0.04)) }
    case 'even': {
      const open = await owner.client.operation.findOpenOperationByAccount({
        params: { accountNumber: account.number },
      })
      const average = open.find((one) => one.code === code)?.averagePrice ?? last
      return { kind: 'MOVE_STOP', stopPrice: breakEvenStop(average, held > 0, isOptionCode(code)) }
    }
    case 'trail':
      return { kind: 'TRAIL_STOP', trail: { offset: '4', unit: 'PERCENT' } }
    case 'target':
      return { kind: 'SET_TARGET', targetPrice: onTick(code, last * (1 + side * 0.08)) }
  }
}
