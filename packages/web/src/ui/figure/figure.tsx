// A labelled figure, and a row of figures divided by thin lines. At most one headline per page; two columns on phones.
import type { ReactNode } from 'react'
import classes from './figure.module.css'

export interface FigureProps {
  readonly label: string
  readonly children: ReactNode
  /** The one large figure of a page. */
  readonly isHeadline?: boolean
}

export function Figure({ label, children, isHeadline = false }: FigureProps) {
  return (
    <div className={classes['figure']} data-headline={isHeadline || undefined}>
      <dt className={classes['label']}>{label}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  )
}

/** Renders a row of figures. `isBoxed` gives it its own panel; otherwise it sits on the canvas, in the page head. */
export function FigureRow({
  children,
  isBoxed = false,
  label,
}: {
  readonly children: ReactNode
  readonly isBoxed?: boolean
  readonly label: string
}) {
  return (
    <dl className={classes['row']} data-boxed={isBoxed || undefined} aria-label={label}>
      {children}
    </dl>
  )
}
