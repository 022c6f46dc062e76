// The full-screen 'Loading...': for saving actions and for loading a screen's code, and only after 400 ms. Lists use
// skeletons. It never blocks permanently: it closes at once when an outcome is being settled elsewhere on the screen,
// and offers a button when an answer takes long.
import { Button, Loader, Portal } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { shownEffects } from '../../kernel/effect/pending-effects.ts'
import { useStore } from '../../kernel/store.ts'
import { useOutlasted } from '../../ui/use-outlasted.ts'
import classes from './busy-overlay.module.css'

const showAfterMs = 400
const buttonAfterMs = 4_000

export function BusyOverlay() {
  const saving = useIsMutating({ predicate: (mutation) => mutation.meta?.ownProgress !== true }) > 0
  const isOpening = useRouterState({ select: (state) => state.status === 'pending' })
  const isAsking = useStore(shownEffects).some(({ state }) => state === 'asking')
  const isBusy = (saving && !isAsking) || isOpening
  const isShown = useOutlasted(isBusy, showAfterMs)
  const isLong = useOutlasted(isBusy, buttonAfterMs)
  const [isLeft, setLeft] = useState(false)
  if (isLeft && !isBusy) setLeft(false)
  if (!isShown || isLeft) return null
  return (
    <Portal>
      <div className={classes['overlay']} role="status">
        <div className={classes['box']}>
          <Loader size={20} aria-hidden />
          <span>Loading...</span>
          {isLong ? (
            <Button size="compact-sm" variant="default" onClick={() => setLeft(true)}>
              Continue without waiting
            </Button>
          ) : null}
        </div>
      </div>
    </Portal>
  )
}
