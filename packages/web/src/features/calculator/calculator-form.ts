// What both calculators do with their input, independent of the UI: when they calculate, what they return, and what may
// be ordered.
// Source: docs/rules/trading.md, "Calculators" and "Position formulas".
import {
  isAboveThreshold,
  positionFault,
  positionFaultTexts,
  roundPosition,
  sizePosition,
  type Position,
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

/** Incomplete input, the text of a refusal, or a result. */
export type Calculation =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'ready'; readonly position: Position; readonly isAboveThreshold: boolean }

const isNumber = (text: string): boolean => /^(\d+\.?\d*|\.\d+)$/.test(text)

/**
 * Calculates only when capital, risk, resistance and support are all filled in. The advanced page rounds prices and
 * investment to 2 decimals, the simple one does not. The result is styled as success when the investment exceeds 800.
 */
export function calculate(fields: CalculatorFields, page: 'simple' | 'advanced'): Calculation {
  const { capital, risk, resistance, support } = fields
  if (![capital, risk, resistance, support].every(isNumber)) return { kind: 'incomplete' }
  const fault = positionFault(fields)
  if (fault) return { kind: 'refused', words: positionFaultTexts[fault] }
  const exact = sizePosition(fields)
  const position = page === 'advanced' ? roundPosition(exact, fields) : exact
  return { kind: 'ready', position, isAboveThreshold: isAboveThreshold(position.investment) }
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
