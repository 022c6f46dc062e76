// The member's capital account statements: of days they choose, and those that the fund issued to them.
import { Button } from '@mantine/core'
import { IconCalendarStats, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { IssuedStatements } from '../statement/issued-statements.tsx'
import { StatementModal } from '../statement/statement-modal.tsx'
import type { HomeSectionProps } from './home-sections.ts'
import classes from './home.module.css'

export function StatementsSection({ place }: HomeSectionProps) {
  const [isStating, setStating] = useState(false)
  if (place.since === null) return null
  return (
    <Panel
      title="Statements"
      controls={
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCalendarStats size={14} stroke={1.6} />}
            renderRoot={(props) => (
              <Link to="/fund-year" search={() => ({ fund: place.accountId, member: place.memberId })} {...props} />
            )}
          >
            Year
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFileText size={14} stroke={1.6} />}
            onClick={() => setStating(true)}
          >
            Statement
          </Button>
        </>
      }
    >
      <div className={classes['text']}>
        <p className={classes['words']}>Read a statement of the last month or of other days, and save it as PDF.</p>
        <IssuedStatements place={place} />
      </div>
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
