// The decision about a stopped action: go on, place the stop again, or leave everything as it is.
import type { PositionAction } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { showToast } from '../../ui/toast.tsx'
import { useRepairAction } from './api.ts'

export interface RepairButtonsProps {
  readonly accountNumber: string
  readonly action: PositionAction
  readonly onDone?: (action: PositionAction) => void
}

type Decision = 'CONTINUE' | 'RESTORE' | 'DISMISS'

export function RepairButtons({ accountNumber, action, onDone }: RepairButtonsProps) {
  const repair = useRepairAction()
  const decide = (decision: Decision) =>
    repair.mutate(
      { accountNumber, actionId: action.actionId, decision },
      {
        onSuccess: (after) => {
          if (after.state !== 'STOPPED') showToast({ tone: 'success', title: 'Success', message: after.message })
          onDone?.(after)
        },
      },
    )
  const chosen = repair.isPending ? repair.variables.decision : undefined
  const button = (decision: Decision, label: string, isMain = false) => (
    <Button
      key={decision}
      size="sm"
      variant={isMain ? 'filled' : 'default'}
      loading={chosen === decision}
      disabled={repair.isPending && chosen !== decision}
      onClick={() => decide(decision)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button('DISMISS', 'Leave it')}
      {action.restoresAt === null ? null : button('RESTORE', 'Restore the stop')}
      {button('CONTINUE', 'Continue', true)}
    </>
  )
}
