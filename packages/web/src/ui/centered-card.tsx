// A card in the middle of an otherwise empty page, below the brand: one column, one task.
import { useId, type ReactNode } from 'react'
import { Brand } from './brand.tsx'
import classes from './centered-card.module.css'

export interface CenteredCardProps {
  readonly title: string
  /** Dimmed text below the card: "Signing in as ...". */
  readonly note?: ReactNode
  /** For more than a few fields: the card starts higher up. */
  readonly isTall?: boolean
  /** Covers a page that waits behind it. */
  readonly isOverPage?: boolean
  readonly children: ReactNode
}

export function CenteredCard({ title, note, isTall = false, isOverPage = false, children }: CenteredCardProps) {
  const titleId = useId()
  const Frame = isOverPage ? 'div' : 'main'
  return (
    <Frame
      className={classes['page']}
      data-tall={isTall || undefined}
      data-over-page={isOverPage || undefined}
      {...(isOverPage ? { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } : {})}
    >
      <Brand isLarge />
      <div className={classes['card']}>
        <h1 id={titleId} className={classes['title']}>
          {title}
        </h1>
        {children}
      </div>
      {note ? <div className={classes['note']}>{note}</div> : null}
    </Frame>
  )
}
