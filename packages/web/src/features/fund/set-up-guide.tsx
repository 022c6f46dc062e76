// From nothing to the first statement: what the owner of a fund does, in order, and what is done. It goes once a
// statement was mailed, or when it is hidden.
import type { FundOverview, ParticipationRow } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isTextList, usePreference } from '../../kernel/preference.ts'
import { Panel } from '../../ui/panel.tsx'
import { useMembers } from './member/api.ts'
import { useMailedStatements } from './statement/statement-api.ts'
import classes from './fund.module.css'

export interface SetUpGuideProps {
  readonly overview: FundOverview
  readonly rows: readonly ParticipationRow[]
  readonly onBooks: () => void
  readonly onAdd: () => void
  readonly onStatements: () => void
}

interface Step {
  readonly title: string
  readonly words: string
  readonly isDone: boolean
  readonly act?: ReactNode
}

export function SetUpGuide({ overview, rows, onBooks, onAdd, onStatements }: SetUpGuideProps) {
  const members = useMembers()
  const mailed = useMailedStatements(overview.accountId)
  const [hidden, setHidden] = usePreference('fundGuideHidden', [], isTextList)
  if (hidden.includes(overview.accountId) || !members.data || !mailed.data || mailed.data.length > 0) return null
  const steps = stepsOf({ overview, rows, onBooks, onAdd, onStatements }, members.data.length > 0)
  const next = steps.findIndex(({ isDone }) => !isDone)
  // Once the fund runs, only the statement is left to remind of.
  const isRunning = next === steps.length - 1
  return (
    <div className={classes['guide']}>
      <Panel
        title="Set up the fund"
        controls={
          <Button size="compact-xs" variant="subtle" onClick={() => setHidden([...hidden, overview.accountId])}>
            Hide the guide
          </Button>
        }
      >
        <ol className={classes['steps']}>
          {steps.map(({ title, words, isDone, act }, index) =>
            isRunning && isDone ? null : (
              <li key={title} data-done={isDone || undefined} aria-current={index === next ? 'step' : undefined}>
                {isDone ? (
                  <IconCircleCheck size={16} stroke={1.8} aria-label="Done" role="img" />
                ) : (
                  <IconCircle size={16} stroke={1.6} aria-label="To do" role="img" />
                )}
                <div>
                  <strong>{title}</strong>
                  {index === next ? <p>{words}</p> : null}
                </div>
                {index === next ? act : null}
              </li>
            ),
          )}
        </ol>
      </Panel>
    </div>
  )
}

function stepsOf(
  { overview, rows, onBooks, onAdd, onStatements }: SetUpGuideProps,
  hasMembers: boolean,
): readonly Step[] {
  const { openingDay, asOf, toBeMatched } = overview
  const hasEntries = rows.some(({ isMember }) => isMember)
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-sm" onClick={onClick}>
      {label}
    </Button>
  )
  return [
    {
      title: 'Link the account',
      words: '',
      isDone: true,
    },
    {
      title: 'Add the members',
      words: 'Everybody who has a share of the money, with their name. A user account is not needed.',
      isDone: hasMembers,
      act: (
        <Button size="compact-sm" renderRoot={(props) => <Link to="/member" {...props} />}>
          Add members
        </Button>
      ),
    },
    {
      title: 'Check the opening, then record what each member paid in',
      words:
        `The fund opened on ${openingDay} with what the account held, all of it Unallocated. If that is not the day ` +
        'the club began, change it under Books, Settings. Then record a contribution for each member.',
      isDone: hasEntries,
      act: (
        <>
          {button('Record a contribution', onAdd)}
          <Button size="compact-sm" variant="default" onClick={onBooks}>
            Books
          </Button>
        </>
      ),
    },
    {
      title: 'Match the money',
      words: 'Each deposit of the brokerage belongs to an entry. What is not matched counts for Unallocated too.',
      isDone: hasEntries && toBeMatched.count === 0,
      act: button('Match', onBooks),
    },
    {
      title: 'Wait for the first close',
      words:
        'At the end of each session the account is valued, and with it every share. You do not have to do anything.',
      isDone: asOf > openingDay,
    },
    {
      title: 'Make the first statement',
      words: 'Choose a member and the days, look at it, and mail it or download it as PDF.',
      isDone: false,
      act: button('Make the first statement', onStatements),
    },
  ]
}
