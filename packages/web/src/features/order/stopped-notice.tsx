// Says that the daily loss of an account is reached, and offers to cancel the entries that still work.
import type { AccountLimitState } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { confirm } from '../../ui/confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { useCancelAllOrders } from './api.ts'
import { describeStopped } from './limit-words.ts'

export interface StoppedNoticeProps {
  readonly accountNumber: string
  readonly stopped: NonNullable<AccountLimitState['stopped']>
}

export function StoppedNotice({ accountNumber, stopped }: StoppedNoticeProps) {
  const cancel = useCancelAllOrders()
  const count = stopped.workingEntries.length
  const entries = count === 1 ? '1 working entry' : `${count} working entries`
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      question: `Do you want to cancel ${entries}?`,
      consequence: 'They could still be filled today. Stops and targets of your positions stay.',
      accept: count === 1 ? 'Cancel the entry' : 'Cancel the entries',
      cancel: 'Keep them',
      isDanger: true,
    })
    if (!isSure) return
    cancel.mutate(
      { accountNumber, orderIds: [...stopped.workingEntries] },
      {
        onSuccess: ({ message, failed }) =>
          showToast({ tone: failed > 0 ? 'error' : 'success', title: failed > 0 ? 'Error' : 'Success', message }),
      },
    )
  }
  return (
    <WarningBar
      isDanger
      icon={IconHandStop}
      action={
        count === 0 ? undefined : (
          <Button size="sm" variant="default" loading={cancel.isPending} onClick={() => void ask()}>
            {`Cancel ${entries}`}
          </Button>
        )
      }
    >
      {describeStopped(stopped)}
    </WarningBar>
  )
}
