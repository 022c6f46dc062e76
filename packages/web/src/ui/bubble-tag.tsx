// A bubble with a title, in a colour and size, with a close button when it can be removed.
// Source: docs/rules/interface.md, "Tags".
import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import classes from './bubble-tag.module.css'

export type BubbleColor = 'neutral' | 'series-1' | 'series-2' | 'series-3' | 'series-4' | 'series-5'

export interface BubbleTagProps {
  readonly title: string
  /** Series colours match the lines of a chart; only the dot is coloured, so the text stays readable. */
  readonly color?: BubbleColor
  readonly size?: 'small' | 'medium'
  readonly showCloseButton?: boolean
  /** Why there is nothing to show for it; a mark with this reason takes the place of the colour. */
  readonly fault?: string | undefined
  readonly onClose?: () => void
  /** Makes the title a button; `openLabel` says what it opens. */
  readonly onOpen?: (() => void) | undefined
  readonly openLabel?: string
}

export function BubbleTag({
  title,
  color = 'neutral',
  size = 'small',
  showCloseButton = false,
  fault,
  onClose,
  onOpen,
  openLabel,
}: BubbleTagProps) {
  return (
    <span className={classes['tag']} data-size={size} data-fault={fault !== undefined || undefined}>
      {fault !== undefined ? (
        <span className={classes['fault']} role="img" aria-label={fault} title={fault}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        </span>
      ) : color === 'neutral' ? null : (
        <span className={classes['dot']} style={{ background: `var(--cf-${color})` }} aria-hidden />
      )}
      {onOpen ? (
        <UnstyledButton className={classes['open']} aria-label={openLabel} title={openLabel} onClick={onOpen}>
          {title}
        </UnstyledButton>
      ) : (
        title
      )}
      {showCloseButton ? (
        <UnstyledButton className={classes['close']} aria-label={`Remove ${title}`} onClick={onClose}>
          <IconX size={12} stroke={1.8} aria-hidden />
        </UnstyledButton>
      ) : null}
    </span>
  )
}
