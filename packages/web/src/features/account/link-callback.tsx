// What the popup shows when the broker sends it back: it leaves the code for the waiting window, immediately removes
// the query from the address bar, and closes itself. A callback that no window waits for is ignored, with a message.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createUserStore, useStore } from '../../kernel/store.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { isCallback, receiveCallback, type Callback } from './linking.ts'

export interface LinkCallbackProps {
  readonly outcome: Callback
  readonly onLeave: () => void
}

const words: Record<Callback, { readonly title: string; readonly words: string }> = {
  stored: {
    title: 'Access granted',
    words: 'Clubfolio continues in the window where you started. You can close this one.',
  },
  denied: { title: 'Access denied', words: 'Nothing was linked. You can close this window.' },
  foreign: {
    title: 'This answer of the brokerage was not expected',
    words:
      'It does not belong to a linking attempt of this browser, or the attempt is over. It was ignored and ' +
      'nothing was stored. Start again from the Accounts screen.',
  },
}

export function LinkCallback({ outcome, onLeave }: LinkCallbackProps) {
  useEffect(() => {
    if (outcome !== 'foreign') window.close()
  }, [outcome])
  return (
    <>
      <PageHead title="Accounts" />
      <Panel>
        <EmptyState
          {...words[outcome]}
          actions={
            <Button variant="default" onClick={onLeave}>
              Go to the accounts
            </Button>
          }
        />
      </Panel>
    </>
  )
}

/**
 * Outcome of the callback that opened this page. It outlives the query, which is removed from the address immediately.
 */
const received = createUserStore<Callback | undefined>(undefined)

/** Receives the callback in the address, if there is one; returns its outcome and a function that dismisses it. */
export function useCallbackOutcome(
  search: Readonly<Record<string, string | undefined>>,
): [Callback | undefined, () => void] {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isCallback(search)) return
    received.set(receiveCallback(localStorage, search, Date.now()))
    void navigate({ to: '/account', search: {}, replace: true })
  }, [search, navigate])
  return [useStore(received), leave]
}

const leave = () => received.set(undefined)
