// The message about one request without an answer: what is known of it, and what the user can do.
import { Button, CloseButton, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { api } from '../../kernel/api.ts'
import { changeOfWire } from '../../kernel/change-of-wire.ts'
import type { ShownEffect } from '../../kernel/effect/effect-runner.ts'
import { dismissEffect, sendAgain } from '../../kernel/effect/pending-effects.ts'
import { waitsForApproval } from '../../kernel/effect/waits-for-approval.ts'
import { openOrderChange } from '../../kernel/order-change.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { ticketOfWire } from '../../kernel/ticket-of-wire.ts'
import { showToast } from '../../ui/toast.tsx'
import classes from './pending-effects.module.css'

const marks = { done: IconCircleCheck, 'not-done': IconCircleX, unknown: IconAlertTriangle } as const

export default function EffectLine({ effect: { entry, state, words } }: { readonly effect: ShownEffect }) {
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
      (reply) =>
        showToast(
          waitsForApproval(reply)
            ? { tone: 'info', title: 'Waiting for approval', message: `Sent: ${entry.what}.` }
            : { tone: 'success', title: 'Success', message: `Done: ${entry.what}.` },
        ),
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
