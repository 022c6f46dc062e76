// Web push in the service worker: shows what the server sent, leads to its place, and notes when the browser has
// replaced its subscription. What it shows is decided by the device that the page noted: after a sign-out, or for
// another user, nothing of the message.
import { notedPushDevice, notePushDevice, readPushDevice } from '../kernel/noted-push-device.ts'
import type { PageMessage } from './worker-message.ts'

interface Payload {
  readonly device: string
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly url: string
}

export function registerPushEvents(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)))
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(noteReplaced()))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this worker gave the notification
    event.waitUntil(open(worker, event.notification.data as { readonly url: string }))
  })
}

/** Only a session may save a device, so the next page of the same user does it (kernel/check-push-device.ts). */
async function noteReplaced(): Promise<void> {
  const noted = await notedPushDevice()
  if (noted) await notePushDevice({ ...noted, isReplaced: true })
}

/** A browser may end a subscription whose push shows nothing, so one for somebody else shows that there is news. */
async function show(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const payload = readPayload(data)
  const isOurs = payload !== undefined && (await readPushDevice()) === payload.device
  const options = { icon: '/icons/icon-192.png' }
  if (!isOurs)
    return worker.registration.showNotification('Clubfolio', {
      ...options,
      body: 'Sign in to see what is new.',
      tag: 'signed-out',
      data: { url: '/' },
    })
  return worker.registration.showNotification(payload.title, {
    ...options,
    body: payload.body,
    tag: payload.tag,
    data: { url: payload.url },
  })
}

function readPayload(data: PushMessageData | null): Payload | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by our server (web-push/push-text.ts)
    return data === null ? undefined : (data.json() as Payload)
  } catch {
    return undefined
  }
}

/**
 * Focuses a window that shows the address, or else one that this worker serves, which opens it like a link and asks
 * before typed text is left; without any it opens a window.
 */
async function open(worker: ServiceWorkerGlobalScope, { url }: { readonly url: string }): Promise<void> {
  const wanted = new URL(url, worker.location.origin)
  // The server sends paths only; anything else is not opened.
  const target = wanted.origin === worker.location.origin ? wanted.href : `${worker.location.origin}/`
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((one) => one.url === target)
  // The clients come in the order in which they were last focused.
  const served = shown ?? (await worker.clients.matchAll({ type: 'window' }))[0]
  if (!served) return void (await worker.clients.openWindow(target))
  await served.focus()
  const href = target.slice(worker.location.origin.length)
  // The start page says only that there is news, for which nobody leaves their place.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker is of this origin
  if (!shown && href !== '/') served.postMessage({ kind: 'open', href } satisfies PageMessage)
}
