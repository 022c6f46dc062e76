// The first steps on the dashboard: a card above the lower right corner that names the next step, leads to its screen,
// and goes once all are done or skipped. It lies over the page, so nothing moves when it arrives.
import { ActionIcon, Button, Progress } from '@mantine/core'
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
  if (!isOpen)
    return (
      <div className={classes['place']}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListCheck size={16} stroke={1.6} aria-hidden />}
          aria-expanded={false}
          onClick={() => setToggled(true)}
        >
          First steps · {count}
        </Button>
      </div>
    )
  return (
    <section className={classes['place']} data-open aria-label="First steps">
      <div className={classes['head']}>
        <strong>First steps</strong>
        <span className={classes['count']}>{count} done</span>
        <ActionIcon aria-label="Fold the first steps" aria-expanded onClick={() => setToggled(false)}>
          <IconChevronDown size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      <Progress value={(100 * doneCount) / steps.length} size={3} radius={0} aria-label={`${count} done`} />
      <StepList steps={steps} />
      <div className={classes['foot']}>
        <span>User Profile brings it back.</span>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(true)}>
          {isAllDone ? 'Close' : 'Skip the guide'}
        </Button>
      </div>
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
