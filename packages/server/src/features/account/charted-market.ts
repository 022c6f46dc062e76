// Whether the prices that are shown are those that an account trades at.
import { isReplay } from './market-time.ts'

/**
 * Returns whether the chart shows the account's market. A replay runs on the imported prices; a live brokerage trades
 * what Yahoo and imported files record, never the simulated market.
 */
export function isChartedMarket(own: string, shown: string): boolean {
  return own === shown || (isReplay(own) && shown === 'import') || (own === 'live' && shown !== 'simulated')
}
