// A place without data: what it is for, what happens next, at most one primary and one default action. Never an empty table.
import type { ReactNode } from 'react'
import classes from './state.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** What the place is for and what happens next, or who can grant the next step. */
  readonly words: ReactNode
  /** One primary button, then at most one default button. */
  readonly actions?: ReactNode
}

export function EmptyState({ title, words, actions }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      <div className={classes['title']}>{title}</div>
      <p className={classes['words']}>{words}</p>
      {actions ? <div className={classes['actions']}>{actions}</div> : null}
    </div>
  )
}
