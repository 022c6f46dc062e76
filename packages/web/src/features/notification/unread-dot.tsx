// Marks an unread notification, in words for screen readers.
import { VisuallyHidden } from '@mantine/core'
import classes from './notification.module.css'

export function UnreadDot() {
  return (
    <>
      <span className={classes['dot']} aria-hidden />
      <VisuallyHidden>Unread: </VisuallyHidden>
    </>
  )
}
