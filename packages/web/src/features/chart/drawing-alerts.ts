// What becomes of the alerts on drawings when the drawings change: they move with them, also back on undo; without the
// drawing they pause, because a line that is not on the chart must not fire. Independent of the UI.
// Source: docs/rules/trading.md, "Alerts".
import type { Drawing } from '@clubfolio/charts'
import type { AlertRule, AlertTerms } from '@clubfolio/contract'
import { drawingTerms, type DrawnOn } from './alert-terms.ts'

export type FollowedRule = Pick<AlertRule, 'id' | 'drawingId' | 'terms' | 'state'>

export type AlertStep =
  | { readonly kind: 'MOVE'; readonly ruleId: string; readonly terms: AlertTerms }
  /** The drawing has no price to cross any more, for example because it is upright. */
  | { readonly kind: 'STAY'; readonly ruleId: string }
  | { readonly kind: 'PAUSE'; readonly ruleId: string }
  | { readonly kind: 'RESUME'; readonly ruleId: string }

export interface ChangedDrawings {
  readonly before: readonly Drawing[]
  readonly after: readonly Drawing[]
  readonly rules: readonly FollowedRule[]
  /** Rules that paused because their drawing was deleted. */
  readonly pausedIds: ReadonlySet<string>
  readonly drawn: DrawnOn
}

/** Returns what is to be done about each rule whose drawing was moved, deleted or brought back. */
export function alertSteps({ before, after, rules, pausedIds, drawn }: ChangedDrawings): readonly AlertStep[] {
  return rules.flatMap(({ id: ruleId, drawingId, terms, state }): AlertStep[] => {
    // What has fired for good would start again.
    if (drawingId === null || state === 'OVER' || state === 'EXPIRED') return []
    const was = before.find(({ id }) => id === drawingId)
    const is = after.find(({ id }) => id === drawingId)
    if (is === undefined) return was !== undefined && state !== 'PAUSED' ? [{ kind: 'PAUSE', ruleId }] : []
    if (was === undefined) return pausedIds.has(ruleId) ? [{ kind: 'RESUME', ruleId }] : []
    if (!isMoved(was, is)) return []
    const moved = movedTerms(terms, is, drawn)
    if (moved === undefined) return [{ kind: 'STAY', ruleId }]
    return isSamePlace(terms, moved) ? [] : [{ kind: 'MOVE', ruleId, terms: moved }]
  })
}

const isMoved = ({ points: before }: Drawing, { points: after }: Drawing): boolean =>
  before.length !== after.length ||
  before.some(({ timeMs, price }, index) => after[index]?.timeMs !== timeMs || after[index].price !== price)

/** The line stays as straight as it was when the alert was made, whatever the chart shows now. */
function movedTerms(terms: AlertTerms, drawing: Drawing, drawn: DrawnOn): AlertTerms | undefined {
  const scale = terms.kind !== 'LINE' ? drawn.scale : terms.scale === 'LINEAR' ? 'linear' : 'logarithmic'
  const found = drawingTerms(drawing, { ...drawn, scale })
  if (found === undefined || found.kind !== terms.kind) return undefined
  return found.kind === 'LINE' && terms.kind === 'LINE' ? { ...found, bars: terms.bars } : found
}

/** Whether two conditions are about the same place; the side from which it is reached may differ. */
function isSamePlace(one: AlertTerms, other: AlertTerms): boolean {
  if (one.kind === 'PRICE' && other.kind === 'PRICE') return Number(one.price) === Number(other.price)
  if (one.kind !== 'LINE' || other.kind !== 'LINE') return false
  const isSamePoint = (a: (typeof one)['from'], b: (typeof one)['from']) =>
    a.timeMs === b.timeMs && Number(a.price) === Number(b.price)
  return isSamePoint(one.from, other.from) && isSamePoint(one.to, other.to)
}
