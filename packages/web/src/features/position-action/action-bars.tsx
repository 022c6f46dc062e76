// Above a list of positions: actions that wait, and stopped ones with the decision that they need.
import { Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { formatTime } from '../../ui/format/date.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { usePositionActions } from './api.ts'
import { RepairButtons } from './repair-buttons.tsx'
import { TakenStepList } from './step-list.tsx'
import classes from './position-action.module.css'

export function ActionBars({ accountNumber }: { readonly accountNumber: string }) {
  const { data } = usePositionActions(accountNumber)
  const [openId, setOpenId] = useState<string>()
  return (data ?? [])
    .filter(({ endedAt }) => endedAt === null)
    .map((action) => {
      const isStopped = action.state === 'STOPPED'
      const isOpen = openId === action.actionId
      return (
        <WarningBar
          key={action.actionId}
          isDanger={isStopped}
          icon={IconPlayerPause}
          action={
            <div className={classes['barActions']}>
              <Button
                size="sm"
                variant="default"
                aria-expanded={isOpen}
                onClick={() => setOpenId(isOpen ? undefined : action.actionId)}
              >
                {isOpen ? 'Hide steps' : 'Show steps'}
              </Button>
              {isStopped ? <RepairButtons accountNumber={accountNumber} action={action} /> : null}
            </div>
          }
        >
          <strong>{action.title}</strong>: {action.message}
          {action.restoresAt === null ? null : ` The stop is placed again at ${formatTime(action.restoresAt)}.`}
          {isOpen ? <TakenStepList steps={action.steps} /> : null}
        </WarningBar>
      )
    })
}
