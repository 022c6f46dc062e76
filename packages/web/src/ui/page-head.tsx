// The head of a page on the canvas: title, account select, one dimmed fact, then figures or actions on the right.
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

export interface PageHeadProps {
  readonly title: string
  /** Usually the account select, 190 px wide. */
  readonly select?: ReactNode
  /** For names that do not fit into 190 px. */
  readonly isSelectWide?: boolean
  /** One dimmed fact: "5 active, 1 disabled". */
  readonly fact?: ReactNode
  readonly figures?: ReactNode
  readonly actions?: ReactNode
}

/** The title receives focus after a navigation, so that a screen reader announces the page. */
export function PageHead({ title, select, isSelectWide, fact, figures, actions }: PageHeadProps) {
  return (
    <header className={classes['head']}>
      <h1 id="page-title" tabIndex={-1} data-quiet-focus className={classes['title']}>
        {title}
      </h1>
      {select ? (
        <div className={classes['select']} data-wide={isSelectWide || undefined}>
          {select}
        </div>
      ) : null}
      {fact ? <span className={classes['fact']}>{fact}</span> : null}
      {figures ? <div className={classes['figures']}>{figures}</div> : null}
      {actions ? <div className={classes['actions']}>{actions}</div> : null}
    </header>
  )
}
