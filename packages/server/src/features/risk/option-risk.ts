// Volatility and delta of a held contract from its price and that of its share, by the model of the domain. Unlike the
// greeks of option management this asks no brokerage for a chain, and its prices belong to one moment.
import {
  contractTerms,
  impliedVolatilityOf,
  priceOption,
  volatilityBounds,
  yearsUntil,
  type EpochMs,
  type ModelInput,
  type ModelRates,
} from '@clubfolio/domain'

export interface OptionRisk {
  readonly delta: number
  /** As a fraction; null for a price without time value. */
  readonly volatility: number | null
  /** What a stress prices again; a price without time value has the lowest volatility. */
  readonly terms: Omit<ModelInput, 'spot'>
}

export interface OptionMoment {
  readonly price: number
  readonly spot: number
  readonly nowMs: EpochMs
  readonly rates: ModelRates
}

/** Returns the figures of a contract; undefined for a code that is none. */
export function riskOfOption(code: string, { price, spot, nowMs, rates }: OptionMoment): OptionRisk | undefined {
  const contract = contractTerms(code)
  if (contract === null) return undefined
  const { right, strike, expiration } = contract
  const option = {
    right,
    strike,
    years: yearsUntil(expiration, nowMs),
    ...rates,
  }
  const volatility = impliedVolatilityOf({ ...option, spot }, price)
  const terms = { ...option, volatility: volatility ?? volatilityBounds.from }
  return { delta: priceOption({ ...terms, spot }).delta, volatility, terms }
}
