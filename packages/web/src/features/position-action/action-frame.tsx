// The frame of the dialog: a modal, or on phones a sheet at the lower edge, where the thumb is.
import { Drawer } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useReturnedFocus } from '../../ui/use-returned-focus.ts'
import classes from './position-action.module.css'

export interface ActionFrameProps {
  readonly title: string
  readonly subject: string
  readonly icon: Icon
  readonly foot: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

export function ActionFrame(props: ActionFrameProps) {
  const isPhone = usePhone()
  if (isPhone) return <ActionSheet {...props} />
  const { title, subject, icon, foot, onClose, children } = props
  return (
    <Modal isOpen onClose={onClose} title={title} subject={subject} icon={icon} size="medium" foot={foot}>
      {children}
    </Modal>
  )
}

function ActionSheet({ title, subject, foot, onClose, children }: Omit<ActionFrameProps, 'icon'>) {
  useReturnedFocus()
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes['sheet'] ?? ''}>
        <Drawer.Header className={classes['sheetHead'] ?? ''} role="presentation">
          <Drawer.Title className={classes['sheetTitle'] ?? ''}>
            {title} <span className={classes['subject']}>{subject}</span>
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close" size="lg" />
        </Drawer.Header>
        <ScrollArea label={title} role="group" className={classes['sheetBody']}>
          {children}
        </ScrollArea>
        {foot === null ? null : <div className={classes['sheetFoot']}>{foot}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}
