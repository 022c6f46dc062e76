// One column, one job: the brand above a card in the middle of an otherwise empty page.
import { useId, type ReactNode } from 'react'
import { Brand } from './brand.tsx'
import classes from './centered-card.module.css'

export interface CenteredCardProps {
  readonly title: string
  /** Dimmed words below the card: "Signing in as ...". */
  readonly note?: ReactNode
  /** More than a few fields: begins higher up. */
  readonly isTall?: boolean
  /** Lies over a page that waits behind it. */
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
