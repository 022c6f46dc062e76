// A panel: one 1 px border, a 36 px header with quiet controls, and the expand icon last. Expanded, it fills the window
// until Esc.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FocusTrap } from '@mantine/core'
import classes from './panel.module.css'
import { ProgressLine } from './progress-line.tsx'

export interface PanelProps {
  readonly title?: ReactNode
  /** Quiet controls of the header, 24 px: timing, filter menu, add. */
  readonly controls?: ReactNode
  /** Shows the expand icon. */
  readonly canExpand?: boolean
  /** Adds 12 px padding, for content other than tables and charts. */
  readonly isPadded?: boolean
  /** Fresh data is loading; a thin line appears when that takes longer than 400 ms. */
  readonly isRefreshing?: boolean
  /** Fills the height of its container. */
  readonly isFilling?: boolean
  /** A function receives whether the panel fills the window, and a toggle. */
  readonly children: ReactNode | ((isExpanded: boolean, toggle: () => void) => ReactNode)
}

export function Panel({
  title,
  controls,
  canExpand = false,
  isPadded = false,
  isRefreshing = false,
  isFilling = false,
  children,
}: PanelProps) {
  const [isExpanded, setExpanded] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isExpanded) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[data-portal] [role="dialog"]'))
        return
      setExpanded(false)
    }
    const button = buttonRef.current
    document.addEventListener('keydown', onKeyDown)
    document.body.style.overflow = 'hidden'
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.body.style.overflow = ''
      button?.focus()
    }
  }, [isExpanded])
  const toggle = () => setExpanded(!isExpanded)
  const label = typeof title === 'string' ? title : undefined
  const expandLabel = isExpanded ? 'Leave full screen' : `Expand${label ? ` ${label}` : ''}`
  const Expand = isExpanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <FocusTrap active={isExpanded}>
      <section
        className={classes['panel']}
        data-expanded={isExpanded || undefined}
        data-filling={isFilling || undefined}
        {...(label ? { 'aria-label': label } : {})}
        {...(isExpanded ? { role: 'dialog', 'aria-modal': true } : {})}
      >
        {title !== undefined || controls || canExpand ? (
          <div className={classes['head']}>
            <h2 className={classes['title']}>{title}</h2>
            {controls ? <div className={classes['controls']}>{controls}</div> : null}
            {canExpand ? (
              <Tooltip label={expandLabel}>
                <ActionIcon ref={buttonRef} size={24} aria-label={expandLabel} onClick={toggle}>
                  <Expand size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </div>
        ) : null}
        <ProgressLine isActive={isRefreshing} />
        <div className={classes['body']} data-padded={isPadded || undefined}>
          {typeof children === 'function' ? children(isExpanded, toggle) : children}
        </div>
      </section>
    </FocusTrap>
  )
}
