// Shows in a ticket filled from a calculator that the calculator's figures have changed, and applies them on request.
import { Button } from '@mantine/core'
import { type OrderTicketRequest, ticketSource } from '../../kernel/order-ticket.ts'
import { useStore } from '../../kernel/store.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { changedFigures } from './source-figures.ts'
import classes from './order-ticket.module.css'

export interface SourceNoticeProps {
  /** The figures that last filled the ticket. */
  readonly taken: OrderTicketRequest
  readonly onTake: (request: OrderTicketRequest) => void
}

export function SourceNotice({ taken, onTake }: SourceNoticeProps) {
  const source = useStore(ticketSource)
  if (source === undefined || source.id !== taken.sourceId) return null
  const { request } = source
  if (request === undefined)
    return (
      <div className={classes['source']}>
        <WarningBar>The calculator no longer has a result. This ticket keeps its earlier figures.</WarningBar>
      </div>
    )
  const changed = changedFigures(taken, request)
  if (changed.length === 0) return null
  return (
    <div className={classes['source']}>
      <WarningBar
        action={
          <Button size="sm" variant="default" onClick={() => onTake(request)}>
            Take the new figures
          </Button>
        }
      >
        {`The calculator no longer matches this ticket: ${changed.join(', ')}.`}
      </WarningBar>
    </div>
  )
}
