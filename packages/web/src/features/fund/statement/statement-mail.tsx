// Mailing statements: to the displayed holder or to all members of the period, and the statements mailed to the holder,
// each as it was sent.
import type { MailedStatement, StatementMailing, StatementSpan } from '@clubfolio/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { useMailStatements, useMailedStatements, usePrintMailedStatement } from './statement-api.ts'
import classes from '../fund.module.css'

export interface StatementMailProps {
  readonly span: StatementSpan
  readonly holder: string
  /** False for Unallocated, which has no one to write to. */
  readonly isMember: boolean
}

export function StatementMail({ span, holder, isMember }: StatementMailProps) {
  const mailed = useMailedStatements(span.accountId)
  const mail = useMailStatements()
  const { mayRecord } = useFundRights()
  const own = (mailed.data ?? []).filter((one) => one.memberId === span.memberId)
  const isSent = own.some((one) => one.from === span.from && one.to === span.to && one.state !== 'failed')
  const { accountId, from, to } = span
  const sendOne = async () => {
    if (
      isSent &&
      !(await confirm({
        question: `Do you want to mail this statement to ${holder} again?`,
        consequence: 'It was mailed for the same days before. The new one says what the books say now.',
        accept: 'Mail again',
      }))
    )
      return
    mail.mutate({ accountId, memberIds: [span.memberId], from, to, again: isSent })
  }
  const sendAll = async () => {
    const isAccepted = await confirm({
      question: `Do you want to mail the statements for ${from} to ${to} to all members?`,
      consequence:
        'Each member receives their own statement as a PDF. Members who already received this statement are skipped.',
      accept: 'Mail to all',
    })
    if (isAccepted) mail.mutate({ accountId, from, to })
  }
  return (
    <section aria-label="By mail" className={classes['mail']}>
      <h3 className={classes['heading']}>By mail</h3>
      {mayRecord ? (
        <>
          <div className={classes['mailActs']}>
            <DisabledReason reason={isMember ? undefined : 'Unallocated is not a member'}>
              <Button variant="default" loading={mail.isPending} onClick={() => void sendOne()}>
                {isMember ? `Mail to ${holder}` : 'Mail to the holder'}
              </Button>
            </DisabledReason>
            <Button variant="default" disabled={mail.isPending} onClick={() => void sendAll()}>
              Mail to all members
            </Button>
          </div>
          <p className={classes['none']}>Books, Settings can mail them every month, quarter or year.</p>
        </>
      ) : null}
      {mail.data && mail.data.skipped.length > 0 ? <Skipped skipped={mail.data.skipped} /> : null}
      <FailedQuery query={mailed} title="The mailed statements could not be loaded" />
      {own.map((one) => (
        <MailedLine key={one.id} accountId={accountId} one={one} />
      ))}
      {mailed.data && isMember && own.length === 0 ? (
        <p className={classes['none']}>{`Nothing was mailed to ${holder} yet.`}</p>
      ) : null}
    </section>
  )
}

const because = { 'no-email': 'has no e-mail address', 'sent-before': 'got it already' } as const

function Skipped({ skipped }: { readonly skipped: StatementMailing['skipped'] }) {
  return (
    <div role="status">
      {skipped.map((one) => (
        <p key={one.memberId} className={classes['none']}>{`${one.name} ${because[one.because]}.`}</p>
      ))}
    </div>
  )
}

function MailedLine({ accountId, one }: { readonly accountId: string; readonly one: MailedStatement }) {
  const print = usePrintMailedStatement(accountId)
  const span = `${one.from} to ${one.to}`
  return (
    <div className={classes['line']}>
      <span>{span}</span>
      <span>{one.state === 'failed' ? `${one.recipient} · ${one.reason ?? ''}` : one.recipient}</span>
      {one.state === 'sent' ? null : <Chip tone="warn">{one.state === 'waiting' ? 'On its way' : 'Not mailed'}</Chip>}
      {one.hasAllocation ? <Chip>With allocation</Chip> : null}
      <span>{one.sentAt === null ? '' : formatDay(one.sentAt)}</span>
      <ActionIcon
        size={28}
        aria-label={`Download the statement ${span} as it was mailed`}
        disabled={one.state === 'waiting'}
        loading={print.isPending}
        onClick={() => print.mutate(one.id)}
      >
        <IconDownload size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
