// What the risk of an option needs from a pricing model: its value and delta for a price of the underlying and a
// volatility. The model itself is passed in. An option is worth at least what exercising it now would bring.
// Source: docs/rules/trading.md, "Portfolio risk".

export interface OptionState {
  readonly right: 'CALL' | 'PUT'
  readonly strike: number
  /** Price of the underlying share. */
  readonly spot: number
  /** Until it expires; 0 or less once it has. */
  readonly years: number
  /** Per year, as a fraction. */
  readonly volatility: number
}

export interface ModelValue {
  /** Dollars per share of the contract. */
  readonly value: number
  /** Change of the value per dollar of the underlying. */
  readonly delta: number
}

export type OptionModel = (state: OptionState) => ModelValue

/** Volatilities that prices are read as, and to which shifted ones are limited. */
export const volatilityBounds = { from: 0.01, to: 5 } as const

export const limitVolatility = (volatility: number): number =>
  Math.max(volatilityBounds.from, Math.min(volatilityBounds.to, volatility))

/**
 * Returns value and delta by the model, or those of exercising now where that brings more: a put of strike 100 at 20 is
 * worth 80 with a delta of -1, even though the model discounts the strike.
 */
export function valueAtLeastExercised(model: OptionModel, state: OptionState): ModelValue {
  const sign = state.right === 'CALL' ? 1 : -1
  const exercised = sign * (state.spot - state.strike)
  const modelled = model(state)
  return exercised > modelled.value ? { value: exercised, delta: sign } : modelled
}

/**
 * Returns the volatility at which the model has the option at its price, to a millionth; null where no volatility does,
 * because the price contains no time value or more than any volatility explains.
 */
export function volatilityOfPrice(
  model: OptionModel,
  option: Omit<OptionState, 'volatility'>,
  price: number,
): number | null {
  if (option.years <= 0 || option.spot <= 0) return null
  const valueAt = (volatility: number): number => valueAtLeastExercised(model, { ...option, volatility }).value
  let { from, to }: { from: number; to: number } = volatilityBounds
  if (price <= valueAt(from) || price >= valueAt(to)) return null
  while (to - from > 1e-6) {
    const middle = (from + to) / 2
    if (valueAt(middle) < price) from = middle
    else to = middle
  }
  return (from + to) / 2
}
