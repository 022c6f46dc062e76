// Groups of lines: a group's figures are the sums of its lines.
import type { LineClass } from './classify-lines.ts'
import { noTotal, sumEffects, type EarnedTotal } from './complete-lines.ts'
import type { LineFacts } from './sum-closes.ts'

export interface LineGroup extends LineClass {
  /** Of the only instrument of the group. */
  readonly code: string | null
  readonly sum: EarnedTotal
  /** Percent, a mean over the closes. */
  readonly weight: number
  readonly daysHeld: number
  readonly isHeld: boolean
}

interface LinesToGroup {
  readonly byLine: ReadonlyMap<string, EarnedTotal>
  readonly facts: ReadonlyMap<string, LineFacts>
  readonly closes: number
}

/** Largest profit first. */
export function groupLines(
  { byLine, facts, closes }: LinesToGroup,
  classOf: (facts: LineFacts) => LineClass,
): LineGroup[] {
  const groups = new Map<string, LineGroup>()
  for (const [line, own] of facts) {
    const sum = byLine.get(line) ?? noTotal
    const { name, detail } = classOf(own)
    const known = groups.get(name)
    groups.set(name, {
      name,
      detail,
      code: known === undefined || known.code === own.symbol ? own.symbol : null,
      sum: sumEffects(known ? [known.sum, sum] : [sum]),
      weight: (known?.weight ?? 0) + (own.weightDays / closes) * 100,
      daysHeld: Math.max(known?.daysHeld ?? 0, own.daysHeld),
      isHeld: (known?.isHeld ?? false) || own.isHeld,
    })
  }
  return [...groups.values()].sort(
    (a, b) => Number(b.sum.profitCents - a.sum.profitCents) || (a.name < b.name ? -1 : 1),
  )
}
