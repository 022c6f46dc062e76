// A labelled figure, and a row of figures divided by thin lines. At most one headline per page; two columns on phones.
import { Portal } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { TapTooltip } from '../tap-tooltip.tsx'
import classes from './figure.module.css'

export interface FigureProps {
  readonly label: string
  readonly children: ReactNode
  /** What the figure means, shown from its label: by mouse, keyboard focus and tap. */
  readonly meaning?: string
  /** The one large figure of a page. */
  readonly isHeadline?: boolean
}

export function Figure({ label, children, meaning, isHeadline = false }: FigureProps) {
  return (
    <div className={classes['figure']} data-headline={isHeadline || undefined}>
      <dt className={classes['label']}>{meaning === undefined ? label : <Term label={label} meaning={meaning} />}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  )
}

/** A word with its meaning in place; the dotted line says that there is one. */
export function Term({ label, meaning }: { readonly label: string; readonly meaning: string }) {
  const meaningId = useId()
  return (
    <>
      <TapTooltip label={meaning} maw={300}>
        <button type="button" className={classes['term']} aria-describedby={meaningId}>
          {label}
        </button>
      </TapTooltip>
      {/* Not part of the label's own text. */}
      <Portal>
        <span id={meaningId} hidden>
          {meaning}
        </span>
      </Portal>
    </>
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
