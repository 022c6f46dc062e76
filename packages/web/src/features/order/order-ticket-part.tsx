// The shell's order ticket, which any screen opens through `openOrderTicket`. It is docked on the right (over the page
// where there is no room), so that the list stays usable. It shows first the fields with the order's effect, then the
// confirmation, the only step that sends.
// Source: docs/rules/trading.md, "Order entry".
import { CloseButton, FocusTrap } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { closeOrderTicket, orderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './order-ticket.module.css'
import { OrderTicket } from './order-ticket.tsx'
import { usePlaceTop } from './use-place-top.ts'

/** A dialog that opened the ticket restores its focus while it closes; the ticket takes the focus after that. */
const focusAfterMs = 60
/** Below the top bar, with the gap around panels. */
const leastTopPx = 60

export function OrderTicketPart() {
  const request = useStore(orderTicket)
  // Each request opens a new ticket.
  const [shown, setShown] = useState<{ readonly request: OrderTicketRequest; readonly count: number }>()
  if (request && request !== shown?.request) setShown({ request, count: (shown?.count ?? 0) + 1 })
  if (!request || !shown) return null
  return <DockedTicket key={shown.count} request={request} />
}

function DockedTicket({ request }: { readonly request: OrderTicketRequest }) {
  const placeRef = useRef<HTMLElement>(null)
  // There it covers the screen.
  const isPhone = usePhone()
  usePlaceTop(placeRef, '--cf-ticket-top', leastTopPx)
  const { account, choices } = useChosenAccount()
  const active = choices?.filter(({ isActive }) => isActive)
  useFocusWhileOpen(placeRef, active !== undefined)
  // No account is preselected without one in view: the user has to choose.
  const inView = account?.isActive ? account.number : ''
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // An open dropdown handles Esc itself.
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return
    // A dialog that the ticket opens is elsewhere in the page and closes itself.
    if (placeRef.current?.contains(event.target) !== true) return
    if (!event.target.matches('[aria-expanded="true"], [data-mantine-stop-propagation="true"]')) closeOrderTicket()
  }
  return (
    <FocusTrap active={isPhone} innerRef={placeRef}>
      <section
        role="dialog"
        aria-labelledby="order-ticket-title"
        data-docked
        {...(isPhone ? { 'aria-modal': true } : {})}
        tabIndex={-1}
        className={classes['docked']}
        onKeyDownCapture={onKeyDownCapture}
      >
        <div className={classes['dockedHead']}>
          <IconArrowsExchange size={16} stroke={1.6} aria-hidden />
          <h2 id="order-ticket-title">
            Put order
            {request.code ? <span className={classes['subject']}>{request.code}</span> : null}
          </h2>
          <CloseButton aria-label="Close" onClick={closeOrderTicket} />
        </div>
        <ScrollArea label="Order ticket" role="group" className={classes['dockedBody']}>
          {active ? (
            <OrderTicket request={request} accounts={active} numberInView={inView} onClose={closeOrderTicket} />
          ) : null}
        </ScrollArea>
      </section>
    </FocusTrap>
  )
}

/** Focuses the first field as soon as it is there; on close, returns the focus to the previous element. */
function useFocusWhileOpen(placeRef: RefObject<HTMLElement | null>, hasFields: boolean): void {
  useEffect(() => {
    const place = placeRef.current
    // The ticket took the focus before its accounts were read.
    if (hasFields && place && document.activeElement === place)
      place.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [placeRef, hasFields])
  useEffect(() => {
    const before = document.activeElement
    // Until then the focus is elsewhere, and Esc is meant for the ticket that has just opened.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') closeOrderTicket()
    }
    document.addEventListener('keydown', onKeyDown)
    const timer = setTimeout(() => {
      document.removeEventListener('keydown', onKeyDown)
      const place = placeRef.current
      if (place && !place.contains(document.activeElement))
        (place.querySelector<HTMLElement>('[data-autofocus]') ?? place).focus()
    }, focusAfterMs)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus({ preventScroll: true })
    }
  }, [placeRef])
}
