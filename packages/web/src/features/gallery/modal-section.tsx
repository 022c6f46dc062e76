// Modals of every size, the confirmation dialog, toasts.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal, type ModalSize } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import classes from './gallery.module.css'

const sizes: readonly ModalSize[] = ['small', 'medium', 'graph', 'full', 'auto']

export function ModalSection() {
  const [size, setSize] = useState<ModalSize>()
  const [answer, setAnswer] = useState('not asked')
  const [amount, setAmount] = useState('')
  const close = () => setSize(undefined)
  const ask = () => {
    void confirm({
      question: 'Do you want to disable this account?',
      consequence:
        '8841-5310 stays in the reports. Its prices and orders are no longer refreshed, and 2 working orders ' +
        'stay with the broker.',
      accept: 'Disable',
      isDanger: true,
    }).then((isAccepted) => setAnswer(isAccepted ? 'accepted' : 'cancelled'))
  }
  return (
    <Panel title="Modals, confirmation, toasts" isPadded>
      <div className={classes['stack']}>
        <div className={classes['row']}>
          {sizes.map((name) => (
            <Button key={name} variant="default" onClick={() => setSize(name)}>
              {name}
            </Button>
          ))}
        </div>
        <div className={classes['row']}>
          <Button variant="default" onClick={ask}>
            Ask
          </Button>
          <span data-testid="answer">{answer}</span>
        </div>
        <div className={classes['row']}>
          <Button
            variant="default"
            onClick={() => showToast({ tone: 'success', title: 'Success', message: 'Order 10482963 was placed' })}
          >
            Success toast
          </Button>
          <Button
            variant="default"
            onClick={() =>
              showToast({
                tone: 'error',
                title: 'Error',
                message: 'Not enough buying power: needs $6,998.67, has $5,120.00',
              })
            }
          >
            Error toast
          </Button>
          <Button
            variant="default"
            onClick={() =>
              showToast({ tone: 'info', title: 'Notification', message: 'Confirmation code has been expired' })
            }
          >
            Info toast
          </Button>
        </div>
      </div>
      <Modal
        isOpen={size !== undefined}
        onClose={close}
        title="New Participation"
        subject="8841-2207"
        size={size ?? 'small'}
        foot={
          <FormFoot submit="Create" openCount={amount === '' || isInvalidNumber(amount) ? 1 : 0} onCancel={close} />
        }
      >
        <NumericInput label="Amount" withAsterisk prefix="$" value={amount} onChange={setAmount} data-autofocus />
      </Modal>
    </Panel>
  )
}
