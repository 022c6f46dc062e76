// Events reported once to one user: the top bar's messages and the notification centre.
// Source: docs/rules/trading.md, "Notifications"; docs/rules/access.md, "Permission keys".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, messageReply } from './field.ts'
import { route } from './route.ts'
import { instant, wholeNumber } from './wire.ts'

/** The kinds of notifications, with their names on screen. */
export const notificationKinds = {
  ORDER_FILLED: 'Order filled',
  ORDER_REJECTED: 'Order rejected',
  ORDER_CANCELLED: 'Order cancelled',
  ORDER_UNPROTECTED: 'Missing stop',
  ORDER_NOT_PLACED: 'Order not placed',
  ORDER_OVERFILLED: 'More filled than asked for',
  LIMIT_REACHED: 'Limit reached',
  TARGET_DRIFT: 'Outside its target band',
  ACCESS_LAPSING: 'Access lapses',
  RECONCILIATION_DIFFERENCE: 'Reconciliation difference',
  ENTRY_RECORDED: 'Entry recorded',
  DUE_REMINDER: 'Payment due',
  APPROVAL_WAITING: 'Approval wanted',
  APPROVAL_DECIDED: 'Approval decided',
  MEMBER_JOINED: 'Invitation accepted',
  REQUEST_MADE: 'Request of a member',
  REQUEST_DECIDED: 'Request decided',
  FEES_DUE: 'Fees of a period',
  ANNOUNCEMENT: 'Announcement of a fund',
  VOTE: 'Vote in a fund',
  STATEMENT_READY: 'Statement ready',
  REPORT_FAILED: 'Scheduled report failed',
  ALERT_FIRED: 'Alert fired',
  SCREEN_RUN: 'Saved screen',
  JOB_FAILED: 'Something could not be done',
  SIGN_IN: 'Sign-in',
} as const
export type NotificationKind = keyof typeof notificationKinds

export const notificationKind = z.enum(keysOf(notificationKinds)).meta({ id: 'NotificationKind' })

export const Notification = z
  .object({
    id,
    kind: notificationKind,
    title: z.string(),
    text: z.string(),
    /** A page inside the product with the details: "/order". */
    link: z.string().nullable(),
    createdAt: instant,
    readAt: instant.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

export const notificationRoutes = {
  findRecent: route({
    method: 'GET',
    path: '/v1/api/notification/find-recent',
    summary: 'The newest 20 notifications of the session user and how many are unread.',
    access: featureAccess.notification,
    reply: z.object({ unread: z.number().int(), result: z.array(Notification) }),
  }),
  find: route({
    method: 'GET',
    path: '/v1/api/notification/find/{which}/{start}/{count}',
    summary: 'The notifications of the session user page by page, newest first: all of them or the unread ones.',
    access: featureAccess.notification,
    params: z.object({
      which: z.enum(['ALL', 'UNREAD']),
      start: wholeNumber(0, 1_000_000),
      count: wholeNumber(1, 200),
    }),
    reply: z.object({ total: z.number().int(), result: z.array(Notification) }),
  }),
  markRead: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/notification/mark-read',
    summary: 'Mark a notification of the session user as read, or as unread again.',
    access: featureAccess.notification,
    owns: [{ object: 'notification', at: 'body.id' }],
    body: z.object({ id, isRead: z.boolean() }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  markAllRead: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/notification/mark-all-read',
    summary: 'Mark every notification of the session user as read.',
    access: featureAccess.notification,
    reply: messageReply,
  }),
} as const
