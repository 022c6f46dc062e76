// What both calculators do with their input, independent of the UI: when they calculate, what they return, and what may
// be ordered.
// Source: docs/rules/trading.md, "Calculators" and "Position formulas".
import {
  findExcess,
  isAboveThreshold,
  positionFault,
  positionFaultTexts,
  roundPosition,
  sizePosition,
  type Position,
  type PositionExcess,
  type TradeDirection,
} from '@clubfolio/domain'

export interface CalculatorFields {
  readonly direction: TradeDirection
  readonly capital: string
  readonly risk: string
  readonly resistance: string
  readonly support: string
}

export const emptyFields: CalculatorFields = { direction: 'long', capital: '', risk: '', resistance: '', support: '' }

/** A result, rounded for an order. */
export interface SizedPosition {
  readonly kind: 'ready'
  readonly position: Position
  readonly isAboveThreshold: boolean
  readonly excess: PositionExcess
}

/** Incomplete input, the text of a refusal, or a result. */
export type Calculation =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly words: string }
  | SizedPosition

/** How a result is styled. */
export type ResultTone = 'success' | 'warning' | 'danger'

const isNumber = (text: string): boolean => /^(\d+\.?\d*|\.\d+)$/.test(text)

/**
 * Calculates only when capital, risk, resistance and support are all filled in. Both calculators give the same result.
 */
export function calculate(fields: CalculatorFields): Calculation {
  const { capital, risk, resistance, support } = fields
  if (![capital, risk, resistance, support].every(isNumber)) return { kind: 'incomplete' }
  const fault = positionFault(fields)
  if (fault) return { kind: 'refused', words: positionFaultTexts[fault] }
  const position = roundPosition(sizePosition(fields), fields)
  return {
    kind: 'ready',
    position,
    isAboveThreshold: isAboveThreshold(position.investment),
    excess: findExcess(position, fields),
  }
}

/**
 * Returns how a result is styled: danger up to an investment of 800; above it success, unless the position costs more
 * than the capital or loses more at its stop than the typed risk, which is a warning. Undefined without a result.
 */
export function resultTone(calculation: Calculation): ResultTone | undefined {
  if (calculation.kind !== 'ready') return undefined
  if (!calculation.isAboveThreshold) return 'danger'
  const { isAboveCapital, isAboveRisk } = calculation.excess
  return isAboveCapital || isAboveRisk ? 'warning' : 'success'
}

/**
 * Returns why an order is refused. Buy is allowed for long and Sell for short, once the result is ready and the
 * investment exceeds 800.
 */
export function orderRefusal(
  side: 'buy' | 'sell',
  fields: CalculatorFields,
  calculation: Calculation,
): string | undefined {
  if (calculation.kind !== 'ready') return 'There is no result yet'
  if (!calculation.isAboveThreshold) return 'The investment is not above $800'
  if (side === 'buy' && fields.direction === 'short') return 'A short position is opened by Sell'
  if (side === 'sell' && fields.direction === 'long') return 'A long position is opened by Buy'
  return undefined
}
