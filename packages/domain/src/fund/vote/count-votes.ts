// Counts the ballots of a vote, exactly: weights are whole numbers (one a head, or steps of units), and only the
// percentages that are shown are rounded. Source: docs/rules/fund.md, "Votes".
import { splitByLargestRemainder } from '../../money/largest-remainder.ts'

/** One member's choice. The weight is 1 for a vote by heads, and the member's steps of units for one by units. */
export interface WeighedBallot {
  readonly choiceId: string
  readonly weight: bigint
}

export interface ChoiceCount {
  readonly choiceId: string
  /** How many members chose it. */
  readonly votes: number
  readonly weight: bigint
  /**
   * Its part of the cast weight in hundredths of a percent; the choices add up to 10,000, or are 0 without a ballot.
   */
  readonly shareHundredths: number
  /** No other choice has a greater weight; several choices when they are equal. */
  readonly isGreatest: boolean
}

export interface VoteCount {
  /** In the order of the choices. */
  readonly choices: readonly ChoiceCount[]
  readonly votes: number
  readonly weight: bigint
}

/**
 * Counts ballots. `hundredths` is the precision of the shares: 1 for 0.01 %, 100 for whole percents. Example: weights 2
 * and 1 for "Yes", 3 for "No": 50.00 % each, both greatest. Throws for a ballot with a choice that is not in the list
 * or a weight of zero or less.
 */
export function countVotes(
  choiceIds: readonly string[],
  ballots: readonly WeighedBallot[],
  hundredths: 1 | 100 = 1,
): VoteCount {
  const counts = new Map(choiceIds.map((id) => [id, { votes: 0, weight: 0n }]))
  for (const { choiceId, weight } of ballots) {
    const count = counts.get(choiceId)
    if (!count) throw new RangeError('A ballot names a choice that the vote does not have')
    if (weight <= 0n) throw new RangeError('A ballot needs a weight above zero')
    count.votes += 1
    count.weight += weight
  }
  const total = [...counts.values()].reduce((sum, { weight }) => sum + weight, 0n)
  const greatest = [...counts.values()].reduce((most, { weight }) => (weight > most ? weight : most), 0n)
  const shares =
    total === 0n
      ? undefined
      : splitByLargestRemainder(
          10_000n / BigInt(hundredths),
          [...counts].map(([id, { weight }]) => [id, weight] as const),
        )
  return {
    choices: [...counts].map(([choiceId, { votes, weight }]) => ({
      choiceId,
      votes,
      weight,
      shareHundredths: Number(shares?.get(choiceId) ?? 0n) * hundredths,
      isGreatest: weight > 0n && weight === greatest,
    })),
    votes: ballots.length,
    weight: total,
  }
}
