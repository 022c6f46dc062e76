// Feeds the order ticket the calculator's current figures while the calculator is open.
import { useEffect, useId } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { type OrderTicketRequest, ticketSource } from '../../kernel/order-ticket.ts'

/** Returns the id under which a ticket is filled from here. */
export function useTicketSource(figures: OrderTicketRequest | undefined): string {
  const id = useId()
  const text = figures === undefined ? undefined : contentText(figures)
  useEffect(() => {
    ticketSource.set({
      id,
      request: text === undefined ? undefined : { ...(JSON.parse(text) as OrderTicketRequest), sourceId: id },
    })
  }, [id, text])
  useEffect(() => () => ticketSource.set(undefined), [])
  return id
}
