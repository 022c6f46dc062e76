// Requests without an answer: a message about each, by its known fate, until the user dismisses it. Also reports when
// the browser is offline.
import { Button, CloseButton, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconWifiOff } from '@tabler/icons-react'
import { api } from '../../kernel/api.ts'
import type { ShownEffect } from '../../kernel/effect/effect-runner.ts'
import { dismissEffect, sendAgain, shownEffects } from '../../kernel/effect/pending-effects.ts'
import { keptFiguresAt } from '../../kernel/figures.ts'
import { useIsOnline } from '../../kernel/online.ts'
import { changeOfWire, openOrderChange } from '../../kernel/order-change.ts'
import { openOrderTicket, ticketOfWire } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { formatDateTime, formatDay, formatTime } from '../../ui/format/date.ts'
import { showToast } from '../../ui/toast.tsx'
import classes from './pending-effects.module.css'

export function PendingEffects() {
  const effects = useStore(shownEffects).filter(({ state }) => state !== 'sending')
  const isLine = useIsOnline()
  const keptAt = useStore(keptFiguresAt)
  // The browser may know of a line on which the server does not answer.
  const isOnline = isLine && keptAt === undefined
  if (isOnline && effects.length === 0) return null
  return (
    <section className={classes['list']} aria-label="Unconfirmed requests">
      {isOnline ? null : (
        <div className={classes['line']} data-tone="wait" role="status">
          <IconWifiOff size={16} stroke={1.6} aria-hidden />
          <p>
            {keptAt === undefined ? 'You are offline. What you see may be old.' : offlineWords(keptAt)} Changes of
            charts are kept and sent later; nothing else you do is sent.
          </p>
        </div>
      )}
      {effects.map((effect) => (
        <EffectLine key={effect.entry.key} effect={effect} />
      ))}
    </section>
  )
}

/** `Offline · figures of 14:32 ET.`; with the day when it is not today's. */
const offlineWords = (atMs: number): string =>
  formatDay(atMs) === formatDay(Date.now())
    ? `Offline · figures of ${formatTime(atMs, false)}.`
    : `Offline · figures of ${formatDateTime(atMs, false)}.`

const marks = { done: IconCircleCheck, 'not-done': IconCircleX, unknown: IconAlertTriangle } as const

function EffectLine({ effect: { entry, state, words } }: { readonly effect: ShownEffect }) {
  const isOpen = state === 'sending' || state === 'asking'
  const Mark = isOpen ? undefined : marks[state]
  const dismiss = () => dismissEffect(entry.key)
  return (
    <div
      className={classes['line']}
      data-tone={isOpen ? 'wait' : state}
      role={state === 'not-done' || state === 'unknown' ? 'alert' : 'status'}
    >
      {Mark ? <Mark size={16} stroke={1.6} aria-hidden /> : <Loader size={14} aria-hidden />}
      <p>{words}</p>
      {state === 'not-done' || (state === 'unknown' && entry.isRepeatable) ? (
        <Again effect={{ entry, state, words }} onDone={dismiss} />
      ) : null}
      {isOpen ? null : <CloseButton aria-label="Dismiss" onClick={dismiss} />}
    </div>
  )
}

/**
 * An order reopens its ticket, and a change its dialog, because the market has moved; anything else is sent again with
 * its original content.
 */
function Again({ effect: { entry }, onDone }: { readonly effect: ShownEffect; readonly onDone: () => void }) {
  const ticket = ticketOfWire(entry.call, entry.wire?.body)
  if (ticket) {
    return (
      <Button
        className={classes['again']}
        variant="default"
        onClick={() => {
          openOrderTicket(ticket)
          onDone()
        }}
      >
        Open ticket
      </Button>
    )
  }
  const change = changeOfWire(entry.call, entry.wire?.body)
  if (change) {
    return (
      <Button
        className={classes['again']}
        variant="default"
        onClick={() => {
          openOrderChange(change)
          onDone()
        }}
      >
        Open change
      </Button>
    )
  }
  // What was sent as orders is never sent again by a button.
  if (!entry.wire || entry.call.startsWith('order.') || entry.call.startsWith('positionAction.')) return null
  const again = () => {
    sendAgain(api, entry).then(
      () => showToast({ tone: 'success', title: 'Success', message: `Done: ${entry.what}.` }),
      // The call itself has shown the failure.
      () => undefined,
    )
  }
  return (
    <Button className={classes['again']} variant="default" onClick={again}>
      Send again
    </Button>
  )
}
