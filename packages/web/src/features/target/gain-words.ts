// What sales would realise, in words.
import type { ProposedGain } from '@clubfolio/contract'
import type { FormatAmount } from '../../ui/figure/currency.tsx'

/** `+$120.00 short term, -$30.00 long term` */
export function describeGain({ shortTerm, longTerm, isComplete }: ProposedGain, format: FormatAmount): string {
  const parts = [
    ...(shortTerm === 0n && longTerm !== 0n ? [] : [`${format(shortTerm, { isSigned: true })} short term`]),
    ...(longTerm === 0n ? [] : [`${format(longTerm, { isSigned: true })} long term`]),
  ]
  return `${parts.join(', ')}${isComplete ? '' : '; the cost of some lots is not known'}`
}
