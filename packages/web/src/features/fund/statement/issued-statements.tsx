// The statements that were made for the member, each as it was mailed, newest first.
import type { StatementSpan } from '@clubfolio/contract'
import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Chip } from '../../../ui/chip.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useMyIssuedStatements, useOpenIssuedStatement } from './statement-api.ts'
import classes from '../fund.module.css'

export function IssuedStatements({ place }: { readonly place: Pick<StatementSpan, 'accountId' | 'memberId'> }) {
  const issued = useMyIssuedStatements(place)
  const open = useOpenIssuedStatement(place)
  return (
    <section aria-label="Issued to me" className={classes['mail']}>
      <h3 className={classes['heading']}>Issued to me</h3>
      <FailedQuery query={issued} title="The issued statements could not be loaded" />
      {issued.data?.map((one) => (
        <div key={one.id} className={classes['line']}>
          <span>{`${one.from} to ${one.to}`}</span>
          <span>{one.openedAt === null ? <Chip tone="info">New</Chip> : null}</span>
          <span>{`Issued ${formatDay(one.issuedAt)}`}</span>
          <ActionIcon
            size={28}
            aria-label={`Open the statement ${one.from} to ${one.to}, issued ${formatDay(one.issuedAt)}`}
            loading={open.isPending && open.variables === one.id}
            onClick={() => open.mutate(one.id)}
          >
            <IconDownload size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      {issued.data?.length === 0 ? (
        <p className={classes['none']}>The fund has issued no statement to you yet.</p>
      ) : null}
      {issued.data && issued.data.length > 0 ? (
        <p className={classes['none']}>
          Each is as it was when it was issued. The fund sees when you first open it here.
        </p>
      ) : null}
    </section>
  )
}
