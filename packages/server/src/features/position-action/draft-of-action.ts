// The order of a step in the form in which it is sent.
import type { ActionOrder, OrderDraft } from '@clubfolio/domain'

export function draftOfAction(order: ActionOrder): OrderDraft {
  if (order.kind === 'ENTRY') return { terms: order.terms, child: order.exits[0] ?? null }
  throw new Error('A pair cannot be sent yet.')
}
