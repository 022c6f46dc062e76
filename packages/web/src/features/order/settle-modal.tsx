// The owner picks the brokerage order that a request became, when there is more than one candidate.
import type { Order } from '@clubfolio/contract'
import { Button, Radio } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSettleOrder } from './api.ts'
import classes from './order-ticket.module.css'

export function SettleModal({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const [choice, setChoice] = useState<string>()
  const settle = useSettleOrder()
  const submit = () =>
    settle.mutate(
      { accountNumber: order.accountNumber, requestId: order.orderId, orderId: choice === 'none' ? null : choice! },
      {
        onSuccess: ({ message }) => {
          showToast({ tone: 'success', title: 'Success', message })
          onClose()
        },
      },
    )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Which order is it?"
      subject={order.code ?? ''}
      icon={IconHelpCircle}
      foot={
        <div className={classes['modalFoot']}>
          <span />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <DisabledReason reason={choice === undefined ? 'Choose which order it is' : undefined}>
            <Button loading={settle.isPending} onClick={submit}>
              Save
            </Button>
          </DisabledReason>
        </div>
      }
    >
      <p className={classes['hint']}>
        The answer of the brokerage was lost, and more than one of its orders has the same terms. Nothing is sent by
        this; it only says which one came of your order.
      </p>
      <Radio.Group value={choice ?? null} onChange={(value) => setChoice(value ?? undefined)} label="Your order became">
        {order.candidates.map((id) => (
          <Radio key={id} value={id} label={`Order ${id}`} mt={8} />
        ))}
        <Radio value="none" label="None of them: it was not placed" mt={8} />
      </Radio.Group>
    </Modal>
  )
}
