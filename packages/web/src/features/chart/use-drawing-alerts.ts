// Carries out what becomes of the alerts on the drawings of one chart, one call after the other, and says it.
import type { Drawing } from '@clubfolio/charts'
import type { AlertRule, AlertTerms } from '@clubfolio/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../kernel/api.ts'
import { useCan } from '../../kernel/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { useRules } from '../alert/rule-api.ts'
import type { DrawnOn } from './alert-terms.ts'
import { alertSteps, type AlertStep } from './drawing-alerts.ts'

const none: readonly AlertRule[] = []

/** What this chart has done to a rule since it was read. */
interface OwnChange {
  readonly terms?: AlertTerms
  readonly isPaused?: boolean
}

/** Follows the drawings and returns how many active alerts a drawing has. */
export function useDrawingAlerts(
  drawings: readonly Drawing[] | undefined,
  drawn: Omit<DrawnOn, 'nowMs'>,
): (drawingId: string) => number {
  const can = useCan()
  const client = useQueryClient()
  const hasDrawings = drawings !== undefined && drawings.length > 0
  const rules = (useRules(can('VA') && hasDrawings).data ?? none).filter(({ drawingId }) => drawingId !== null)
  const before = useRef<readonly Drawing[]>(undefined)
  const changes = useRef(new Map<string, OwnChange>())
  const pausedIds = useRef(new Set<string>())
  const queue = useRef(Promise.resolve())
  const latest = useRef({ rules, drawn })
  useEffect(() => {
    latest.current = { rules, drawn }
  })

  useEffect(() => {
    const was = before.current
    before.current = drawings
    if (was === undefined || drawings === undefined || was === drawings) return
    const { rules: known, drawn: on } = latest.current
    const steps = alertSteps({
      before: was,
      after: drawings,
      rules: known.map((rule) => withOwnChange(rule, changes.current.get(rule.id))),
      pausedIds: pausedIds.current,
      drawn: { ...on, nowMs: Date.now() },
    })
    for (const step of steps) {
      const rule = known.find(({ id }) => id === step.ruleId)
      if (rule === undefined) continue
      const own = changes.current.get(rule.id)
      if (step.kind === 'MOVE') changes.current.set(rule.id, { ...own, terms: step.terms })
      if (step.kind === 'PAUSE' || step.kind === 'RESUME') {
        const isPaused = step.kind === 'PAUSE'
        changes.current.set(rule.id, { ...own, isPaused })
        if (isPaused) pausedIds.current.add(rule.id)
        else pausedIds.current.delete(rule.id)
      }
      queue.current = queue.current.then(() => carryOut(step, rule))
    }
    if (steps.length > 0) queue.current = queue.current.then(() => client.invalidateQueries({ queryKey: ['alert'] }))
  }, [drawings, client])

  return (drawingId) => rules.filter((rule) => rule.drawingId === drawingId && isActive(rule)).length
}

const isActive = ({ state }: AlertRule): boolean => state !== 'OVER' && state !== 'EXPIRED' && state !== 'PAUSED'

function withOwnChange(rule: AlertRule, own: OwnChange | undefined): AlertRule {
  if (own === undefined) return rule
  const { terms = rule.terms, isPaused } = own
  const state = isPaused === undefined ? rule.state : isPaused ? 'PAUSED' : 'WAITING'
  return { ...rule, terms, state: rule.state === 'OVER' || rule.state === 'EXPIRED' ? rule.state : state }
}

/** Never rejects: a failed step says what stays as it was. */
async function carryOut(step: AlertStep, rule: AlertRule): Promise<void> {
  const { id, code, note, isRepeating, expiresOn, drawingId } = rule
  try {
    switch (step.kind) {
      case 'MOVE':
        await api.alertRule.update(
          { body: { id, terms: step.terms, code, accountId: null, note, isRepeating, expiresOn, drawingId } },
          { ownMessage: true },
        )
        return showToast({
          tone: 'info',
          title: 'Alert moved',
          message: 'The alert on the drawing moved with it. Undo moves both back.',
        })
      case 'STAY':
        return showToast({
          tone: 'info',
          title: 'Alert not moved',
          message: `The drawing has no price to cross now. Its alert stays as it was: ${rule.words}.`,
        })
      case 'PAUSE':
        await api.alertRule.pause({ body: { id, isPaused: true } }, { ownMessage: true })
        return showToast({
          tone: 'info',
          title: 'Alert paused',
          message: `Its drawing is deleted: ${rule.words}. Undo resumes it; Alerts resumes or deletes it.`,
        })
      case 'RESUME':
        await api.alertRule.pause({ body: { id, isPaused: false } }, { ownMessage: true })
        return showToast({ tone: 'info', title: 'Alert resumed', message: `Its drawing is back: ${rule.words}.` })
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    showToast({
      tone: 'error',
      title: 'The alert did not follow its drawing',
      message: `${rule.words} stays as it was. Change it under Alerts. ${why}`.trim(),
    })
  }
}
