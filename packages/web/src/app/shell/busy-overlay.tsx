// The full-screen 'Loading...': for saving actions and for loading a screen's code, and only after 400 ms. Lists use
// skeletons. It never blocks permanently: it closes at once when an outcome is being settled elsewhere on the screen,
// and offers a button when an answer takes long.
import { Button, Loader, Portal } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { shownEffects } from '../../kernel/effect/pending-effects.ts'
import { factorQuestions } from '../../kernel/factor-question.ts'
import { useStore } from '../../kernel/store.ts'
import { useOutlasted } from '../../ui/use-outlasted.ts'
import classes from './busy-overlay.module.css'

const showAfterMs = 400
const buttonAfterMs = 4_000

export function BusyOverlay() {
  const saving = useIsMutating({ predicate: (mutation) => mutation.meta?.ownProgress !== true }) > 0
  const isOpening = useRouterState({ select: (state) => state.status === 'pending' })
  const isWaitingForUser = useStore(factorQuestions).length > 0
  const isAsking = useStore(shownEffects).some(({ state }) => state === 'asking') || isWaitingForUser
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
          {isLong ? <WayOut onLeave={() => setLeft(true)} /> : null}
        </div>
      </div>
    </Portal>
  )
}

/**
 * Takes the focus, because a dialog under the overlay keeps the keyboard within itself, and gives it back at the end.
 */
function WayOut({ onLeave }: { readonly onLeave: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <Button ref={button} size="compact-sm" variant="default" onClick={onLeave}>
      Continue without waiting
    </Button>
  )
}
