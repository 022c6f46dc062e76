// Who the statements of a period were sent to, and who opened theirs.
import type { MailedStatement } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { formatDay } from '../../../ui/format/date.ts'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { usePeriodStatements } from './books-api.ts'
import classes from '../fund.module.css'

export interface StatementRecipientsProps {
  readonly accountId: string
  readonly from: string
  readonly to: string
}

export function StatementRecipients({ accountId, from, to }: StatementRecipientsProps) {
  const statements = usePeriodStatements({ accountId, from, to })
  const label = `Statements for ${from} to ${to}`
  if (statements.isError) return <FailedQuery query={statements} title="The list could not be loaded" />
  if (!statements.data) return <Skeleton height={120} />
  return (
    <ScrollArea role="region" label={label} className={classes['statement']}>
      <table className={classes['preview']} aria-label={label}>
        <thead>
          <tr>
            <th>Member</th>
            <th>Sent</th>
            <th>Opened</th>
          </tr>
        </thead>
        <tbody>
          {statements.data.map((one) => (
            <tr key={one.id}>
              <td>
                {one.holder} <span className={classes['recipient']}>{one.recipient}</span>
              </td>
              <td>{sentWords(one)}</td>
              <td>{one.openedAt === null ? '-' : formatDay(one.openedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['none']}>
        Opened is the day on which the member first opened it in Clubfolio. A file opened from the mail is not known.
      </p>
    </ScrollArea>
  )
}

const sentWords = ({ state, sentAt, hasAllocation }: MailedStatement): string =>
  sentAt === null
    ? state === 'waiting'
      ? 'On its way'
      : 'Not sent'
    : `${formatDay(sentAt)}${hasAllocation ? ', with allocation' : ''}`
