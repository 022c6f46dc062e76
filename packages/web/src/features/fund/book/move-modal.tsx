// Moves the fund to another account, or states that everything has arrived there. It shows what left, what has arrived
// and which result the members would bear before anything is booked (docs/rules/fund.md, "Moving to another account").
import type { FundBooks, FundMove, FundMovePlan } from '@clubfolio/contract'
import { Select, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { useChosenAccount } from '../../../kernel/chosen-account.ts'
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { useChangeBooks, useMovePreview } from './books-api.ts'
import fundClasses from '../fund.module.css'
import classes from '../participation.module.css'

const notYet = 'not-yet'

export interface MoveModalProps {
  readonly books: FundBooks
  readonly labelOf: (accountId: string) => string
  /** The move whose contents are in transit; then only its arrival is asked for. */
  readonly open: FundMove | undefined
  readonly onClose: () => void
}

export function MoveModal({ books, labelOf, open, onClose }: MoveModalProps) {
  const { accountId } = books
  const chosen = useChosenAccount()
  const format = useFormatAmount()
  const [target, setTarget] = useState<string | null>(open ? accountId : null)
  const [day, setDay] = useState<string | undefined>(open?.day)
  const [arrivedOn, setArrivedOn] = useState<string>(notYet)
  const preview = useMovePreview(accountId, {
    ...(target === null ? {} : { toAccountId: target }),
    ...(day === undefined ? {} : { day }),
    ...(arrivedOn === notYet ? {} : { arrivedOn }),
  })
  const { targets, days, plan } = preview.data ?? { targets: [], days: [], plan: null }
  const change = useChangeBooks(() => {
    onClose()
    if (target !== null) chosen.choose(target)
  })
  const isIncomplete = target === null || (open !== undefined && arrivedOn === notYet)
  const canMove = !isIncomplete && plan !== null && plan.obstacle === null && !preview.isPlaceholderData
  const submit = async () => {
    if (!canMove || target === null) return
    if (plan.difference !== 0n && !(await confirm(resultQuestion(plan, format)))) return
    const move = { toAccountId: target, day: plan.day, arrivedOn: plan.arrivedOn, difference: plan.difference }
    change.mutate(() => api.fund.setDealing({ body: { accountId, move } }))
  }
  return (
    <FormModal
      title={open ? 'Everything has arrived' : 'Move the fund to another account'}
      subject={labelOf(accountId)}
      icon={IconArrowsExchange}
      size="medium"
      submit={open ? 'Complete' : 'Move'}
      openCount={canMove ? 0 : 1}
      isSubmitting={change.isPending}
      isDirty={target !== null && !open}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {open ? null : (
        <>
          <Select
            label="New account"
            description="Your active accounts of the same kind that carry no fund."
            placeholder={
              preview.data && targets.length === 0 ? 'No such account. Link one first.' : 'Choose an account'
            }
            data={targets.map((id) => ({ value: id, label: labelOf(id) }))}
            value={target}
            onChange={(id) => {
              setTarget(id)
              setArrivedOn(notYet)
            }}
            allowDeselect={false}
            data-autofocus
          />
          <Select
            label="Last day in the old account"
            description="The last session before anything left it. Later closes are those of the new account."
            searchable
            data={days}
            value={day ?? plan?.day ?? null}
            onChange={(chosenDay) => {
              setDay(chosenDay ?? undefined)
              setArrivedOn(notYet)
            }}
            allowDeselect={false}
          />
        </>
      )}
      <Select
        label="Everything has arrived"
        description="By the close of this session. Until then the fund keeps its value, and entries wait."
        data={arrivalChoices(plan, open !== undefined)}
        value={arrivedOn}
        onChange={(choice) => setArrivedOn(choice ?? notYet)}
        allowDeselect={false}
        disabled={plan === null}
      />
      {preview.isError ? <p className={classes['refusal']}>{preview.error.message}</p> : null}
      {target !== null && preview.isPending ? <Skeleton height={120} /> : null}
      {plan ? <MovePlanPanel plan={plan} isComplete={arrivedOn !== notYet} /> : null}
    </FormModal>
  )
}

/** A result is final once it is booked, so it gets a question of its own. */
const resultQuestion = ({ difference, percent }: FundMovePlan, format: FormatAmount) => ({
  question: `Book a result of ${format(difference, { isSigned: true })} for all holders?`,
  consequence:
    `That is ${percent === null ? '' : `${formatPercent(percent, { isSigned: true })} of `}what left the old ` +
    'account. ' +
    'If something is still on its way, wait until it has arrived.',
  accept: 'Book the result',
  isDanger: true,
})

function arrivalChoices(plan: FundMovePlan | null, isOpen: boolean) {
  return [
    { value: notYet, label: 'Not yet: it is in transit' },
    ...(plan === null || isOpen ? [] : [{ value: plan.day, label: `${plan.day}: the new account held it all then` }]),
    ...(plan?.arrivalDays ?? []).map((one) => ({ value: one, label: one })),
  ]
}

function MovePlanPanel({ plan, isComplete }: { readonly plan: FundMovePlan; readonly isComplete: boolean }) {
  const format = useFormatAmount()
  const waiting = waitingWords(plan, format)
  return (
    <section aria-label="What the move does" className={classes['plan']}>
      <dl className={fundClasses['parts']}>
        <div>
          <dt>{`Leaves after ${plan.day}`}</dt>
          <dd>
            <Money value={plan.left} />
          </dd>
        </div>
        <div>
          <dt>Arrived</dt>
          <dd>
            <Money value={plan.arrived} />
          </dd>
        </div>
        {isComplete ? (
          <div>
            <dt>Result of all holders</dt>
            <dd>
              <Change money={plan.difference} />{' '}
              {plan.percent === null ? null : <Change percent={plan.percent} isBare />}
            </dd>
          </div>
        ) : null}
        {plan.held === 0n ? null : (
          <div>
            <dt>Held before, becomes Unallocated</dt>
            <dd>
              <Money value={plan.held} />
            </dd>
          </div>
        )}
      </dl>
      {plan.arrivals.length > 0 ? (
        <p className={classes['note']}>
          {`Arrived: ${plan.arrivals.map((one) => `${format(one.amount)} on ${one.day}`).join(', ')}. ` +
            'Match money of members with their entries first; it is not counted here then.'}
        </p>
      ) : null}
      {plan.obstacle ? <p className={classes['refusal']}>{plan.obstacle}</p> : null}
      {waiting ? <WarningBar>{waiting}</WarningBar> : null}
    </section>
  )
}

/** What does not go along by itself, or needs a look first. */
function waitingWords(plan: FundMovePlan, format: FormatAmount): string | undefined {
  const count = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])
  const parts = [
    ...count(plan.workingOrders, 'working order', 'working orders'),
    ...count(plan.openTransfers, 'transfer on its way', 'transfers on their way'),
    ...count(plan.pending, 'entry that waits for a close', 'entries that wait for a close'),
    ...count(plan.toBeMatched, 'entry without its movement', 'entries without their movement'),
    ...count(plan.notCovered, 'uncovered retribution', 'uncovered retributions'),
    ...(plan.oldAccountNow === 0n ? [] : [`${format(plan.oldAccountNow)} now`]),
  ]
  return parts.length === 0 ? undefined : `In the old account: ${parts.join(', ')}.`
}
