// The shell's order ticket: any screen opens it by `openOrderTicket`. First the fields with what the order would do, then the
// confirmation, which alone sends. Source: specification 2, sections 2 (Orders), 4 "Order flow" and 9 "Order confirmation".
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccountList } from '../../kernel/account-list.ts'
import { useDefaultAccount } from '../../kernel/default-account.ts'
import { closeOrderTicket, orderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { Modal } from '../../ui/modal.tsx'
import { OrderTicket } from './order-ticket.tsx'

export function OrderTicketPart() {
  const request = useStore(orderTicket)
  // The last request stays while the modal fades away; each request begins a ticket of its own.
  const [shown, setShown] = useState<{ readonly request: OrderTicketRequest; readonly count: number }>()
  if (request && request !== shown?.request) setShown({ request, count: (shown?.count ?? 0) + 1 })
  const standard = useDefaultAccount()
  const list = useAccountList()
  const active = (list.data ?? (standard.data ? [standard.data] : [])).filter(({ isActive }) => isActive)
  const isKnown = standard.data !== undefined
  return (
    <Modal isOpen={request !== undefined} onClose={closeOrderTicket} size="medium" icon={IconArrowsExchange} title="Put order" subject={shown?.request.code ?? ''}>
      {shown && isKnown ? <OrderTicket key={shown.count} request={shown.request} accounts={active} defaultNumber={standard.data?.number ?? ''} onClose={closeOrderTicket} /> : null}
    </Modal>
  )
}
