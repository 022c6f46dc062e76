// What a lock screen shows of a notification. Without the user's choice of details it names what happened and no
// amounts: a phone lies on tables. Source: docs/rules/trading.md, "Notifications".
import { notificationKinds, type NotificationKind } from '@clubfolio/contract'

const hourSeconds = 60 * 60

/** Kinds about the market and orders. Their titles name the instrument, never a sum of an account or a fund. */
const titledKinds: readonly NotificationKind[] = [
  'ALERT_FIRED',
  'ORDER_FILLED',
  'ORDER_REJECTED',
  'ORDER_CANCELLED',
  'ORDER_UNPROTECTED',
  'ORDER_NOT_PLACED',
  'ORDER_OVERFILLED',
  'LIMIT_REACHED',
  'SIGN_IN',
]

export interface PushedNotification {
  readonly id: string
  readonly kind: NotificationKind
  readonly title: string
  readonly text: string
  readonly link: string | null
}

export interface PushPayload {
  /** The device it was made for; a browser that has signed out or belongs to another user shows nothing of it. */
  readonly device: string
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly url: string
}

/**
 * "AAPL at or above $190.00" as it is; an entry of a fund is "Entry recorded", and its text only with details. A null
 * notification is a test message.
 */
export function pushPayload(
  device: { readonly id: string; readonly shows_details: boolean },
  message: PushedNotification | null,
): PushPayload {
  if (message === null)
    return {
      device: device.id,
      title: 'Test message',
      body: 'This device shows your notifications.',
      tag: 'test',
      url: '/notification',
    }
  const { id, kind, title, text, link } = message
  const isTitled = device.shows_details || titledKinds.includes(kind)
  return {
    device: device.id,
    title: isTitled ? title : notificationKinds[kind],
    body: device.shows_details ? text : 'Open Clubfolio for the details.',
    tag: id,
    url: link ?? '/notification',
  }
}

/** News of the market are soon old; everything else may wait a day for a phone that is off. */
export const pushUrgency = (
  kind: NotificationKind | undefined,
): { readonly urgency: 'normal' | 'high'; readonly lifeSeconds: number } =>
  kind === undefined || titledKinds.includes(kind)
    ? { urgency: 'high', lifeSeconds: 4 * hourSeconds }
    : { urgency: 'normal', lifeSeconds: 24 * hourSeconds }
