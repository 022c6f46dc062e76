// An option priced again by the model, for risk: it is worth at least what exercising it now would bring, because its
// holder can choose to on any day.
// Source: docs/rules/trading.md, "Portfolio risk".
import { exerciseValue, modelOption, type ModelInput } from '../option/option-model.ts'

/** Limits of shifted volatilities, per year; the lower one is also that of a price without time value. */
export const volatilityBounds = { from: 0.01, to: 5 } as const

export const limitVolatility = (volatility: number): number =>
  Math.max(volatilityBounds.from, Math.min(volatilityBounds.to, volatility))

/**
 * Returns value and delta by the model, or those of exercising now where that brings more: a put of strike 100 at 20 is
 * worth 80 with a delta of -1, even though the model discounts the strike.
 */
export function priceOption(input: ModelInput): { readonly value: number; readonly delta: number } {
  const exercised = exerciseValue(input.right, input.spot, input.strike)
  const { value, delta } = modelOption(input)
  return exercised > value ? { value: exercised, delta: input.right === 'CALL' ? 1 : -1 } : { value, delta }
}
