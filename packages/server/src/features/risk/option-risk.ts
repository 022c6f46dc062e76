// The seam between the risk of options and the model that prices them: volatility and delta of a position from its price
// and that of its share.
import {
  contractTerms,
  sessionHours,
  sessionOnOrBefore,
  toMarketDay,
  valueAtLeastExercised,
  volatilityBounds,
  volatilityOfPrice,
  type EpochMs,
  type OptionModel,
  type OptionState,
} from '@clubfolio/domain'
import { valueOption } from '@clubfolio/simulated-market'

/** Yearly. Dividends are not known for every share, so the model has none. */
export const riskInterestRate = 0.04

export const riskOptionModel: OptionModel = (state) =>
  valueOption({ ...state, interestRate: riskInterestRate, dividendYield: 0 })

export interface OptionRisk {
  readonly delta: number
  /** As a fraction; null for a price without time value. */
  readonly volatility: number | null
  /** What a stress prices again; a price without time value has the lowest volatility. */
  readonly state: Omit<OptionState, 'spot'>
}

const msPerYear = 365 * 86_400_000

/** Returns the figures of a contract; undefined for a code that is none. */
export function riskOfOption(
  code: string,
  { price, spot, nowMs }: { readonly price: number; readonly spot: number; readonly nowMs: EpochMs },
): OptionRisk | undefined {
  const terms = contractTerms(code)
  if (terms === null) return undefined
  const { right, strike } = terms
  const closeMs = sessionHours(sessionOnOrBefore(toMarketDay(terms.expiration)))!.closeMs
  const option = { right, strike, years: Math.max(0, (closeMs - nowMs) / msPerYear) }
  const volatility = volatilityOfPrice(riskOptionModel, { ...option, spot }, price)
  const state = { ...option, volatility: volatility ?? volatilityBounds.from }
  const { delta } = valueAtLeastExercised(riskOptionModel, { ...state, spot })
  return { delta, volatility, state }
}
