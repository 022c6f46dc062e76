// Checks the push device of this browser whenever a session begins here or is restored.
import { api } from './api.ts'
import { checkPushDevice, type PushDeviceParts } from './check-push-device.ts'
import { notedPushDevice, notePushDevice } from './noted-push-device.ts'
import { forgetPushDevice, findPushKeys, subscribePush } from './push-device.ts'
import type { StoredUser } from './session-store.ts'
import { session } from './session.ts'

/** Call once at startup. */
export function keepPushDevice(): void {
  if (typeof indexedDB === 'undefined') return
  let checked: string | undefined
  const look = (user: StoredUser | undefined) => {
    // A session that is renewed keeps its token.
    if (!user || user.token === checked) return
    checked = user.token
    alone(() => checkPushDevice(user.id, partsFor(user))).catch(() => undefined)
  }
  session.subscribe(look)
  look(session.user())
}

/** Two tabs that start together would otherwise each replace the other's device. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('push device', work) : work()

const quietly = { background: true, ownMessage: true } as const

const partsFor = ({ token }: StoredUser): PushDeviceParts => ({
  noted: notedPushDevice,
  note: notePushDevice,
  forget: forgetPushDevice,
  isSignedIn: () => session.token() === token,
  isGranted: () => 'Notification' in window && Notification.permission === 'granted',
  subscription: findPushKeys,
  subscribe: subscribePush,
  find: () => api.webPush.findDevices({}, quietly),
  save: (body) => api.webPush.saveDevice({ body }, quietly),
  remove: (id) => api.webPush.removeDevice({ body: { id } }, quietly),
})
