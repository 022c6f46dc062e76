// Feeds the order ticket the calculator's current figures while the calculator is open.
import { useEffect, useId, useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { type OrderTicketRequest, ticketSource } from '../../kernel/order-ticket.ts'

const textOf = (figures: OrderTicketRequest | undefined): string => (figures ? contentText(figures) : '')

/** Returns the id under which a ticket is filled from here. */
export function useTicketSource(figures: OrderTicketRequest | undefined): string {
  const id = useId()
  const [latest, setLatest] = useState(figures)
  if (textOf(figures) !== textOf(latest)) setLatest(figures)
  useEffect(() => {
    ticketSource.set({ id, request: latest && { ...latest, sourceId: id } })
  }, [id, latest])
  useEffect(() => () => ticketSource.set(undefined), [])
  return id
}
