// The orders of an action in the order in which they are sent: before they are, and how far each has come.
import type { PlannedActionStep, PositionAction } from '@clubfolio/contract'
import { formatQuantity } from '@clubfolio/domain'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleMinus,
  IconLoader2,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import classes from './position-action.module.css'

export function PlannedStepList({ steps }: { readonly steps: readonly PlannedActionStep[] }) {
  return (
    <ol className={classes['steps']} aria-label="Orders that will be sent">
      {steps.map(({ text, uncovered, waitsForFill, orderId, kind }, index) => (
        <li key={`${index} ${kind} ${orderId ?? ''}`}>
          <span className={classes['number']} aria-hidden>
            {index + 1}
          </span>
          <span>
            {text}
            {Number(uncovered) > 0 && index < steps.length - 1 ? (
              <small className={classes['gap']}>
                <IconAlertTriangle size={13} stroke={1.8} aria-hidden />
                {`${formatQuantity(uncovered)} without a stop until the next order`}
              </small>
            ) : null}
            {waitsForFill ? <small>Sent when the orders before it are filled</small> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

type StepState = PositionAction['steps'][number]['state']

const marks: Readonly<Record<StepState, readonly [Icon, string]>> = {
  PENDING: [IconCircle, 'Not sent yet'],
  STARTED: [IconLoader2, 'Being sent'],
  PLACED: [IconLoader2, 'Waits to be filled'],
  DONE: [IconCheck, 'Done'],
  FAILED: [IconX, 'Failed'],
  SKIPPED: [IconCircleMinus, 'Not sent'],
}

export function TakenStepList({ steps }: { readonly steps: PositionAction['steps'] }) {
  return (
    <ol className={classes['steps']} aria-label="Steps">
      {steps.map(({ text, state, orderId, reason }, index) => {
        const [Mark, words] = marks[state]
        return (
          <li key={`${index} ${text}`} data-state={state}>
            <Mark size={16} stroke={1.8} role="img" aria-label={words} aria-hidden={false} />
            <span>
              {text}
              {reason === null ? null : <small>{reason}</small>}
              {orderId === null || text.includes(orderId) ? null : <small>{`Order ${orderId}`}</small>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
