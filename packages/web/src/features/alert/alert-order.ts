// What the alert notification bar shows of a person's alerts. Source: specification 1, section 2 (Authenticated shell).
import type { Alert } from '@clubfolio/contract'

/** An alert that still lasts. */
export const isStanding = (alert: Alert): boolean => alert.resolvedAt === null

/**
 * The alerts that ask for attention now, the most urgent first: they last, nobody put them away, and they are more than good to
 * know. The list arrives with the most severe and newest first and keeps that order.
 */
export function urgentAlerts(alerts: readonly Alert[]): readonly Alert[] {
  return alerts.filter((alert) => isStanding(alert) && alert.seenAt === null && alert.severity !== 'INFO')
}
