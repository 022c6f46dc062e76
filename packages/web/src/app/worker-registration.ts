// Registers the service worker, and finds out when a new version of the application waits. The waiting version takes
// over at once when this page belongs to it; otherwise the frame offers to reload, because a page must not lose what
// is typed into it, nor the files that it loads later.
import { createStore } from '../kernel/store.ts'
import type { WorkerMessage } from '../service-worker/worker-message.ts'

/** The version that waits until the user reloads. */
export const waitingWorker = createStore<ServiceWorker | undefined>(undefined)

const post = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []): void =>
  worker.postMessage(message, ports)

/** Call once at startup. The page is drawn first: what the worker stores must not compete with it for the line. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () => setTimeout(() => void register().catch(() => undefined), startAfterMs)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

const startAfterMs = 3_000
const lookEveryMs = 60 * 60_000

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const look = () => {
    const { waiting } = registration
    if (waiting) void announce(waiting)
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // The very first version does not wait.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) look()
    })
  })
  if (navigator.serviceWorker.controller) look()
  const { active } = await navigator.serviceWorker.ready
  if (active) post(active, { kind: 'store', urls: performance.getEntriesByType('resource').map(({ name }) => name) })
  setInterval(() => {
    if (navigator.onLine) registration.update().catch(() => undefined)
  }, lookEveryMs)
}

async function announce(waiting: ServiceWorker): Promise<void> {
  if (await isOfThisPage(waiting)) post(waiting, { kind: 'take-over' })
  else waitingWorker.set(waiting)
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!script) return Promise.resolve(false)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true })
    port1.start()
    post(worker, { kind: 'is-yours', file: new URL(script.src).pathname }, [port2])
  })
}

/** Lets the waiting version take over and loads the page again with it; another tab may have done so before. */
export function reloadWith(worker: ServiceWorker): void {
  if (worker.state !== 'installed') {
    location.reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  post(worker, { kind: 'take-over' })
}
