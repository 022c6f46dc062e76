// Cancels every order of an account and closes every position: shows exactly what will be sent, and starts by one
// deliberate gesture, a button that is held or a word that is typed.
import type { Account, PositionAction } from '@clubfolio/contract'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Money } from '../../ui/figure/money.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountName } from '../account/account-label.ts'
import { Note } from '../order/order-effect.tsx'
import { TicketMoney } from '../order/ticket-money.tsx'
import { ActionFrame } from './action-frame.tsx'
import { useFlattenAccount, useFlattenPreview, usePositionActions } from './api.ts'
import { HoldButton } from './hold-button.tsx'
import { RepairButtons } from './repair-buttons.tsx'
import { PlannedStepList, TakenStepList } from './step-list.tsx'
import classes from './position-action.module.css'

const word = 'close'

export interface FlattenDialogProps {
  readonly account: Account
  readonly onClose: () => void
}

export function FlattenDialog({ account, onClose }: FlattenDialogProps) {
  const accountNumber = account.number
  const preview = useFlattenPreview(accountNumber)
  const flatten = useFlattenAccount()
  const [typed, setTyped] = useState('')
  const [taken, setTaken] = useState<PositionAction>()
  const running = usePositionActions(accountNumber, flatten.isPending)
  const followed =
    running.data?.find(({ actionId }) => actionId === taken?.actionId) ??
    taken ??
    (flatten.isPending ? running.data?.find(({ kind, state }) => kind === 'FLATTEN' && state === 'RUNNING') : undefined)
  const shown = preview.data
  const hasNothing = shown !== undefined && shown.steps.length === 0
  const canStart = shown !== undefined && !hasNothing && !flatten.isPending
  const start = () => {
    if (!canStart) return
    flatten.mutate(
      { accountNumber },
      {
        onSuccess: (answer) => {
          if (answer.state !== 'DONE') return setTaken(answer)
          showToast({ tone: 'success', title: 'Success', message: answer.message })
          onClose()
        },
      },
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim().toLowerCase() === word) start()
  }
  const isStopped = followed?.state === 'STOPPED'
  const foot = followed ? (
    <div className={classes['foot']}>
      <span role="status">{flatten.isPending ? 'Its orders are being sent…' : ''}</span>
      {isStopped ? (
        <RepairButtons accountNumber={accountNumber} action={followed} onDone={setTaken} />
      ) : (
        <Button onClick={onClose}>{followed.endedAt === null ? 'Continue in the background' : 'Done'}</Button>
      )}
    </div>
  ) : (
    <form className={classes['foot']} onSubmit={onSubmit}>
      <TextInput
        className={classes['typed'] ?? ''}
        aria-label={`Type ${word} and press Enter, or hold the button`}
        placeholder={`Type ${word}, or hold`}
        value={typed}
        disabled={!canStart}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button variant="default" data-autofocus onClick={onClose}>
        Keep everything
      </Button>
      <HoldButton
        label="Hold to close everything"
        isDisabled={!canStart}
        isLoading={flatten.isPending}
        onHeld={start}
      />
    </form>
  )
  return (
    <ActionFrame
      title="Close everything"
      subject={accountName(account)}
      icon={IconAlertTriangle}
      foot={foot}
      onClose={onClose}
    >
      {followed ? (
        <>
          <p role={isStopped ? 'alert' : 'status'} className={classes['message']} data-stopped={isStopped || undefined}>
            {followed.message}
          </p>
          <TakenStepList steps={followed.steps} />
        </>
      ) : preview.isError ? (
        <FailedQuery query={preview} title="The orders could not be planned" />
      ) : shown === undefined ? (
        <p>Asking the brokerage…</p>
      ) : hasNothing ? (
        <p>There is no order to cancel and no position to close.</p>
      ) : (
        <div className={classes['form']}>
          <TicketMoney account={account} />
          <p className={classes['message']}>
            {`${counted(shown.orders, 'order')} cancelled, ${counted(shown.positions, 'position')} closed at the `}
            market: <Money value={shown.value} />
          </p>
          <ul className={classes['notes']} aria-label="Warnings">
            {shown.faults.map((text) => (
              <Note key={text} text={text} isReject />
            ))}
            {shown.warnings.map((text) => (
              <Note key={text} text={text} />
            ))}
          </ul>
          <PlannedStepList steps={shown.steps} />
        </div>
      )}
    </ActionFrame>
  )
}

const counted = (count: number, what: string): string =>
  `${count === 0 ? 'No' : count} ${what}${count === 1 ? ' is' : 's are'}`
