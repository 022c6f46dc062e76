// The shell's dialog that acts on a position: the choice, its fields with exactly the orders that will be sent, and the
// progress of its steps. Only its one button sends. Source: docs/rules/trading.md, "Acting on a position".
import type { Operation, PositionAction } from '@clubfolio/contract'
import { formatCode, formatQuantity, isSameCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useId, useState, type FormEvent } from 'react'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import {
  closePositionAction,
  positionAction,
  type PositionActionChoice,
  type PositionActionRequest,
} from '../../kernel/position-action.ts'
import { useStore } from '../../kernel/store.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { showToast } from '../../ui/toast.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { OrderQuestions, useOrderAnswers } from '../order/order-questions.tsx'
import { Note } from '../order/order-effect.tsx'
import { TicketMoney } from '../order/ticket-money.tsx'
import { ActionFields } from './action-fields.tsx'
import { actionOf, beginAction, type ActionForm, type FormPosition } from './action-form.ts'
import { actionChoices, choiceOfKey, labelOf } from './action-choices.ts'
import { ActionFrame } from './action-frame.tsx'
import { useActionPreview, useActOnPosition, usePositionActions, usePositions, type AskedAction } from './api.ts'
import { ChoiceList } from './choice-list.tsx'
import { RepairButtons } from './repair-buttons.tsx'
import { PlannedStepList, TakenStepList } from './step-list.tsx'
import classes from './position-action.module.css'

export function PositionActionPart() {
  const request = useStore(positionAction)
  if (!request) return null
  const { accountNumber, code, choice, price, quantity } = request
  return <RequestedAction key={[accountNumber, code, choice, price, quantity].join(' ')} request={request} />
}

function RequestedAction({ request }: { readonly request: PositionActionRequest }) {
  const positions = usePositions(request.accountNumber)
  // The dialog is about the position that its user saw when they opened it. An action may close or turn that position
  // while the dialog still shows how far it came.
  const [position, setPosition] = useState<FormPosition>()
  const found = positions.data?.find(({ code }) => isSameCode(code, request.code))
  if (position === undefined && found !== undefined) setPosition(formPosition(found))
  if (position)
    return (
      <OpenedAction accountNumber={request.accountNumber} position={position} begun={request.choice} chosen={request} />
    )
  return (
    <ActionFrame
      title="Position"
      subject={formatCode(request.code)}
      icon={IconAdjustments}
      foot={null}
      onClose={closePositionAction}
    >
      {positions.isError ? (
        <FailedQuery query={positions} title="The position could not be loaded" />
      ) : positions.data ? (
        <EmptyState
          title="This position is already closed"
          words="The position was closed. Its fills are in the transactions."
        />
      ) : (
        <p>Reading the position…</p>
      )}
    </ActionFrame>
  )
}

const formPosition = (operation: Operation): FormPosition => ({
  code: operation.code,
  averagePrice: operation.averagePrice,
  lastPrice: operation.lastPrice,
  stopLossPrice: operation.stopLossPrice,
  stopTrail: operation.stopTrail,
  multiplier: operation.multiplier,
  held: operation.shortQuantity === 0 ? operation.longQuantity : -operation.shortQuantity,
})

interface OpenedActionProps {
  readonly accountNumber: string
  readonly position: FormPosition
  readonly begun: PositionActionChoice | undefined
  readonly chosen: Pick<PositionActionRequest, 'price' | 'quantity'>
}

function OpenedAction({ accountNumber, position, begun, chosen }: OpenedActionProps) {
  const formId = useId()
  const { choices } = useChosenAccount()
  const account = choices?.find(({ number, isActive }) => number === accountNumber && isActive)
  const whyOff = whyNoOrder(account)
  const [form, setForm] = useState<ActionForm | undefined>(() => begun && beginAction(begun, position, chosen))
  const [taken, setTaken] = useState<PositionAction>()
  const act = useActOnPosition()
  const action = form && actionOf(form, position)
  const asked: AskedAction | undefined =
    action === undefined || taken !== undefined || whyOff !== undefined
      ? undefined
      : { accountNumber, ticket: position.code, held: String(position.held), action }
  const { data, error, isFetching } = useActionPreview(asked)
  const running = usePositionActions(act.isPending || taken ? accountNumber : undefined, act.isPending)
  const followed = running.data?.find(({ actionId }) => actionId === taken?.actionId) ?? taken
  const shown = data !== undefined && asked !== undefined ? data.preview : undefined
  const isCurrent = shown !== undefined && JSON.stringify(data?.asked) === JSON.stringify(asked) && error === null
  const answers = useOrderAnswers(action && JSON.stringify(action))
  const obstacles = shown
    ? [...shown.faults, ...shown.breaches, ...shown.rejects.map((text) => `The brokerage would reject it: ${text}`)]
    : []
  const open = (shown?.questions ?? []).filter(({ id }) => !answers.answered.has(id))
  const held = `${formatQuantity(String(Math.abs(position.held)))} ${formatCode(position.code)}`
  const subject = `${held}${position.held < 0 ? ' short' : ''}`
  const waiting =
    whyOff ??
    (action === undefined
      ? 'A field is open'
      : error !== null
        ? undefined
        : !isCurrent
          ? 'Asking the brokerage…'
          : obstacles.length > 0
            ? 'This is not sent.'
            : open.length > 0
              ? `${open.length} ${open.length === 1 ? 'question is' : 'questions are'} open`
              : undefined)
  const canSend = isCurrent && waiting === undefined && asked !== undefined
  const choose = (choice: PositionActionChoice) => setForm(beginAction(choice, position))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend || act.isPending) return
    act.mutate(
      { asked, answered: (shown?.questions ?? []).map(({ id }) => id) },
      {
        onSuccess: (answer) => {
          if (answer.state !== 'DONE') return setTaken(answer)
          showToast({ tone: 'success', title: 'Success', message: `${answer.title}: done.` })
          closePositionAction()
        },
      },
    )
  }
  if (followed) return <FollowedAction accountNumber={accountNumber} action={followed} onChange={setTaken} />
  if (form === undefined)
    return (
      <ActionFrame title="Position" subject={subject} icon={IconAdjustments} foot={null} onClose={closePositionAction}>
        <div
          onKeyDown={(event) => {
            const choice = choiceOfKey(event)
            if (choice) choose(choice)
          }}
          role="presentation"
        >
          <ChoiceList label={subject} onChoose={choose} />
        </div>
      </ActionFrame>
    )
  const { icon, label } = actionChoices.find(({ choice }) => choice === form.choice) ?? {
    icon: IconAdjustments,
    label: labelOf(form.choice),
  }
  const beingSent = running.data?.find(({ state, code }) => state === 'RUNNING' && code === position.code)
  return (
    <CurrencyProvider currency={account?.currency}>
      <ActionFrame
        title={label}
        subject={subject}
        icon={icon}
        onClose={closePositionAction}
        foot={
          <div className={classes['foot']}>
            <span role="status">{act.isPending ? 'Its orders are being sent…' : waiting}</span>
            {begun === undefined ? (
              <Button variant="default" disabled={act.isPending} onClick={() => setForm(undefined)}>
                Back
              </Button>
            ) : (
              <Button variant="default" disabled={act.isPending} onClick={closePositionAction}>
                Cancel
              </Button>
            )}
            <Button
              type="submit"
              form={formId}
              loading={act.isPending}
              aria-disabled={!canSend}
              data-disabled={!canSend || undefined}
            >
              {sendWords(shown?.steps.length)}
            </Button>
          </div>
        }
      >
        <form id={formId} onSubmit={send} className={classes['form']}>
          <TicketMoney account={account} />
          <ActionFields form={form} position={position} onChange={(change) => setForm({ ...form, ...change })} />
          {error === null ? null : (
            <ul className={classes['notes']}>
              <Note text={error.message} isReject />
            </ul>
          )}
          {beingSent ? (
            <TakenStepList steps={beingSent.steps} />
          ) : shown === undefined ? null : (
            <div aria-busy={isFetching && !isCurrent} className={classes['plan']}>
              {shown.steps.length === 0 ? null : <PlannedStepList steps={shown.steps} />}
              <Effect position={position} preview={shown} />
            </div>
          )}
          <ul className={classes['notes']} aria-label="Warnings">
            {obstacles.map((text) => (
              <Note key={text} text={text} isReject />
            ))}
            {(shown?.warnings ?? []).map(({ text }) => (
              <Note key={text} text={text} />
            ))}
          </ul>
          {obstacles.length > 0 || shown === undefined ? null : (
            <OrderQuestions questions={shown.questions} isSending={act.isPending} {...answers} />
          )}
        </form>
      </ActionFrame>
    </CurrencyProvider>
  )
}

const sendWords = (count: number | undefined): string =>
  count === undefined || count < 2 ? 'Send order' : `Send ${count} orders`

/** What is held and protected before and after, in one line. */
function Effect({
  position,
  preview: { heldAfter, coveredBefore, coveredAfter, steps },
}: {
  readonly position: FormPosition
  readonly preview: {
    readonly heldAfter: string
    readonly coveredBefore: string
    readonly coveredAfter: string
    readonly steps: readonly unknown[]
  }
}) {
  if (steps.length === 0) return null
  const side = (quantity: string | number) => {
    const amount = Number(quantity)
    return amount === 0 ? 'nothing' : `${formatQuantity(String(Math.abs(amount)))} ${amount < 0 ? 'short' : 'long'}`
  }
  return (
    <dl className={classes['effect']}>
      <div>
        <dt>Held</dt>
        <dd>{`${side(position.held)} → ${side(heldAfter)}`}</dd>
      </div>
      <div>
        <dt>With a stop</dt>
        <dd>{`${formatQuantity(coveredBefore)} → ${formatQuantity(coveredAfter)}`}</dd>
      </div>
    </dl>
  )
}

/** An action that waits or has stopped, in the place of the form that sent it. */
function FollowedAction({
  accountNumber,
  action,
  onChange,
}: {
  readonly accountNumber: string
  readonly action: PositionAction
  readonly onChange: (action: PositionAction) => void
}) {
  const isStopped = action.state === 'STOPPED'
  return (
    <ActionFrame
      title={action.title}
      subject=""
      icon={IconAdjustments}
      onClose={closePositionAction}
      foot={
        <div className={classes['foot']}>
          <span />
          {isStopped ? (
            <RepairButtons accountNumber={accountNumber} action={action} onDone={onChange} />
          ) : (
            <Button onClick={closePositionAction}>
              {action.endedAt === null ? 'Continue in the background' : 'Done'}
            </Button>
          )}
        </div>
      }
    >
      <p role={isStopped ? 'alert' : 'status'} className={classes['message']} data-stopped={isStopped || undefined}>
        {action.message}
      </p>
      <TakenStepList steps={action.steps} />
    </ActionFrame>
  )
}
