// The end of a run that has to be over by a certain time: what has not begun by then is skipped, and the run says so.
// TEST_DEADLINE is that time (2026-03-04T10:20:00Z); without it nothing is skipped.

export const notBegun = 'not begun: the time of the run was over'

/** Returns true once the run's time is over. */
export function isTimeOver(nowMs = Date.now(), deadline = process.env['TEST_DEADLINE']) {
  return deadline !== undefined && nowMs >= Date.parse(deadline)
}

/**
 * Returns the environment of a step that may use only a part of the time that is left, because another one follows.
 *
 * @example shareOfTime(0.5, Date.parse('2026-03-04T10:00:00Z'), '2026-03-04T10:20:00Z')
 * // { TEST_DEADLINE: '2026-03-04T10:10:00.000Z' }
 * @returns {{ TEST_DEADLINE?: string }}
 */
export function shareOfTime(/** @type {number} */ share, nowMs = Date.now(), deadline = process.env['TEST_DEADLINE']) {
  if (deadline === undefined) return {}
  return { TEST_DEADLINE: new Date(nowMs + share * (Date.parse(deadline) - nowMs)).toISOString() }
}
