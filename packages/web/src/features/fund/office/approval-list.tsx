// What waits for a second person, with what it would do now; somebody other than its author approves or declines it,
// and the author may withdraw it. Below, what was decided.
import { approvalKinds, routes, type Approval, type FundApprovals, maxLengthOf } from '@clubfolio/contract'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip, type ChipTone } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatDateTime, formatDay } from '../../../ui/format/date.ts'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { PreviewTable } from '../entry/entry-preview.tsx'
import { useChangeBooks } from '../book/books-api.ts'
import { useApprovalPreview } from './office-api.ts'
import classes from '../fund.module.css'

export function ApprovalList({
  accountId,
  approvals: { waiting, decided, secondPersonFrom },
}: {
  readonly accountId: string
  readonly approvals: FundApprovals
}) {
  return (
    <>
      {waiting.length === 0 ? (
        <EmptyState
          title="Nothing waits"
          words={
            secondPersonFrom === null
              ? 'This fund asks for no second person: every change takes effect at once.'
              : 'Changes that need a second person appear here until somebody other than their author decides them.'
          }
        />
      ) : (
        waiting.map((one) => <WaitingChange key={one.id} accountId={accountId} approval={one} />)
      )}
      {decided.length > 0 ? (
        <section aria-label="Decided">
          <h3 className={classes['heading']}>Decided</h3>
          {decided.map((one) => (
            <DecidedLine key={one.id} approval={one} />
          ))}
        </section>
      ) : null}
    </>
  )
}

function WaitingChange({ accountId, approval }: { readonly accountId: string; readonly approval: Approval }) {
  const [isLooking, setLooking] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const change = useChangeBooks()
  const { id, title, kind, author, requestedAt, expiresAt, details, canDecide, isOwn, isByItself } = approval
  const body = { accountId, id }
  const approve = async () => {
    const isAccepted = await confirm({
      question: 'Do you want to approve this?',
      consequence: `${title}. It takes effect now, in the books as they are now.`,
      accept: 'Approve',
    })
    if (isAccepted) change.mutate(() => api.fund.approve({ body }))
  }
  const withdraw = async () => {
    const isAccepted = await confirm({
      question: 'Do you want to withdraw this?',
      consequence: `${title}. Nothing changes, and no decision is needed.`,
      accept: 'Withdraw',
      isDanger: true,
    })
    if (isAccepted) change.mutate(() => api.fund.withdraw({ body }))
  }
  return (
    <article className={classes['approval']} aria-label={title}>
      <div className={classes['approvalHead']}>
        <strong>{title}</strong>
        <Chip tone="info">{approvalKinds[kind]}</Chip>
      </div>
      <span className={classes['dimmed']}>
        {`Asked for by ${isOwn && !isByItself ? 'you' : author} on ${formatDateTime(requestedAt, false)} · expires ` +
          formatDay(expiresAt)}
      </span>
      {details.length > 0 ? (
        <dl>
          {details.map(({ label, value }) => (
            <Detail key={`${label} ${value}`} label={label} value={value} />
          ))}
        </dl>
      ) : null}
      {isOwn && isByItself ? (
        <span className={classes['dimmed']}>
          You have set that these fees are charged by themselves, so somebody else approves them.
        </span>
      ) : null}
      {isLooking ? <PreviewNow accountId={accountId} id={id} /> : null}
      <div className={classes['approvalActs']}>
        {isLooking ? null : (
          <Button variant="default" onClick={() => setLooking(true)}>
            What it changes
          </Button>
        )}
        {canDecide && !isDeclining ? (
          <>
            <Button loading={change.isPending} onClick={() => void approve()}>
              Approve
            </Button>
            <Button variant="default" disabled={change.isPending} onClick={() => setDeclining(true)}>
              Decline
            </Button>
          </>
        ) : null}
        {isOwn ? (
          <Button variant="default" loading={change.isPending} onClick={() => void withdraw()}>
            Withdraw
          </Button>
        ) : null}
        {isDeclining ? (
          <>
            <TextInput
              label="Reason"
              withAsterisk
              description="The author reads it."
              maxLength={maxLengthOf(routes.fund.decline.body.shape.reason)}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <DisabledReason reason={reason.trim() === '' ? 'Say why it is declined' : undefined}>
              <Button
                color="loss"
                loading={change.isPending}
                onClick={() =>
                  reason.trim() !== '' &&
                  change.mutate(() => api.fund.decline({ body: { ...body, reason: reason.trim() } }))
                }
              >
                Decline
              </Button>
            </DisabledReason>
            <Button variant="default" onClick={() => setDeclining(false)}>
              Cancel
            </Button>
          </>
        ) : null}
      </div>
    </article>
  )
}

function Detail({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function PreviewNow({ accountId, id }: { readonly accountId: string; readonly id: string }) {
  const { data, isError, error } = useApprovalPreview({ accountId, id })
  if (isError) return <p className={classes['none']}>{error.message}</p>
  if (!data) return <Skeleton height={96} />
  if (data.obstacle !== null)
    return <p className={classes['waits']}>{`It no longer fits the books: ${data.obstacle}`}</p>
  return (
    <section aria-label="What it changes">
      {data.day === null ? null : <p className={classes['dimmed']}>{`Approved now, it is dated ${data.day}.`}</p>}
      {data.preview === null ? (
        <p className={classes['none']}>It changes no figure of the fund.</p>
      ) : (
        <PreviewTable preview={data.preview} />
      )}
    </section>
  )
}

const stateChips: Readonly<Record<Approval['state'], readonly [string, ChipTone]>> = {
  WAITING: ['Waiting', 'info'],
  APPROVED: ['Approved', 'profit'],
  DECLINED: ['Declined', 'loss'],
  WITHDRAWN: ['Withdrawn', 'neutral'],
  EXPIRED: ['Expired', 'warn'],
}

function DecidedLine({ approval }: { readonly approval: Approval }) {
  const { title, author, state, decidedBy, decidedAt, expiresAt, reason } = approval
  const [words, tone] = stateChips[state]
  const by = decidedBy === null || state === 'WITHDRAWN' ? '' : `, decided by ${decidedBy}`
  return (
    <div className={classes['role']}>
      <span>
        {`${title} · asked for by ${author}${by}`}
        {reason === null ? null : <span className={classes['dimmed']}>{` · ${reason}`}</span>}
      </span>
      <Chip tone={tone}>{words}</Chip>
      <span className={classes['dimmed']}>{formatDay(decidedAt ?? expiresAt)}</span>
    </div>
  )
}
