// Reopens a change that was not carried out, with its values, for the order in its current state.
import type { Order } from '@clubfolio/contract'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { closeOrderChange, orderChange, type AskedOrderChange } from '../../kernel/order-change.ts'
import { useStore } from '../../kernel/store.ts'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useOpenOrders } from './api.ts'
import { ChangeOrderModal } from './change-order-modal.tsx'

export function OrderChangePart() {
  const request = useStore(orderChange)
  return request ? <OpenedChange key={request.orderId} request={request} /> : null
}

function OpenedChange({ request }: { readonly request: AskedOrderChange }) {
  const orders = useOpenOrders(request.accountNumber)
  // An order that ends leaves the list; the dialog itself shows that.
  const [opened, setOpened] = useState<Order>()
  const listed = orders.data?.find(({ orderId }) => orderId === request.orderId)
  const found = listed?.isEditable ? listed : undefined
  if (opened === undefined && found !== undefined) setOpened(found)
  if (opened) return <ChangeOrderModal order={opened} asked={request} onClose={closeOrderChange} />
  if (orders.isPending) return null
  return (
    <Modal isOpen onClose={closeOrderChange} title="Change order" subject={request.orderId} icon={IconPencil}>
      {orders.isError ? (
        <FailedQuery query={orders} title="The order could not be loaded" />
      ) : listed ? (
        <EmptyState
          title="This order cannot be changed here"
          words="Its brokerage takes only a cancellation. Cancel it and place another one."
        />
      ) : (
        <EmptyState
          title="The order is no longer open"
          words={`Order ${request.orderId} was filled, cancelled or replaced. Nothing is left to change.`}
        />
      )}
    </Modal>
  )
}
