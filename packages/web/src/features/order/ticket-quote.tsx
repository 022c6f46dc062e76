// Bid, last and ask of the ticket's code, with the name of its company or contract.
import type { Quote } from '@clubfolio/contract'
import { formatCode, isOptionCode } from '@clubfolio/domain'
import { formatPrice } from '../order-text/format-price.ts'
import classes from './order-ticket.module.css'

export interface TicketQuoteProps {
  /** Undefined while no code is entered. */
  readonly code: string | undefined
  readonly name: string | null
  /** Null if the brokerage has none, undefined until it has answered. */
  readonly quote: Quote | null | undefined
}

export function TicketQuote({ code, name, quote }: TicketQuoteProps) {
  const words = code !== undefined && isOptionCode(code) ? formatCode(code) : name
  return (
    <div className={classes['quote']}>
      {code === undefined ? (
        <span className={classes['hint']}>Bid and ask appear with the code.</span>
      ) : quote === null ? (
        <span role="status">{`The brokerage has no quote for ${formatCode(code)}.`}</span>
      ) : (
        <>
          <span className={classes['quoteName']} title={words ?? undefined}>
            {words}
          </span>
          <dl aria-label="Quote" aria-busy={quote === undefined}>
            <Price label="Bid" value={quote?.bid} />
            <Price label="Last" value={quote?.last} />
            <Price label="Ask" value={quote?.ask} />
          </dl>
        </>
      )}
    </div>
  )
}

function Price({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? '--' : formatPrice(String(value))}</dd>
    </div>
  )
}
