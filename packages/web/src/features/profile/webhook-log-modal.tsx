// The log of a webhook: each delivery of the last 30 days with its attempts, payload and the beginning of the answer.
import type { Webhook, WebhookDelivery } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { Chip, type ChipTone } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import classes from './profile.module.css'
import { deliveriesPerPage, useDeliveries, useRedeliver, useSendTest } from './webhook-api.ts'

const states: Readonly<Record<WebhookDelivery['state'], readonly [ChipTone, string]>> = {
  WAITING: ['info', 'Waiting'],
  DELIVERED: ['profit', 'Delivered'],
  FAILED: ['loss', 'Failed'],
  WITHHELD: ['warn', 'Withheld'],
}

export function WebhookLogModal({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const [start, setStart] = useState(0)
  const log = useDeliveries(webhook.id, start)
  const test = useSendTest()
  const total = log.data?.total ?? 0
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Deliveries"
      subject={webhook.name}
      icon={IconWebhook}
      size="medium"
      foot={
        <div className={classes['foot']}>
          <Button variant="default" disabled={start === 0} onClick={() => setStart(start - deliveriesPerPage)}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={start + deliveriesPerPage >= total}
            onClick={() => setStart(start + deliveriesPerPage)}
          >
            Older
          </Button>
          <Button
            loading={test.isPending}
            disabled={webhook.state !== 'ACTIVE'}
            onClick={() => test.mutate({ id: webhook.id })}
          >
            Send test
          </Button>
        </div>
      }
    >
      {log.error && !log.data ? <FailedQuery query={log} title="The deliveries could not be read" /> : null}
      {log.data && total === 0 ? (
        <EmptyState title="No deliveries" words="Events of the last 30 days are listed here." />
      ) : null}
      <ul className={classes['deliveries']}>
        {(log.data?.result ?? []).map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} isActive={webhook.state === 'ACTIVE'} />
        ))}
      </ul>
    </Modal>
  )
}

function Delivery({ delivery, isActive }: { readonly delivery: WebhookDelivery; readonly isActive: boolean }) {
  const redeliver = useRedeliver()
  const [tone, words] = states[delivery.state]
  const last = delivery.attempts.at(-1)
  return (
    <li className={classes['delivery']}>
      <div className={classes['choice']}>
        <div className={classes['deliveryHead']}>
          <strong>{delivery.event}</strong>
          <Chip tone={tone}>{words}</Chip>
          <span className={classes['note']}>{formatDateTime(delivery.createdAt)}</span>
        </div>
        {delivery.state === 'WITHHELD' ? null : (
          <Button
            size="xs"
            variant="default"
            disabled={!isActive}
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate(delivery.id)}
          >
            Send again
          </Button>
        )}
      </div>
      {delivery.state === 'WITHHELD' ? (
        <p className={classes['note']}>You no longer have access to its subject, so it was not sent.</p>
      ) : null}
      {delivery.nextAt === null ? null : (
        <p className={classes['note']}>Next attempt: {formatDateTime(delivery.nextAt)}</p>
      )}
      {last === undefined ? null : (
        <details className={classes['attempts']}>
          <summary className={classes['note']}>
            {delivery.attempts.length === 1 ? '1 attempt' : `${delivery.attempts.length} attempts`}, last:{' '}
            {last.status ?? 'no answer'} in {last.durationMs} ms
          </summary>
          <ul>
            {delivery.attempts.map((attempt) => (
              <li key={attempt.at} className={classes['note']}>
                {formatDateTime(attempt.at)}: {attempt.status ?? 'no answer'}, {attempt.durationMs} ms
                {attempt.reason === null ? '' : `. ${attempt.reason}`}
              </li>
            ))}
          </ul>
          <p className={classes['note']}>{delivery.messageId}</p>
          {delivery.payload === null ? null : <pre className={classes['payload']}>{delivery.payload}</pre>}
          {last.answer === '' ? null : <pre className={classes['payload']}>{last.answer}</pre>}
        </details>
      )}
    </li>
  )
}
