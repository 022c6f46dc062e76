// The generic modal. Sizes: small 520, medium 640, graph 1040, full and auto; title, icon, dimmed subject.
// Source: docs/rules/interface.md, "Modals".
import { Modal as MantineModal } from '@mantine/core'
import { IconAntennaBars5, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './modal.module.css'
import { useFrontDialog } from './use-front-dialog.ts'
import { useReturnedFocus } from './use-returned-focus.ts'

export type ModalSize = 'small' | 'medium' | 'graph' | 'full' | 'auto'

const widths: Record<Exclude<ModalSize, 'full'>, number | 'auto'> = {
  small: 520,
  medium: 640,
  graph: 1040,
  auto: 'auto',
}

export interface ModalProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** Dimmed text after the title: whose permissions, which instrument. */
  readonly subject?: string
  readonly icon?: Icon
  readonly size?: ModalSize
  /** Shown below the body, divided by a line: notes on the left, buttons on the right. */
  readonly foot?: ReactNode
  /** Removes the body padding, so that tables and charts run edge to edge. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/**
 * Focus moves to the first field (or the element with `data-autofocus`) and returns to its origin on close; Esc closes
 * the dialog in front.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  subject,
  icon: Mark = IconAntennaBars5,
  size = 'small',
  foot,
  isFlush,
  children,
}: ModalProps) {
  useReturnedFocus()
  const isInFront = useFrontDialog(isOpen)
  return (
    <MantineModal.Root
      opened={isOpen}
      onClose={onClose}
      size={size === 'full' ? undefined : widths[size]}
      fullScreen={size === 'full'}
      closeOnEscape={isInFront}
      centered
    >
      <MantineModal.Overlay />
      <MantineModal.Content className={size === 'full' ? classes['whole'] : undefined}>
        {/* Without the role axe counts a second page banner. */}
        <MantineModal.Header className={classes['header']} role="presentation">
          <Mark size={16} stroke={1.6} aria-hidden className={classes['mark']} />
          <MantineModal.Title className={classes['title']}>
            {title}
            {/* The space separates title and subject in the dialog's accessible name. */}
            {subject ? ' ' : null}
            {subject ? <span className={classes['subject']}>{subject}</span> : null}
          </MantineModal.Title>
          <MantineModal.CloseButton aria-label="Close" />
        </MantineModal.Header>
        <MantineModal.Body className={isFlush ? classes['flush'] : classes['body']}>{children}</MantineModal.Body>
        {foot ? <div className={classes['foot']}>{foot}</div> : null}
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
