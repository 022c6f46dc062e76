// The first steps on the dashboard: a card above the lower right corner that names the next step, leads to its screen,
// and goes once all are done or skipped. It lies over the page, so nothing moves when it arrives.
import { Button, Progress } from '@mantine/core'
import { IconChevronDown, IconCircle, IconCircleCheck, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useFirstSteps, useFirstStepsChoice } from '../../kernel/first-steps.ts'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { firstStepsOf, type GuideStep } from './first-step-list.ts'
import classes from './first-steps.module.css'

export function FirstStepsCard() {
  const answer = useFirstSteps()
  const [choice, choose] = useFirstStepsChoice()
  const isPhone = usePhone()
  // The buttons of a docked ticket are in the same corner.
  const isTicketOpen = useStore(orderTicket) !== undefined
  const [isToggled, setToggled] = useState<boolean>()
  const steps = answer && firstStepsOf(answer)
  const isAllDone = steps?.every(({ isDone }) => isDone) ?? false
  // Users who have done everything see no guide again; one that was brought back stays until it is closed.
  useEffect(() => {
    if (isAllDone && choice === null) choose(true)
  }, [isAllDone, choice, choose])
  const isSkipped = choice ?? (answer?.isSkipped === true || isAllDone)
  if (!steps || isSkipped || isTicketOpen) return null
  const doneCount = steps.filter(({ isDone }) => isDone).length
  const count = `${doneCount} of ${steps.length}`
  const isOpen = isToggled ?? (!steps[0]?.isDone && !isPhone)
  return (
    <section className={classes['place']} data-open={isOpen || undefined} aria-label="First steps">
      {/* One button for both states, so that the keyboard keeps its place. */}
      <Button
        className={classes['toggle'] ?? ''}
        size="xs"
        variant={isOpen ? 'subtle' : 'default'}
        fullWidth={isOpen}
        justify={isOpen ? 'space-between' : 'center'}
        leftSection={isOpen ? null : <IconListCheck size={16} stroke={1.6} aria-hidden />}
        rightSection={isOpen ? <IconChevronDown size={16} stroke={1.6} aria-hidden /> : null}
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
      >
        First steps · {count}
      </Button>
      {isOpen ? (
        <>
          <Progress value={(100 * doneCount) / steps.length} size={3} radius={0} aria-label={`${count} done`} />
          <StepList steps={steps} />
          <div className={classes['foot']}>
            <span>User Profile brings it back.</span>
            <Button size="compact-xs" variant="subtle" onClick={() => choose(true)}>
              {isAllDone ? 'Close' : 'Skip the guide'}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  )
}

function StepList({ steps }: { readonly steps: readonly GuideStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className={classes['steps']}>
      {steps.map(({ title, words, action, to, isDone }, index) => (
        <li key={title} data-done={isDone || undefined} aria-current={index === next ? 'step' : undefined}>
          {isDone ? (
            <IconCircleCheck size={16} stroke={1.8} aria-label="Done" role="img" />
          ) : (
            <IconCircle size={16} stroke={1.6} aria-label="To do" role="img" />
          )}
          <div>
            <strong>{title}</strong>
            {index === next ? (
              <>
                <p>{words}</p>
                <Button size="compact-sm" renderRoot={(props) => <Link to={to} {...props} />}>
                  {action}
                </Button>
              </>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
