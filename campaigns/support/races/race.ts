// A race: several calls at the same moment, repeated, with the outcome of each round and the invariants it broke.

export interface RaceRound {
  /** Which side won, or the outcome: "first", "the fill". */
  readonly outcome: string
  /** Broken invariants, in words; empty for a good round. */
  readonly broken: readonly string[]
}

export interface Race {
  readonly name: string
  readonly run: (round: number) => Promise<RaceRound>
}

export interface RaceResult {
  readonly name: string
  readonly outcomes: ReadonlyMap<string, number>
  readonly broken: readonly string[]
}

export async function runRace({ name, run }: Race, rounds: number): Promise<RaceResult> {
  const outcomes = new Map<string, number>()
  const broken: string[] = []
  for (let round = 0; round < rounds; round++) {
    const result = await run(round).catch((error: unknown): RaceRound => ({
      outcome: 'a fault',
      broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }))
    outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
    broken.push(...result.broken.map((what) => `round ${round}: ${what}`))
  }
  return { name, outcomes, broken }
}

/** `done`, or status and name of the refusal; any other failure of a call is thrown. */
export { outcomeOf } from '../../../packages/server/src/testing/rights.ts'

/**
 * Returns what is wrong if exactly `wanted` of these calls should have succeeded and the others should have been
 * refused by these names.
 */
export function judgeOutcomes(outcomes: readonly string[], wanted: number, refusals: readonly string[]): string[] {
  const winners = outcomes.filter((outcome) => outcome === 'done').length
  const strange = outcomes.filter((outcome) => outcome !== 'done' && !refusals.includes(outcome))
  return [
    ...(winners === wanted ? [] : [`${winners} succeeded instead of ${wanted}: ${outcomes.join(', ')}`]),
    ...strange.map((outcome) => `answered ${outcome}`),
  ]
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Returns which of the calls succeeded: "second". */
export const winnerOf = (outcomes: readonly string[]): string =>
  outcomes
    .flatMap((outcome, index) => (outcome === 'done' ? [places[index] ?? String(index + 1)] : []))
    .join(' and ') || 'nobody'
