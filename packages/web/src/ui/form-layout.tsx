// How the fields of a form are arranged: below each other, two side by side, and the label above a control that brings
// none of its own.
import type { ReactNode } from 'react'
import classes from './form-layout.module.css'

interface LayoutProps {
  readonly children: ReactNode
}

export function FieldColumn({ children }: LayoutProps) {
  return <div className={classes['column']}>{children}</div>
}

/** Below each other on phones, unless both fields are narrow. */
export function FieldPair({ areNarrow, children }: LayoutProps & { readonly areNarrow?: boolean }) {
  return (
    <div className={classes['pair']} data-narrow={areNarrow || undefined}>
      {children}
    </div>
  )
}

/** `id` names the label for `aria-labelledby`. */
export function FieldLabel({ id, children }: LayoutProps & { readonly id?: string }) {
  return (
    <div id={id} className={classes['label']}>
      {children}
    </div>
  )
}
