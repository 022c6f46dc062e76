// The jobs of the help. Screens in their steps are links, labels are set in bold.
import { Link } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { isAllowed, screens } from '../screens.ts'
import classes from './help.module.css'
import { jobs, partsOf, type Job, type StepPart } from './jobs.ts'

export function JobList({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <>
      <h2 className={classes['title']}>How do I ...</h2>
      {jobs.map((job) => (
        <JobSteps key={job.name} job={job} onLeave={onLeave} />
      ))}
    </>
  )
}

function JobSteps({ job: { name, steps }, onLeave }: { readonly job: Job; readonly onLeave: () => void }) {
  return (
    <details className={classes['job']}>
      <summary>... {name}?</summary>
      <ol className={classes['sentences']}>
        {steps.map((step) => (
          <li key={step}>
            {partsOf(step).map((part, index) => (
              <Part key={`${index} ${step}`} part={part} onLeave={onLeave} />
            ))}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Part({ part, onLeave }: { readonly part: StepPart; readonly onLeave: () => void }) {
  const can = useCan()
  if (part.kind === 'text') return part.text
  if (part.kind === 'label') return <strong>{part.text}</strong>
  const screen = screens.find(({ name }) => name === part.name)
  if (!screen) return null
  return isAllowed(screen, can) ? (
    <Link to={screen.paths[0]} onClick={onLeave}>
      {screen.title}
    </Link>
  ) : (
    screen.title
  )
}
