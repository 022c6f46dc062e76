// From a row of the seeker to the order ticket, and why a row cannot be ordered.
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { triggerRequest } from '../calculator/trigger-request.ts'

export const orderWords: Readonly<Record<InvestmentType, string>> = { long: 'Put long order', short: 'Put short order' }

/** Rows stay listed when they cannot be ordered; their button is off and says why. Source: design "Market", Resistance and support 6. */
export function orderObstacle({ cantStocks, inversionValue }: Opportunity, capital: string): string | undefined {
  if (cantStocks === 0) return 'The risk does not pay for one share between these levels'
  return inversionValue > Number(capital) ? 'The investment is above the capital' : undefined
}

const price = (value: number): string => value.toFixed(2)

export function putOrder(direction: InvestmentType, row: Opportunity): void {
  openOrderTicket(triggerRequest(direction, {
    code: row.instrumentCode, quantity: String(row.cantStocks), buyPrice: price(row.buyPrice), sellPrice: price(row.sellPrice), resistance: price(row.resistance), support: price(row.support),
  }))
}
