// Finds the members whose money a movement of the brokerage may be, so that the owner explains it in one step
// (docs/rules/fund.md, "Explaining a movement"). It proposes; the owner decides.
import type { Cents, MarketDay } from '../kind.ts'
import { currentRecords } from './current-record.ts'
import type { FundRecords, HolderId } from './record.ts'

/** A member who could be behind a movement. */
export interface FitCandidate {
  readonly holderId: HolderId
  readonly firstName: string
  readonly lastName: string
}

/** A payment that a member is expected to make. */
export interface ExpectedAmount {
  readonly holderId: HolderId
  readonly day: MarketDay
  readonly amountCents: Cents
}

export interface MovementFacts {
  /** Positive into the account. */
  readonly amountCents: bigint
  /** What the brokerage says about it. */
  readonly text: string
}

export type FitReason =
  | { readonly kind: 'requested' }
  | { readonly kind: 'due'; readonly day: MarketDay }
  | { readonly kind: 'usual'; readonly times: number }
  | { readonly kind: 'named' }

export interface MemberFit {
  readonly holderId: HolderId
  /** At least one, the strongest first. */
  readonly reasons: readonly FitReason[]
}

const weights = { requested: 8, due: 4, named: 2, usual: 1 } as const

export interface FitMovementOptions {
  /** In the order in which equally good ones are returned. */
  readonly candidates: readonly FitCandidate[]
  readonly expected: readonly ExpectedAmount[]
  /** Amounts that members have asked to pay in or, negative, to take out. */
  readonly requested: ReadonlyArray<{ readonly holderId: HolderId; readonly amountCents: bigint }>
}

/**
 * Returns the members who fit a movement, the best first: one who has asked for exactly this payment, owes exactly this
 * amount, is named in its text, or has had an entry of exactly this amount before. A request weighs most, and a payment
 * that is due more than name and amount together.
 * Example: 500.00 came in, "Keller March". Ann Keller, who has paid 500.00 twice, is named and it is her usual amount;
 * Ben Okafor, who owes 500.00 since the 1st, comes before her.
 */
export function fitMovement(
  records: FundRecords,
  movement: MovementFacts,
  { candidates, expected, requested }: FitMovementOptions,
): MemberFit[] {
  const amountCents = movement.amountCents < 0n ? -movement.amountCents : movement.amountCents
  const kind = movement.amountCents < 0n ? 'retribution' : 'contribution'
  const current = currentRecords(records)
  const times = new Map<HolderId, number>()
  for (const entry of [...current.funded, ...current.entries])
    if (entry.kind === kind && entry.amountCents === amountCents)
      times.set(entry.holderId, (times.get(entry.holderId) ?? 0) + 1)
  const words = wordsOf(movement.text)
  const fits = candidates.map(({ holderId, lastName }): MemberFit => {
    const due = kind === 'contribution' ? oldestDue(expected, holderId, amountCents) : undefined
    const usual = times.get(holderId)
    return {
      holderId,
      reasons: [
        ...(requested.some((one) => one.holderId === holderId && one.amountCents === movement.amountCents)
          ? [{ kind: 'requested' } as const]
          : []),
        ...(due === undefined ? [] : [{ kind: 'due', day: due } as const]),
        ...(isNamed(words, lastName) ? [{ kind: 'named' } as const] : []),
        ...(usual === undefined ? [] : [{ kind: 'usual', times: usual } as const]),
      ],
    }
  })
  return fits.filter((fit) => fit.reasons.length > 0).toSorted((one, other) => weightOf(other) - weightOf(one))
}

function oldestDue(
  expected: readonly ExpectedAmount[],
  holderId: HolderId,
  amountCents: bigint,
): MarketDay | undefined {
  return expected
    .filter((one) => one.holderId === holderId && one.amountCents === amountCents)
    .map((one) => one.day)
    .toSorted()[0]
}

/** A last name is found as whole words, so that "Li" is not in "Lindqvist". */
function isNamed(words: readonly string[], lastName: string): boolean {
  const name = wordsOf(lastName)
  return name.length > 0 && name.every((word) => words.includes(word))
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const weightOf = ({ reasons }: MemberFit): number => reasons.reduce((sum, { kind }) => sum + weights[kind], 0)
