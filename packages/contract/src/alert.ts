// Conditions that need attention. An alert is raised once, stays open while the condition lasts and is resolved when it
// has passed; the top bar lists alerts and the alert notification bar shows the urgent ones. Source:
// docs/rules/trading.md, "Alerts"; docs/rules/access.md, "Permission keys".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { id, messageReply, onlyId } from './field.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** The kinds of alerts, with their names on screen. */
export const alertKinds = {
  RECONCILIATION_DIFFERENCE: 'Reconciliation difference',
  ACCESS_LAPSING: 'Access lapses',
  ORDER_UNPROTECTED: 'Missing stop',
  ORDER_UNWATCHED: 'Entries not watched',
  APPROVAL_WAITING: 'Approval wanted',
  REQUEST_WAITING: 'Request waits',
  FEES_DUE: 'Fees of a period',
  RULE_FIRED: 'Alert fired',
  NO_WORKER: 'No worker',
  NEW_VERSION: 'New version',
} as const
export type AlertKind = keyof typeof alertKinds

/** From "good to know" to "act now". */
export const alertSeverities = ['INFO', 'WARNING', 'CRITICAL'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const Alert = z
  .object({
    id,
    kind: z.enum(keysOf(alertKinds)),
    severity: z.enum(alertSeverities),
    title: z.string(),
    text: z.string(),
    /** The page inside the product where it can be resolved: "/account/activate". */
    link: z.string().nullable(),
    raisedAt: instant,
    /** Null while the condition lasts. */
    resolvedAt: instant.nullable(),
    /** When its owner dismissed it; it then stays in the list and leaves the bar. */
    seenAt: instant.nullable(),
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof Alert>

export const alertRoutes = {
  findCurrent: route({
    method: 'GET',
    path: '/v1/api/alert/find-current',
    summary: 'The active alerts of the session user, the most severe first, then those resolved within a day.',
    access: featureAccess.alert,
    reply: z.array(Alert),
  }),
  markSeen: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/alert/mark-seen',
    summary: 'Dismiss an alert of the session user: it leaves the bar and stays in the list while it lasts.',
    access: featureAccess.alert,
    owns: [{ object: 'alert', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
