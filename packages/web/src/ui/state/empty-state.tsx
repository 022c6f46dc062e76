// The state of a place without data: its purpose, the next step, at most one primary and one default action. Never an
// empty table.
import type { ReactNode } from 'react'
import classes from './state.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** The purpose of the place and the next step, or who can grant it. */
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
