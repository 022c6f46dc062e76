// Acting on positions: closing, reversing, adding, moving the stop, trailing it, setting a target, and closing a whole
// account. Each is previewed as the orders that will be sent, recorded as steps, and followed step by step.
// Source: docs/rules/trading.md, "Acting on a position".
import { describeTickFault, isOptionCode, positionActionKinds } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { tradeRefusals } from './broker-refusals.ts'
import { line } from './field.ts'
import { orderJudgement } from './order.ts'
import { orderAnswers, orderCode, priceToAsk, sharesToAsk, TrailToSend } from './order-to-send.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { decimalNumber, dollars, instant } from './wire.ts'

export const positionActionRefusals = {
  positionChanged: {
    status: 409,
    text: 'Nothing was sent: you now hold {held} instead of {expected}. Review the position, then start again.',
  },
  actionInProgress: {
    status: 409,
    text: 'Another action on this position is still running. Wait for it to finish; Operations shows its steps.',
  },
  actionNotStopped: {
    status: 409,
    text: 'This action no longer needs a decision. Operations shows what happened to it.',
  },
} as const satisfies Record<string, RefusalDefinition>

const accountNumber = z.string().trim().min(1).max(64)
const shares = decimalNumber(6, 'Enter a number of shares.')
const price = decimalNumber(6, 'Enter a price in dollars.')

/** What is to be done with a position. */
export const PositionActionToTake = z
  .discriminatedUnion('kind', [
    /** `quantity` null closes all of it. */
    z.object({ kind: z.literal('CLOSE'), quantity: sharesToAsk.nullable() }),
    /** `stopPrice` protects the new position from its fill on; null for none. */
    z.object({ kind: z.literal('REVERSE'), stopPrice: priceToAsk.nullable() }),
    /** `limitPrice` null is at the market. */
    z.object({ kind: z.literal('ADD'), quantity: sharesToAsk, limitPrice: priceToAsk.nullable() }),
    z.object({ kind: z.literal('MOVE_STOP'), stopPrice: priceToAsk }),
    z.object({ kind: z.literal('TRAIL_STOP'), trail: TrailToSend }),
    z.object({ kind: z.literal('SET_TARGET'), targetPrice: priceToAsk }),
  ])
  .meta({ id: 'PositionActionToTake' })
export type PositionActionToTake = z.output<typeof PositionActionToTake>

const asked = {
  accountNumber,
  ticket: orderCode,
  /** The signed quantity that the user saw; another one at the brokerage refuses the action. */
  held: shares,
  action: PositionActionToTake,
}
const AskedPositionActionFields = z.object({ ...asked, ...orderAnswers })
export type AskedPositionAction = z.output<typeof AskedPositionActionFields>

/** Adds an issue for a price that is finer than the tick of its code. */
function checkTicks({ ticket, action }: AskedPositionAction, context: z.core.$RefinementCtx): void {
  const prices: readonly (readonly [string[], string | null])[] = [
    [['stopPrice'], 'stopPrice' in action ? action.stopPrice : null],
    [['limitPrice'], 'limitPrice' in action ? action.limitPrice : null],
    [['targetPrice'], 'targetPrice' in action ? action.targetPrice : null],
    [['trail', 'offset'], 'trail' in action && action.trail.unit === 'DOLLARS' ? action.trail.offset : null],
  ]
  for (const [path, price] of prices) {
    const message = price === null ? undefined : describeTickFault(price, isOptionCode(ticket))
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['action', ...path], message })
  }
}

/** `answered` counts where the action is taken. */
const AskedPositionAction = AskedPositionActionFields.superRefine(checkTicks).meta({ id: 'AskedPositionAction' })
const WholeAccount = z.object({ accountNumber }).meta({ id: 'WholeAccount' })

/** One order of an action, as it will be sent. */
export const PlannedActionStep = z
  .object({
    code: z.string(),
    kind: z.enum(['CANCEL', 'REPLACE', 'PLACE']),
    /** The order that is cancelled or replaced. */
    orderId: z.string().nullable(),
    /** "Replace order 1007 (sell 100 ACME at a stop of $48.00) by: sell 100 ACME at the market" */
    text: z.string(),
    /** Shares that had a stop and have none between this step and the next. */
    uncovered: shares,
    /** Sent only after the orders before it are filled. */
    waitsForFill: z.boolean(),
  })
  .meta({ id: 'PlannedActionStep' })
export type PlannedActionStep = z.output<typeof PlannedActionStep>

export const PositionActionPreview = z
  .object({
    code: z.string(),
    /** Signed, as the brokerage has it now. */
    held: shares,
    averagePrice: price,
    lastPrice: price.nullable(),
    steps: z.array(PlannedActionStep),
    /** Signed, once everything is filled; without exits that wait for their price. */
    heldAfter: shares,
    /** Shares that a stop covers now, and after the last step. */
    coveredBefore: shares,
    coveredAfter: shares,
    /** What the covered shares win, or lose below zero, if the stop of the action is filled at its price. */
    resultAtStop: dollars.nullable(),
    /** quantity x price x multiplier of what is bought or sold at once, by the bid or ask. */
    value: dollars.nullable(),
    ...orderJudgement,
    /** Why the brokerage would reject it. */
    rejects: z.array(z.string()),
  })
  .meta({ id: 'PositionActionPreview' })
export type PositionActionPreview = z.output<typeof PositionActionPreview>

export const positionActionStates = ['RUNNING', 'WAITING', 'STOPPED', 'DONE', 'RESTORED', 'DISMISSED'] as const
/**
 * WAITING: for a fill, or for the fate of an order whose answer was lost. STOPPED: a step failed, and its owner
 * decides. RESTORED: ended by placing the stop again. DISMISSED: ended as it was.
 */
export type PositionActionState = (typeof positionActionStates)[number]

export const actionStepStates = ['PENDING', 'STARTED', 'PLACED', 'DONE', 'FAILED', 'SKIPPED'] as const
/** STARTED: it may or may not have reached the brokerage. PLACED: at the brokerage, and not filled yet. */
export type ActionStepState = (typeof actionStepStates)[number]

export const PositionAction = z
  .object({
    actionId: z.string(),
    kind: z.enum([...positionActionKinds, 'FLATTEN']),
    /** Null for a whole account. */
    code: z.string().nullable(),
    /** "Close 50 of 100 ACME" */
    title: z.string(),
    state: z.enum(positionActionStates),
    steps: z.array(
      z.object({
        code: z.string(),
        text: z.string(),
        state: z.enum(actionStepStates),
        /** The order that it became. */
        orderId: z.string().nullable(),
        /** Why it failed or was skipped. */
        reason: z.string().nullable(),
      }),
    ),
    /** Where it is, in one sentence. */
    message: z.string(),
    /** When the stop is placed again without being asked; null where nothing is missing. */
    restoresAt: instant.nullable(),
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'PositionAction' })
export type PositionAction = z.output<typeof PositionAction>

export const FlattenPreview = z
  .object({
    positions: z.number().int(),
    orders: z.number().int(),
    steps: z.array(PlannedActionStep),
    /** Market value of what is closed. */
    value: dollars,
    warnings: z.array(z.string()),
    /** Positions that cannot be closed from here, and why. */
    faults: z.array(z.string()),
  })
  .meta({ id: 'FlattenPreview' })
export type FlattenPreview = z.output<typeof FlattenPreview>

const ownAccount = [{ object: 'account', at: 'body.accountNumber' }] as const

export const positionActionRoutes = {
  previewPositionAction: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/position-action/preview-position-action',
    summary: 'Exactly the orders that an action on a position sends, in their order, and what speaks against them.',
    access: access.session,
    owns: ownAccount,
    body: AskedPositionAction,
    reply: PositionActionPreview,
    refusals: tradeRefusals,
  }),
  actOnPosition: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/position-action/act-on-position',
    summary:
      'Record an action on a position and send its orders one after another; a failing one stops it. The same ' +
      'Idempotency-Key is the same action.',
    access: access.session,
    owns: ownAccount,
    body: AskedPositionAction,
    reply: PositionAction,
    refusals: [
      ...tradeRefusals,
      'positionChanged',
      'actionInProgress',
      'orderFaulty',
      'orderGuarded',
      'orderQuestioned',
      'requestKeyReused',
    ],
  }),
  previewFlatten: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/position-action/preview-flatten',
    summary: 'Exactly the orders that cancel everything that is open in an account and close all of its positions.',
    access: access.session,
    owns: ownAccount,
    body: WholeAccount,
    reply: FlattenPreview,
    refusals: tradeRefusals,
  }),
  flattenAccount: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/position-action/flatten-account',
    summary: 'Cancel every open order of an account and close all of its positions at the market.',
    access: access.session,
    owns: ownAccount,
    body: WholeAccount,
    reply: PositionAction,
    refusals: [...tradeRefusals, 'actionInProgress', 'orderFaulty', 'requestKeyReused'],
  }),
  findPositionActions: route({
    method: 'GET',
    path: '/v1/api/position-action/find-position-actions/{accountNumber}',
    summary: 'Actions of an account that are not over, and those of the last day, newest first.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountNumber' }],
    params: z.object({ accountNumber: line(40, 'Account number') }),
    reply: z.array(PositionAction),
    refusals: ['notFound'],
  }),
  repairPositionAction: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/position-action/repair-position-action',
    summary:
      'Decide about a stopped action: go on with it from the position as it is now, place the stop again, or leave ' +
      'it as it is.',
    access: access.session,
    owns: ownAccount,
    body: z.object({ accountNumber, actionId: z.uuid(), decision: z.enum(['CONTINUE', 'RESTORE', 'DISMISS']) }),
    reply: PositionAction,
    refusals: [...tradeRefusals, 'actionNotStopped', 'actionInProgress', 'orderFaulty'],
  }),
} as const
