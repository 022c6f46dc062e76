// Opens the order ticket from a row of the seeker, or explains why the row cannot be ordered.
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { confirm } from '../../ui/confirm.tsx'
import { triggerRequest } from '../calculator/trigger-request.ts'
import { decimalsOf } from '../order-text/format-price.ts'
import { describeOvertaken, type LiveEntry } from './live-entry.ts'

export const orderButtonLabels: Readonly<Record<InvestmentType, string>> = {
  long: 'Put long order',
  short: 'Put short order',
}

/**
 * Returns why a row cannot be ordered. Such a row stays listed, with its button disabled and the reason shown.
 * Source: docs/rules/market.md, "Position of an opportunity".
 */
export function orderObstacle(
  { cantStocks, inversionValue, entryState }: Opportunity,
  capital: string,
): string | undefined {
  if (entryState === 'SPLIT') return 'The stock splits today; these prices are from before the split'
  if (cantStocks === 0) return 'The risk is too small for one share between these levels'
  return inversionValue > Number(capital) ? 'The investment is above the capital' : undefined
}

const price = (value: number): string => value.toFixed(decimalsOf(String(value)))

/** Opens the ticket; for a row that the session has overtaken only after a confirmation. */
export async function openEntryTicket(
  direction: InvestmentType,
  row: Opportunity,
  live: LiveEntry | undefined,
): Promise<void> {
  const overtaken = describeOvertaken(direction, row, live)
  if (
    overtaken !== undefined &&
    !(await confirm({
      question: `${row.instrumentCode} is no longer waiting for its entry`,
      consequence: `${overtaken} The levels are from the last close, so this order no longer follows the row's plan.`,
      accept: 'Open the ticket anyway',
    }))
  )
    return
  openOrderTicket(
    triggerRequest(direction, {
      code: row.instrumentCode,
      quantity: String(row.cantStocks),
      buyPrice: price(row.buyPrice),
      sellPrice: price(row.sellPrice),
      resistance: price(row.resistance),
      support: price(row.support),
    }),
  )
}
