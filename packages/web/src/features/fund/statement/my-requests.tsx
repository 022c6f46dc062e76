// A member's own requests and dues in a fund: ask to pay in or take out, follow what became of it, take it back.
// Source: docs/rules/fund.md, "Requests" and "Dues".
import {
  fundRequestKinds,
  fundRequestRoutes,
  type MyParticipation,
  type MyRequests,
  type NamedBody,
} from '@clubfolio/contract'
import { keysOf, parseCents } from '@clubfolio/domain'
import { Button, SegmentedControl, Select, Skeleton, Textarea } from '@mantine/core'
import { IconMessageDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { wireDollars } from '../../../ui/schema-errors.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from '../book/books-api.ts'
import { RequestWords } from '../book/request-words.tsx'
import { useMyRequests } from './statement-api.ts'
import classes from '../fund.module.css'

export function MyRequestsPanel({ place }: { readonly place: MyParticipation }) {
  const mine = useMyRequests(place)
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel
      title="My requests"
      controls={
        mine.data ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMessageDollar size={14} stroke={1.6} />}
            onClick={() => setAsking(true)}
          >
            Pay in or take out
          </Button>
        ) : undefined
      }
    >
      <QueryState query={mine} failure="Your requests could not be loaded" waiting={<WaitingRequests />}>
        {({ requests, dues }) => (
          <div className={classes['requests']}>
            <UnpaidDues dues={dues.filter(({ state }) => state !== 'paid')} />
            {requests.length === 0 ? (
              <p className={classes['none']}>Ask to pay in or take out; the manager of the fund decides.</p>
            ) : null}
            {requests.map((request) => (
              <div key={request.id} className={classes['line']}>
                <span>{formatDay(request.madeAt)}</span>
                <RequestWords request={request} />
                {request.state === 'OPEN' ? <WithdrawButton id={request.id} /> : null}
              </div>
            ))}
          </div>
        )}
      </QueryState>
      {isAsking && mine.data ? <RequestModal place={place} mine={mine.data} onClose={() => setAsking(false)} /> : null}
    </Panel>
  )
}

const WaitingRequests = () => (
  <div className={classes['requests']}>
    <Skeleton height={20} />
  </div>
)

function UnpaidDues({ dues }: Pick<MyRequests, 'dues'>) {
  const format = useFormatAmount()
  if (dues.length === 0) return null
  return (
    <section aria-label="What is due">
      <h3 className={classes['heading']}>What is due</h3>
      {dues.map((one) => (
        <div key={`${one.planId} ${one.day}`} className={classes['line']}>
          <span>{one.day}</span>
          <span>{one.description}</span>
          {one.state === 'late' ? (
            <Chip tone="warn">{one.lateDays === 1 ? '1 day late' : `${one.lateDays} days late`}</Chip>
          ) : (
            <Chip tone="info">Open</Chip>
          )}
          <span>{format(one.amount)}</span>
        </div>
      ))}
    </section>
  )
}

function WithdrawButton({ id }: { readonly id: string }) {
  const change = useChangeBooks()
  const withdraw = async () => {
    const isAccepted = await confirm({
      question: 'Do you want to withdraw this request?',
      consequence: 'The manager of the fund no longer decides it. You can ask again.',
      accept: 'Withdraw',
      isDanger: true,
    })
    if (isAccepted) change.mutate(() => api.fund.withdrawRequest({ body: { id } }))
  }
  return (
    <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => void withdraw()}>
      Withdraw
    </Button>
  )
}

const shape = fundRequestRoutes.makeRequest.body.shape
const amountSchema = shape.amount.unwrap().unwrap()

interface RequestValues {
  readonly kind: keyof typeof fundRequestKinds
  readonly amount: string
  readonly bankAccountId: string | null
  readonly comment: string
}

interface RequestModalProps {
  readonly place: MyParticipation
  readonly mine: MyRequests
  readonly onClose: () => void
}

function RequestModal({ place, mine, onClose }: RequestModalProps) {
  const affix = useAmountAffix()
  const format = useFormatAmount()
  const form = useCheckedForm<RequestValues>({
    initialValues: { kind: 'PAY_IN', amount: '', bankAccountId: null, comment: '' },
    ownErrors: ({ kind, amount }) => ({
      amount:
        kind === 'TAKE_OUT_ALL' ? undefined : amountSchema.safeParse(wireDollars(amount)).error?.issues[0]?.message,
    }),
    refusalFields: { requestTooLarge: 'amount' },
  })
  const change = useChangeBooks(onClose)
  const { kind } = form.values
  const send = form.submit(({ amount, bankAccountId, comment }) => {
    const body: NamedBody<'fund', 'makeRequest'> = {
      accountId: place.accountId,
      memberId: place.memberId,
      kind,
      amount: kind === 'TAKE_OUT_ALL' ? null : parseCents(amount)!,
      foundId: kind === 'PAY_IN' ? null : bankAccountId,
      comment: comment.trim(),
    }
    return change.mutateAsync(() => api.fund.makeRequest({ body }, { inForm: true }))
  })
  return (
    <FormModal
      title="Pay in or take out"
      icon={IconMessageDollar}
      subject={place.fund}
      submit="Send request"
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={send}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="What you ask for"
        data={keysOf(fundRequestKinds).map((value) => ({ value, label: fundRequestKinds[value] }))}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value)}
        fullWidth
      />
      {kind === 'TAKE_OUT_ALL' ? (
        <p className={classes['none']}>
          {`Today it is worth ${format(mine.most)}. What is paid out is its worth on the day of the approval.`}
        </p>
      ) : (
        <NumericInput
          label="Amount"
          withAsterisk
          {...affix}
          {...(kind === 'TAKE_OUT' ? { description: `You have ${format(mine.most)} there.` } : {})}
          {...form.field('amount')}
        />
      )}
      {kind === 'PAY_IN' ? null : (
        <Select
          label="To which bank account"
          placeholder={mine.bankAccounts.length === 0 ? 'None saved with the manager' : 'As agreed'}
          clearable
          disabled={mine.bankAccounts.length === 0}
          data={mine.bankAccounts.map((one) => ({ value: one.id, label: `${one.alias} ${one.number}` }))}
          {...form.field('bankAccountId')}
        />
      )}
      <Textarea label="Comment" autosize minRows={2} maxRows={6} maxLength={500} {...form.field('comment')} />
    </FormModal>
  )
}
