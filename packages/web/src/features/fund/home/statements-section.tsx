// The member's capital account statements: of days they choose, and those that were mailed, as they were mailed.
import { Button } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../../ui/format/date.ts'
import { Panel } from '../../../ui/panel.tsx'
import { StatementModal } from '../statement/statement-modal.tsx'
import { useMyHome, usePrintMyMailedStatement } from './home-api.ts'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

export function StatementsSection({ place }: HomeSectionProps) {
  const home = useMyHome(place)
  const print = usePrintMyMailedStatement(place)
  const [isStating, setStating] = useState(false)
  if (place.since === null) return null
  const mailed = home.data?.statements ?? []
  return (
    <Panel
      title="Statements"
      controls={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileText size={14} stroke={1.6} />}
          onClick={() => setStating(true)}
        >
          Statement
        </Button>
      }
    >
      {mailed.length === 0 ? (
        <p className={classes['words']}>
          Read a statement of the last month or of other days here, and save it as PDF. Those that the manager mails to
          you are listed here as well.
        </p>
      ) : (
        <ul className={classes['lines']} aria-label="Statements that were mailed to me">
          {mailed.map(({ id, from, to, sentAt }) => (
            <li key={id} className={classes['line']}>
              <span>{`${from} to ${to}`}</span>
              <span className={classes['fact']}>{`mailed ${formatDay(sentAt)}`}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Download the statement ${from} to ${to}`}
                leftSection={<IconDownload size={14} stroke={1.6} />}
                loading={print.isPending && print.variables === id}
                onClick={() => print.mutate(id)}
              >
                PDF
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isStating ? (
        <StatementModal
          accountId={place.accountId}
          holders={[{ memberId: place.memberId, name: 'Me' }]}
          chosenId={place.memberId}
          firstDay={place.openingDay}
          lastDay={place.until ?? place.asOf}
          isOwn
          onClose={() => setStating(false)}
        />
      ) : null}
    </Panel>
  )
}
