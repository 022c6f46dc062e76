// Dues: what members are expected to pay, and what is open, late or paid. The books do not change by it.
// Source: docs/rules/fund.md, "Dues".
import {
  fundOfficeRoutes,
  type DuePlanRow,
  type ExpectedPayment,
  type FundBooks,
  type FundDues,
  type NamedBody,
} from '@clubfolio/contract'
import { parseCents, sortedMemberName, type DueRhythm } from '@clubfolio/domain'
import { Button, Select, Skeleton, Switch, TextInput } from '@mantine/core'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { wireDollars } from '../../../ui/schema-errors.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useMembers } from '../member/api.ts'
import { useChangeBooks, useDues } from './books-api.ts'
import classes from '../fund.module.css'

const everybody = 'all'
const schema = fundOfficeRoutes.recordDuePlan.body.pick({ amount: true, firstDay: true, description: true })

const rhythms: readonly { readonly value: DueRhythm; readonly label: string; readonly words: string }[] = [
  { value: 'MONTHLY', label: 'Monthly', words: 'a month' },
  { value: 'QUARTERLY', label: 'Quarterly', words: 'a quarter' },
  { value: 'HALF_YEARLY', label: 'Half-yearly', words: 'a half-year' },
  { value: 'YEARLY', label: 'Yearly', words: 'a year' },
]

interface DuesValues {
  readonly payer: string
  readonly amount: string
  readonly rhythm: DueRhythm
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly description: string
  readonly reminds: boolean
}

export function DuesView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const dues = useDues(books.accountId)
  return (
    <>
      <DuesForm books={books} marketDay={marketDay} />
      {dues.isError ? (
        <FailedQuery query={dues} title="The dues could not be loaded" />
      ) : dues.data ? (
        <DuesLists accountId={books.accountId} marketDay={marketDay} dues={dues.data} />
      ) : (
        <Skeleton height={120} />
      )}
    </>
  )
}

function DuesForm({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const members = useMembers()
  const affix = useAmountAffix()
  const form = useCheckedForm<DuesValues>({
    initialValues: {
      payer: everybody,
      amount: '',
      rhythm: 'MONTHLY',
      firstDay: marketDay,
      lastDay: null,
      description: '',
      reminds: true,
    },
    schema,
    toInput: ({ amount, firstDay, description }) => ({ amount: wireDollars(amount), firstDay, description }),
    ownErrors: ({ firstDay, lastDay }) => ({
      lastDay: firstDay !== null && lastDay !== null && lastDay < firstDay ? 'Not before the first day.' : undefined,
    }),
    refusalFields: { duesEndFirst: 'lastDay' },
  })
  const change = useChangeBooks(() => form.clear('amount', 'description'))
  const { payer, rhythm, reminds } = form.values
  const record = form.submit(({ amount, firstDay, lastDay, description }) => {
    const body: NamedBody<'fund', 'recordDuePlan'> = {
      accountId: books.accountId,
      memberId: payer === everybody ? null : payer,
      amount: parseCents(amount)!,
      rhythm,
      firstDay: firstDay ?? marketDay,
      lastDay,
      reminds,
      description: description.trim(),
    }
    return change.mutateAsync(() => api.fund.recordDuePlan({ body }, { inForm: true }))
  })
  return (
    <form className={classes['fields']} noValidate onSubmit={record}>
      <Select
        label="Expected of"
        searchable
        allowDeselect={false}
        data={[
          { value: everybody, label: 'Every active member' },
          ...(members.data ?? [])
            .filter((one) => one.status === 'ACTIVATED')
            .map((one) => ({ value: one.id, label: sortedMemberName(one) })),
        ]}
        {...form.field('payer')}
      />
      <NumericInput label="Amount" withAsterisk {...affix} {...form.field('amount')} />
      <Select
        label="How often"
        allowDeselect={false}
        data={rhythms.map(({ value, label }) => ({ value, label }))}
        {...form.field('rhythm')}
      />
      <DayPicker label="First day" isRequired {...form.field('firstDay')} />
      <DayPicker label="Last day" {...form.field('lastDay')} />
      <TextInput label="Description" withAsterisk placeholder="Monthly dues" {...form.textField('description')} />
      <Switch
        label="Remind members"
        checked={reminds}
        onChange={(event) => form.setFieldValue('reminds', event.currentTarget.checked)}
      />
      <DisabledReason reason={form.openCount === 0 ? undefined : 'Enter amount, first day and description'}>
        <Button type="submit" loading={change.isPending}>
          Expect dues
        </Button>
      </DisabledReason>
    </form>
  )
}

interface DuesListsProps {
  readonly accountId: string
  readonly marketDay: string
  readonly dues: FundDues
}

function DuesLists({ accountId, marketDay, dues: { plans, payments } }: DuesListsProps) {
  const unpaid = payments.filter(({ state }) => state !== 'paid')
  const paid = payments.filter(({ state }) => state === 'paid').toReversed()
  return (
    <>
      <p className={classes['none']}>
        An entry pays an expected payment when it names it: choose it in New Participation, or explain the deposit under
        Matching. Nothing here changes the books.
      </p>
      <section>
        <h3 className={classes['heading']}>Open and late</h3>
        {unpaid.length === 0 ? <p className={classes['none']}>No payment is open.</p> : null}
        <PaymentList label="Open and late payments" payments={unpaid} />
      </section>
      <section>
        <h3 className={classes['heading']}>Plans</h3>
        {plans.length === 0 ? <p className={classes['none']}>Nobody is expected to pay yet.</p> : null}
        {plans.map((plan) => (
          <PlanLine key={plan.id} accountId={accountId} marketDay={marketDay} plan={plan} />
        ))}
      </section>
      {paid.length > 0 ? (
        <section>
          <h3 className={classes['heading']}>Paid in the last year</h3>
          <PaymentList label="Paid payments" payments={paid} />
        </section>
      ) : null}
    </>
  )
}

function PaymentList({ label, payments }: { readonly label: string; readonly payments: readonly ExpectedPayment[] }) {
  const format = useFormatAmount()
  if (payments.length === 0) return null
  return (
    <ScrollArea role="group" label={label} className={classes['choices']}>
      {payments.map((one) => (
        <div key={`${one.planId} ${one.memberId} ${one.day}`} className={classes['line']}>
          <span>{one.day}</span>
          <span>{[one.name, one.description, reminderWords(one)].filter((part) => part !== '').join(' · ')}</span>
          {one.state === 'late' ? (
            <Chip tone="warn">{one.lateDays === 1 ? '1 day late' : `${one.lateDays} days late`}</Chip>
          ) : one.state === 'paid' ? (
            <Chip>Paid</Chip>
          ) : (
            <Chip tone="info">Open</Chip>
          )}
          <span>{format(one.amount)}</span>
        </div>
      ))}
    </ScrollArea>
  )
}

function reminderWords({ reminder, state }: ExpectedPayment): string {
  if (state === 'paid' || reminder === null) return ''
  return reminder === 'failed' ? 'not reminded: no address that works' : reminder === 'waiting' ? '' : 'reminded'
}

function PlanLine({
  accountId,
  marketDay,
  plan,
}: {
  readonly accountId: string
  readonly marketDay: string
  readonly plan: DuePlanRow
}) {
  const format = useFormatAmount()
  const change = useChangeBooks()
  const end = async () => {
    const isAccepted = await confirm({
      question: `Do you want to end "${plan.description}"?`,
      consequence: `Nothing is expected after ${marketDay}. Payments up to then stay open until they are paid.`,
      accept: 'End',
      isDanger: true,
    })
    const body = { accountId, id: plan.id, lastDay: marketDay }
    if (isAccepted) change.mutate(() => api.fund.endDuePlan({ body }))
  }
  const isOver = plan.lastDay !== null && plan.lastDay <= marketDay
  const often = rhythms.find(({ value }) => value === plan.rhythm)?.words ?? ''
  const span = plan.lastDay === null ? `from ${plan.firstDay}` : `${plan.firstDay} to ${plan.lastDay}`
  return (
    <div className={classes['line']}>
      <span>{plan.name ?? 'Every active member'}</span>
      <span>{`${plan.description} · ${span}${plan.reminds ? ' · with reminders' : ''}`}</span>
      <span>{`${format(plan.amount)} ${often}`}</span>
      {isOver ? (
        <Chip>Ended</Chip>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`End ${plan.description}`}
          loading={change.isPending}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </div>
  )
}
