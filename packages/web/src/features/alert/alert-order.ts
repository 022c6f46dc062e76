// Which of a person's alerts the alert notification bar shows.
// Source: docs/rules/trading.md, "Top bar".
import type { Alert } from '@clubfolio/contract'

/** Returns true while the alert is not resolved. */
export const isStanding = (alert: Alert): boolean => alert.resolvedAt === null

/**
 * Returns the alerts that need attention now, most urgent first: unresolved, not dismissed, and more severe than INFO.
 * The input is sorted most severe and newest first, and its order is preserved.
 */
export function urgentAlerts(alerts: readonly Alert[]): readonly Alert[] {
  return alerts.filter((alert) => isStanding(alert) && alert.seenAt === null && alert.severity !== 'INFO')
}
