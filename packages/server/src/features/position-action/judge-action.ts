// Judges the orders of an action like any other order, before the first one is sent: faults, guard rails, questions,
// and what the brokerage says. A market order that closes what is held is judged by nothing: a limit that is meant to
// keep losses small must never be what keeps a position open. Nor is a stop that only becomes smaller.
import type { OrderQuestion, OrderPreview } from '@clubfolio/contract'
import {
  type ActionOrder,
  type ActionStep,
  type OrderDraft,
  isEqualPrice,
  isOpening,
  judgeOrder,
  multiplierOf,
  type OrderJudgement,
  quantityOfDraft,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { askQuestions } from '../order/ask-questions.ts'
import type { AccountLook } from '../order/look-at-account.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import type { PositionLook } from './look-at-position.ts'

export interface JudgedStep {
  readonly draft: OrderDraft
  readonly judged: OrderJudgement
  readonly questions: readonly OrderQuestion[]
}

export interface ActionJudgement {
  readonly steps: readonly JudgedStep[]
  readonly warnings: OrderPreview['warnings']
  readonly faults: readonly string[]
  readonly breaches: readonly string[]
  readonly questions: readonly OrderQuestion[]
}

export async function judgeAction(
  services: Services,
  account: TradedAccount,
  {
    look,
    steps,
    requestKey,
  }: {
    readonly look: PositionLook
    readonly steps: readonly ActionStep[]
    readonly requestKey?: string | undefined
  },
): Promise<ActionJudgement> {
  const judgedSteps: JudgedStep[] = []
  for (const step of steps) {
    if (step.kind === 'CANCEL' || !isJudged(step, look)) continue
    const draft = step.order
    const situation = situationOf(step, look)
    const judged = judgeOrder(draft, null, situation)
    const replaces =
      step.kind === 'REPLACE'
        ? { brokerId: step.orderId, quantity: new Decimal(quantityOfDraft(step.order)), reserved: new Decimal(0) }
        : undefined
    judgedSteps.push({
      draft,
      judged,
      questions: await askQuestions(services, account, {
        draft,
        look: situation,
        judged,
        requestKey,
        ...(replaces ? { replaces } : {}),
      }),
    })
  }
  return {
    steps: judgedSteps,
    warnings: [...warningsOf(judgedSteps), ...closedMarket(steps, look)].filter(isFirstOfText),
    faults: judgedSteps.flatMap(({ judged }) => judged.faults.map(({ text }) => text)),
    breaches: judgedSteps.flatMap(({ judged }) => judged.breaches),
    questions: judgedSteps.flatMap(({ questions }) => questions),
  }
}

/** A stop that is to be placed on the wrong side of the market is refused by the plan itself. */
const ownOfPlan: ReadonlySet<string> = new Set(['entryWrongSide', 'notHeld', 'marketClosed'])

const warningsOf = (steps: readonly JudgedStep[]): OrderPreview['warnings'] =>
  steps.flatMap(({ judged }) => judged.warnings.filter(({ kind }) => !ownOfPlan.has(kind)))

function closedMarket(steps: readonly ActionStep[], { market }: PositionLook): OrderPreview['warnings'] {
  const isAtMarket = steps.some((step) => step.kind !== 'CANCEL' && isMarketOrder(step.order))
  if (market.isOpen || !isAtMarket) return []
  return [
    {
      kind: 'marketClosed',
      text:
        'The market is closed: the order at the market waits for the next opening, which may be far from the last ' +
        'price.',
    },
  ]
}

const isFirstOfText = ({ text }: { readonly text: string }, index: number, all: readonly { readonly text: string }[]) =>
  all.findIndex((one) => one.text === text) === index

/** Returns whether an order is one at the market. */
export const isMarketOrder = (order: ActionOrder): boolean =>
  order.kind === 'ENTRY' && order.terms.price.type === 'MARKET'

/** Returns whether an order closes at the market. */
export const isClosingMarket = (order: ActionOrder): boolean =>
  order.kind === 'ENTRY' && order.terms.price.type === 'MARKET' && !isOpening(order.terms.instruction)

function isJudged(step: Exclude<ActionStep, { kind: 'CANCEL' }>, { position }: PositionLook): boolean {
  if (isClosingMarket(step.order)) return false
  if (step.kind === 'PLACE' || step.order.kind === 'PAIR') return true
  const { price } = step.order.terms
  const old = position.exits.find(({ orderId }) => orderId === step.orderId)
  return old === undefined || old.terms === null || !isEqualPrice(price, old.terms.price)
}

/** An order that waits until nothing is left finds the buying power that the close releases. */
function situationOf(step: ActionStep, { account, position }: PositionLook): AccountLook {
  if (step.kind !== 'PLACE' || !step.waitsForFlat || account.last === null) return account
  const value = position.held.abs().times(account.last).times(multiplierOf(position.symbol))
  return { ...account, held: new Decimal(0), buyingPower: account.buyingPower.plus(value) }
}
