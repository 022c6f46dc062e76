// Opens the address of a notification that was clicked on the lock screen or desktop, when the service worker has found
// this page open. It goes through the router like a link, so typed text is asked about before it is left.
import { session } from '../kernel/session.ts'
import type { PageMessage } from '../service-worker/worker-message.ts'
import { router } from './router.tsx'

/** Call once at startup. */
export function openPushed(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own service worker sends it
    openAsked(data as PageMessage)
  })
}

/** A paused page stays where it is: its user signs in first. */
export function openAsked({ kind, href }: PageMessage): void {
  if (kind === 'open' && /^\/(?!\/)/.test(href) && !session.isPaused()) void router.navigate({ href })
}
