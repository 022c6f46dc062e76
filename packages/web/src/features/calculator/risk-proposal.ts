// The risk proposed for a capital, in the seeker's filter and in both calculators, only while the user has not typed
// one.
// Source: docs/rules/trading.md, "Risk proposal"; docs/decisions/0016-one-number-field.md.
import { proposeRisk } from '@clubfolio/domain'

interface Sizing {
  readonly capital: string
  readonly risk: string
}

/** The note on the risk field while it holds a proposal. */
export const proposalNote = 'Proposed for this capital. Typing replaces it.'

const isAboveZero = (text: string): boolean => /^\d+(\.\d*)?$|^\.\d+$/.test(text) && Number(text) > 0

/**
 * Returns the risk to propose when the capital field loses focus. An untouched proposal follows the capital and is
 * cleared with it; undefined when the field needs no change, in particular when the user typed a risk.
 * `proposed` is the proposal that the risk field still holds untouched.
 */
export function riskProposal({ capital, risk }: Sizing, proposed: string | undefined): string | undefined {
  if (risk !== '' && risk !== proposed) return undefined
  const next = isAboveZero(capital) ? String(proposeRisk(capital)) : ''
  return next === risk ? undefined : next
}
