// The risk that is proposed for a capital, in the seeker's filter and in both calculators: only while nobody typed one.
// Source: specification 2, section 9; decision 0016.
import { proposeRisk } from '@clubfolio/domain'

interface Sizing {
  readonly capital: string
  readonly risk: string
}

/** What the risk field says while it holds a proposal. */
export const proposalNote = 'Proposed for this capital. Typing replaces it.'

const isAboveZero = (text: string): boolean => /^\d+(\.\d*)?$|^\.\d+$/.test(text) && Number(text) > 0

/**
 * The risk to propose once the capital is left. An untouched proposal follows the capital, and goes with it; what was typed stays: undefined.
 * `proposed` is the proposal that the risk field still holds untouched.
 */
export function riskProposal({ capital, risk }: Sizing, proposed: string | undefined): string | undefined {
  if (risk !== '' && risk !== proposed) return undefined
  const next = isAboveZero(capital) ? String(proposeRisk(capital)) : ''
  return next === risk ? undefined : next
}
