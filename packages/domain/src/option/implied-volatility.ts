// The volatility at which the model has the price of the market. For brokerages that quote a contract without one.
import { type ModelInput, modelOption } from './option-model.ts'

const lowest = 1e-4
const highest = 10
const steps = 200
const precise = 1e-10

/**
 * Returns the implied volatility as a yearly fraction; null where no volatility gives the price, such as a price below
 * what exercise brings. The value grows with volatility, so halving an interval finds it.
 * Example: a call of strike 20 at 21, a quarter of a year, rate 10 percent, at 1.875: 0.2345.
 */
export function impliedVolatilityOf(contract: Omit<ModelInput, 'volatility'>, price: number): number | null {
  const at = (volatility: number): number => modelOption({ ...contract, volatility }).value
  if (contract.years <= 0 || contract.spot <= 0 || price <= at(lowest) || price >= at(highest)) return null
  let [low, high] = [lowest, highest]
  for (let step = 0; step < steps && high - low > precise; step += 1) {
    const middle = (low + high) / 2
    if (at(middle) < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}
