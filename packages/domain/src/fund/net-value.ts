// The most that a holder can take out at a moment: the one place that distributions and requests ask.
import { toCents, type Cents } from '../kind.ts'
import type { HolderFigure } from './holder-figure.ts'

/** Returns the greatest retribution of a holder, never below zero: their value. */
export const netValueCents = ({ valueCents }: Pick<HolderFigure, 'valueCents'>): Cents =>
  valueCents > 0n ? valueCents : toCents(0n)
