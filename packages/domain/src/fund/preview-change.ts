// Computes how a change would alter every holder's value, for the form that shows it before saving (docs/rules/fund.md,
// "Entries").
import { type Cents, toCents } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { holderFigures, type HolderFigure } from './holder-figure.ts'
import type { HolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

export interface HolderPreview {
  readonly holderId: HolderId
  readonly beforeCents: Cents
  readonly afterCents: Cents
  readonly differenceCents: Cents
  readonly percentHundredthsBefore: number
  readonly percentHundredthsAfter: number
}

export interface ChangePreview {
  readonly holders: readonly HolderPreview[]
  readonly fundValueBeforeCents: Cents
  readonly fundValueAfterCents: Cents
  readonly rateBefore: Fraction
  readonly rateAfter: Fraction
  /** Records that become pending because of the change. */
  readonly pendingRecordIds: readonly string[]
}

/** Returns the effect of a change on every holder, sorted by id; both replays come from an allowed judgement. */
export function previewChange(before: FundReplay, after: FundReplay): ChangePreview {
  const was = byHolder(before)
  const will = byHolder(after)
  const waited = new Set(before.pending.map((record) => record.recordId))
  return {
    holders: [...new Set([...was.keys(), ...will.keys()])]
      .sort(compareIds)
      .map((id) => previewOf(id, was.get(id), will.get(id))),
    fundValueBeforeCents: before.fundValueCents,
    fundValueAfterCents: after.fundValueCents,
    rateBefore: before.rate,
    rateAfter: after.rate,
    pendingRecordIds: after.pending.map((record) => record.recordId).filter((id) => !waited.has(id)),
  }
}

function byHolder(replay: FundReplay): Map<HolderId, HolderFigure> {
  return new Map(holderFigures(replay).map((row) => [row.holderId, row]))
}

function previewOf(holderId: HolderId, was: HolderFigure | undefined, will: HolderFigure | undefined): HolderPreview {
  const before = was?.valueCents ?? 0n
  const after = will?.valueCents ?? 0n
  return {
    holderId,
    beforeCents: toCents(before),
    afterCents: toCents(after),
    differenceCents: toCents(after - before),
    percentHundredthsBefore: was?.percentHundredths ?? 0,
    percentHundredthsAfter: will?.percentHundredths ?? 0,
  }
}
