// A short fact in a row: 20 px, tint and text, with an icon where it calls for action.
import type { Icon } from '@tabler/icons-react'
import classes from './chip.module.css'

export type ChipTone = 'neutral' | 'info' | 'warn' | 'profit' | 'loss'

export interface ChipProps {
  readonly children: string
  readonly tone?: ChipTone
  readonly icon?: Icon
  /** Renders the chip as a button: "2 days · Renew". */
  readonly onClick?: () => void
}

export function Chip({ children, tone = 'neutral', icon: Mark, onClick }: ChipProps) {
  const content = (
    <>
      {Mark ? <Mark size={13} stroke={1.8} aria-hidden /> : null}
      {children}
    </>
  )
  return onClick ? (
    <button type="button" className={classes['chip']} data-tone={tone} onClick={onClick}>
      {content}
    </button>
  ) : (
    <span className={classes['chip']} data-tone={tone}>
      {content}
    </span>
  )
}
