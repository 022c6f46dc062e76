// The full-screen 'Loading...': for saving actions and for opening a screen's code, and only after 400 ms. Lists use skeletons.
import { Loader, Portal } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useOutlasted } from '../../ui/use-outlasted.ts'
import classes from './busy-overlay.module.css'

const showAfterMs = 400

export function BusyOverlay() {
  const saving = useIsMutating({ predicate: (mutation) => mutation.meta?.ownProgress !== true }) > 0
  const isOpening = useRouterState({ select: (state) => state.status === 'pending' })
  const isShown = useOutlasted(saving || isOpening, showAfterMs)
  if (!isShown) return null
  return (
    <Portal>
      <div className={classes['overlay']} role="status">
        <div className={classes['box']}>
          <Loader size={20} aria-hidden />
          <span>Loading...</span>
        </div>
      </div>
    </Portal>
  )
}
