// What happens to the noted push device when a session begins in this browser or is restored: the device of another
// user is forgotten, and that of the same user passes to the new session, whose sign-out then ends it on the server.
// Independent of the browser; its dependencies are injected. Source: docs/rules/trading.md, "Notifications".
import type { BodyOf, PushDevices } from '@clubfolio/contract'
import type { NotedDevice } from './noted-push-device.ts'

/** A subscription as the server stores it. */
export type PushKeys = Omit<BodyOf<'webPush', 'saveDevice'>, 'showsDetails'>

export interface PushDeviceParts {
  readonly noted: () => Promise<NotedDevice | undefined>
  readonly note: (device: NotedDevice) => Promise<unknown>
  /** Deletes the note and ends the subscription. */
  readonly forget: () => Promise<void>
  /** Whether the session that this check is for is still that of the page. */
  readonly isSignedIn: () => boolean
  /** Whether the browser still permits notifications. */
  readonly isGranted: () => boolean
  /** The present subscription of the browser. */
  readonly subscription: () => Promise<PushKeys | undefined>
  readonly subscribe: (publicKey: string) => Promise<PushKeys>
  readonly find: () => Promise<PushDevices>
  readonly save: (body: BodyOf<'webPush', 'saveDevice'>) => Promise<{ readonly id: string }>
  readonly remove: (id: string) => Promise<unknown>
}

/** Makes no request when nothing is noted, or when the device is forgotten on this side. */
export async function checkPushDevice(userId: string, parts: PushDeviceParts): Promise<void> {
  const noted = await parts.noted()
  if (noted === undefined) return
  if (noted.userId !== userId || !parts.isGranted()) return parts.forget()
  const isReplaced = noted.isReplaced === true
  const current = await parts.subscription()
  if (current === undefined && !isReplaced) return parts.forget()
  const { publicKey, devices } = await parts.find()
  const device = devices.find(({ id }) => id === noted.id)
  // The session of this page may have ended meanwhile, and with it what the answer says.
  if (!parts.isSignedIn()) return
  // It was removed in another browser, or ended with its session.
  if (device === undefined) return parts.forget()
  if (device.isCurrent && !isReplaced) return
  const keys = current ?? (await parts.subscribe(publicKey))
  // The address has changed, so the server sees a new device; the old one would only count towards the limit.
  if (isReplaced) await parts.remove(noted.id)
  const { id } = await parts.save({ ...keys, showsDetails: device.showsDetails })
  if (parts.isSignedIn()) await parts.note({ id, userId })
}
