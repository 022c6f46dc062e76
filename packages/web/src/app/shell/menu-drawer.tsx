// The side menu as a drawer, below 48em.
import { Drawer } from '@mantine/core'
import { Brand } from '../../ui/brand.tsx'
import { useReturnedFocus } from '../../ui/use-returned-focus.ts'
import classes from './menu-drawer.module.css'
import { SideMenu } from './side-menu.tsx'

export interface MenuDrawerProps {
  readonly onClose: () => void
  readonly onAbout: () => void
}

export function MenuDrawer({ onClose, onAbout }: MenuDrawerProps) {
  useReturnedFocus()
  return (
    <Drawer.Root opened onClose={onClose} size={280}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" className={classes['list']}>
        {/* Without the role axe counts a second page banner. */}
        <Drawer.Header role="presentation" className={classes['head']}>
          <Brand />
          <Drawer.CloseButton aria-label="Close menu" size={40} />
        </Drawer.Header>
        <Drawer.Body className={classes['body']}>
          <SideMenu isFolded={false} isDrawer onChoose={onClose} onAbout={onAbout} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
