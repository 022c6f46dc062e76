// Words and numbers of risk figures.
import type { PortfolioRisk, RiskGap, RiskPosition } from '@clubfolio/contract'
import { formatCode, type Cents } from '@clubfolio/domain'
import { absent } from '../../ui/format/money.ts'

/** "+5%", "-12.5%", "0%" */
export const formatMove = (move: number): string => `${move > 0 ? '+' : ''}${move}%`

/** "0.82", "-0.10" */
export const formatRatio = (ratio: number | null): string => (ratio === null ? absent : ratio.toFixed(2))

/** Why a position is left out: "41 of at least 60 returns". */
export function describeGap(
  gap: RiskGap,
  position: Pick<RiskPosition, 'sessions' | 'underlying'>,
  least: number,
): string {
  switch (gap) {
    case 'OTHER_MARKET':
      return 'Its account follows another market than the rest; only its exposure counts.'
    case 'NO_PRICES':
      return `The market has no prices of ${position.underlying}; only its exposure counts.`
    case 'TOO_FEW_RETURNS':
      return `${position.sessions} of at least ${least} daily returns together with SPY; only its exposure counts.`
    case 'NO_MOVE':
      return 'Its price or that of SPY did not move; only its exposure counts.'
    case 'NO_SHARE_PRICE':
      return `The price of ${position.underlying} is unknown; only the market value of the option is shown.`
  }
}

export interface Contribution {
  readonly key: string
  readonly code: string
  readonly accountId: string
  readonly gain: Cents
}

/** Returns what the positions gain at a move, the largest amounts first. */
export function contributionsAt(risk: PortfolioRisk, moveIndex: number): readonly Contribution[] {
  const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
  return risk.positions
    .flatMap(({ code, accountId, gains }) => {
      const gain = gains?.[moveIndex]
      return gain === undefined ? [] : [{ key: `${accountId} ${code}`, code: formatCode(code), accountId, gain }]
    })
    .toSorted((a, b) => Number(size(b.gain) - size(a.gain)) || (a.code < b.code ? -1 : 1))
}

/** Returns a part of a whole in percent with 2 decimals; null unless the whole is positive. */
export const shareOf = (part: Cents, whole: Cents): number | null =>
  whole <= 0n ? null : Number((part * 10_000n) / whole) / 100

/** Pairs of a matrix: those that move together most, and the least. */
export interface CorrelatedPair {
  readonly codes: readonly [string, string]
  readonly value: number
}

/** Returns all pairs, the one with the highest correlation first. */
export function correlatedPairs({ codes, values }: PortfolioRisk['correlation']): readonly CorrelatedPair[] {
  return codes
    .flatMap((one, row) =>
      codes.slice(row + 1).map((other, offset): CorrelatedPair => ({
        codes: [one, other],
        value: values[row]![row + 1 + offset]!,
      })),
    )
    .toSorted((a, b) => b.value - a.value)
}
