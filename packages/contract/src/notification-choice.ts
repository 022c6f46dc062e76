// A user's delivery choices for notifications: on screen, by mail, by text message, by web push. Calls of our own.
// Source: docs/rules/trading.md, "Notifications".
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { messageReply } from './field.ts'
import { notificationKind, type NotificationKind } from './notification.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'

export interface NotificationChannels {
  readonly screen: boolean
  readonly mail: boolean
  readonly sms: boolean
  readonly push: boolean
}

const onScreen: NotificationChannels = { screen: true, mail: false, sms: false, push: false }
const mailedToo: NotificationChannels = { ...onScreen, mail: true, push: true }
const pushedToo: NotificationChannels = { ...onScreen, push: true }

/**
 * Defaults for users without choices: everything on screen, by mail what needs action, and by web push that and the
 * news of orders. A push needs a device that was switched on. Statements and reports are
 * mails of their own.
 */
export const defaultChannels: Readonly<Record<NotificationKind, NotificationChannels>> = {
  ORDER_FILLED: pushedToo,
  ORDER_REJECTED: mailedToo,
  ORDER_CANCELLED: pushedToo,
  ORDER_UNPROTECTED: mailedToo,
  ORDER_NOT_PLACED: mailedToo,
  ORDER_OVERFILLED: mailedToo,
  LIMIT_REACHED: mailedToo,
  TARGET_DRIFT: mailedToo,
  ACCESS_LAPSING: mailedToo,
  RECONCILIATION_DIFFERENCE: mailedToo,
  ENTRY_RECORDED: onScreen,
  DUE_REMINDER: mailedToo,
  APPROVAL_WAITING: mailedToo,
  APPROVAL_DECIDED: mailedToo,
  MEMBER_JOINED: mailedToo,
  REQUEST_MADE: mailedToo,
  REQUEST_DECIDED: mailedToo,
  FEES_DUE: mailedToo,
  ANNOUNCEMENT: mailedToo,
  VOTE: mailedToo,
  STATEMENT_READY: onScreen,
  REPORT_FAILED: mailedToo,
  ALERT_FIRED: mailedToo,
  SCREEN_RUN: onScreen,
  JOB_FAILED: mailedToo,
  SIGN_IN: mailedToo,
}

/** Kinds that always appear on screen: an attacker with a stolen sign-in must not be able to hide it. */
export const alwaysOnScreen: readonly NotificationKind[] = ['SIGN_IN']

/** Limit per user and channel within an hour; any further notifications are combined in one message. */
export const messagesPerHour = { MAIL: 10, SMS: 5 } as const

const Choice = z
  .object({ kind: notificationKind, screen: z.boolean(), mail: z.boolean(), sms: z.boolean(), push: z.boolean() })
  .meta({ id: 'NotificationChoice' })

export const NotificationChoices = z
  .object({
    choices: z.array(Choice),
    /** The mail address, and the last digits of the number for text messages; null while no number is confirmed. */
    email: z.string(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'NotificationChoices' })
export type NotificationChoices = z.output<typeof NotificationChoices>

export const notificationChoiceRefusals = {
  noticeOnScreen: {
    status: 409,
    text: 'Sign-ins are always shown on the screen, so that no one can use your password unseen.',
  },
  noticePhone: {
    status: 409,
    text: 'No phone number of yours is confirmed. Confirm one in your profile, then switch text messages on.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const notificationChoiceRoutes = {
  find: route({
    method: 'GET',
    path: '/v1/api/notification/find-choices',
    summary: 'By which ways each kind of notification reaches the caller.',
    access: featureAccess.notification,
    reply: NotificationChoices,
  }),
  save: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/notification/save-choice',
    summary: 'Choose the ways by which one kind of notification reaches the caller.',
    access: featureAccess.notification,
    body: Choice,
    reply: messageReply,
    refusals: ['noticeOnScreen', 'noticePhone'],
  }),
} as const
