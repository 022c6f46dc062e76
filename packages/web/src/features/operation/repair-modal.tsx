// The proposed repairs in exact words, each started by one click: orders are cancelled first, then the ticket opens
// with the stop.
import type { Operation, OrphanedStop } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { formatCount } from '../../ui/format/number.ts'
import { Modal } from '../../ui/modal.tsx'
import { heldQuantity } from '../open-operation/live-operation.ts'
import { describePriceSteps, describeRepair, explainPrice } from './repair-words.ts'
import { useRepair, type Repair } from './use-repair.ts'
import classes from './operation.module.css'

/** The code of one position, or `all` for every proposed repair. */
export type RepairScope = string

export interface RepairModalProps {
  readonly accountNumber: string
  readonly operations: readonly Operation[]
  readonly orphans: readonly OrphanedStop[]
  readonly scope: RepairScope
  readonly onClose: () => void
}

interface Plan extends Repair {
  readonly id: string
  /** What its button says. */
  readonly act: 'Place stop' | 'Cancel stop'
  readonly why: string
  readonly priceWhy: string | undefined
}

export function RepairModal({ accountNumber, operations, orphans, scope, onClose }: RepairModalProps) {
  const plans = [
    ...operations.filter(isInScope(scope)).flatMap(planOf),
    ...orphans.map(planOfOrphan).filter(({ code }) => scope === 'all' || code === scope),
  ]
  const { repair, runningId } = useRepair(accountNumber, onClose)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Protection"
      subject={scope === 'all' ? undefined : formatCode(scope)}
      icon={IconShieldCheck}
      size="medium"
    >
      {plans.length === 0 ? (
        <p>Every position is covered by stops that fit.</p>
      ) : (
        <ul className={classes['plans']} aria-label="Proposed repairs">
          {plans.map((plan) => (
            <li key={plan.id} className={classes['plan']}>
              <div>
                <strong>{plan.why}</strong>
                <p>{describeRepair(plan.code, plan)}</p>
                {plan.priceWhy === undefined ? null : <p>{plan.priceWhy}</p>}
              </div>
              <Button
                size="xs"
                aria-label={`${plan.act} of ${formatCode(plan.code)}`}
                loading={runningId === plan.id}
                disabled={runningId !== undefined && runningId !== plan.id}
                onClick={() => void repair(plan.id, plan)}
              >
                {plan.act}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** A stop for a position that does not need one is offered only for that position, not under `all`. */
const isInScope =
  (scope: RepairScope) =>
  ({ code, protection, lacksStop }: Operation): boolean =>
    scope === 'all' ? lacksStop || protection === 'TOO_LARGE' : code === scope

function planOf(operation: Operation): Plan[] {
  if (!operation.repair) return []
  const held = formatCount(heldQuantity(operation))
  const name = formatCode(operation.code)
  const why = {
    NONE: `${name}: ${held} held, no stop`,
    PARTLY: `${name}: ${formatCount(operation.coveredQty)} of ${held} covered`,
    TOO_LARGE: `${name}: stops for ${formatCount(operation.stopLossQty)}, ${held} held`,
    FULL: name,
  }[operation.protection]
  const priceWhy = explainPrice(operation.repair, operation.assetType === 'OPTION')
  const { cancelOrderIds, place } = operation.repair
  const act = place ? 'Place stop' : 'Cancel stop'
  return [{ id: operation.code, code: operation.code, act, why, priceWhy, cancelOrderIds, place }]
}

function planOfOrphan({ orderId, code, instruction, quantity, stopPrice }: OrphanedStop): Plan {
  const at = stopPrice === null ? '' : ` at ${describePriceSteps(stopPrice)}`
  const side = instruction.replaceAll('_', ' ').toLowerCase()
  return {
    id: orderId,
    code,
    act: 'Cancel stop',
    why: `${formatCode(code)}: a stop to ${side} ${formatCount(quantity)}${at} has nothing to close`,
    priceWhy: undefined,
    cancelOrderIds: [orderId],
    place: null,
  }
}
