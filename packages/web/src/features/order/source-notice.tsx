// Says in a ticket that was filled from a calculator that the calculator has other figures by now, and takes them over.
import { Button } from '@mantine/core'
import { type OrderTicketRequest, ticketSource } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { changedFigures } from './source-figures.ts'
import classes from './order-ticket.module.css'

export interface SourceNoticeProps {
  /** What the ticket was filled with last. */
  readonly taken: OrderTicketRequest
  readonly onTake: (request: OrderTicketRequest) => void
}

export function SourceNotice({ taken, onTake }: SourceNoticeProps) {
  const source = useStore(ticketSource)
  if (source === undefined || source.id !== taken.sourceId) return null
  const { request } = source
  if (request === undefined) return <div className={classes['source']}><WarningBar>The calculator no longer has a result. This ticket keeps its earlier figures.</WarningBar></div>
  const changed = changedFigures(taken, request)
  if (changed.length === 0) return null
  return (
    <div className={classes['source']}>
      <WarningBar action={<Button size="sm" variant="default" onClick={() => onTake(request)}>Take the new figures</Button>}>
        {`The calculator no longer matches this ticket: ${changed.join(', ')}.`}
      </WarningBar>
    </div>
  )
}
