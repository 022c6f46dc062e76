// Cancels everything that is open in an account and closes all of its positions.
import { type FlattenPreview, type PositionAction, Refusal } from '@clubfolio/contract'
import { followSteps, formatQuantity, toCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import type { Requester } from '../order/order-request.ts'
import { requireTradable, type TradedAccount } from '../order/traded-account.ts'
import { findAction, presentAction } from './action-row.ts'
import { type FlattenPlan, planFlatten } from './plan-flatten.ts'
import { findActionByKey, hashAsked, recordAction } from './record-action.ts'
import { runAction } from './run-action.ts'

async function plan(services: Services, account: TradedAccount): Promise<FlattenPlan> {
  try {
    return await planFlatten(services, account)
  } catch (error) {
    if (error instanceof BrokerFailure) throw brokerRefusalOf(error, account.number)
    throw error
  }
}

export async function previewFlatten(services: Services, account: TradedAccount): Promise<FlattenPreview> {
  const { steps, positions, valueCents, isMarketOpen, faults } = await plan(services, account)
  return {
    positions: positions.length,
    orders: steps.filter(({ track }) => track.startsWith('order ')).length,
    steps: steps.map(({ step, text, track }) => ({
      code: step.symbol,
      kind: step.kind,
      orderId: step.kind === 'PLACE' ? null : step.orderId,
      text,
      uncovered: uncoveredAfter({ steps, positions }, { track, step }),
      waitsForFill: step.after !== undefined,
    })),
    value: toCents(valueCents),
    warnings: isMarketOpen
      ? []
      : ['The market is closed: positions are closed at the next opening, which may be far from the last price.'],
    faults: [...faults],
  }
}

function uncoveredAfter(
  { steps, positions }: Pick<FlattenPlan, 'steps' | 'positions'>,
  at: Pick<FlattenPlan['steps'][number], 'track' | 'step'>,
): string {
  const position = positions.find(({ symbol }) => symbol === at.track)
  if (position === undefined) return '0'
  const own = steps.filter(({ track }) => track === at.track).map(({ step }) => step)
  const states = followSteps(position, own)
  const before = states[0]?.covered ?? new Decimal(0)
  return Decimal.max(0, before.minus(states[own.indexOf(at.step) + 1]?.covered ?? before)).toFixed()
}

export async function flattenAccount(
  services: Services,
  account: TradedAccount,
  asker: Requester,
): Promise<PositionAction> {
  const bodyHash = hashAsked(['flatten', account.number])
  const earlier = await findActionByKey(services.db, account.id, asker.requestKey, bodyHash)
  if (earlier) return presentAction(services.db, earlier)
  await requireTradable(services.db, account)
  const { steps, positions } = await plan(services, account)
  if (steps.length === 0)
    throw new Refusal('orderFaulty', { reason: 'There is no order to cancel and no position to close.' })
  const { row, isNew } = await recordAction(services, {
    account,
    asker,
    bodyHash,
    action: {
      kind: 'FLATTEN',
      symbol: null,
      title: describeFlatten(positions.length),
      asked: null,
      before: positions,
      steps,
    },
  })
  if (isNew) await runAction(services, account, row, asker)
  return presentAction(services.db, await findAction(services.db, account.id, row.id))
}

function describeFlatten(positions: number): string {
  if (positions === 0) return 'Cancel every order'
  const what = positions === 1 ? 'the position' : `${formatQuantity(String(positions))} positions`
  return `Cancel every order and close ${what}`
}
