// A level and its proof, in words and as a line on the chart.
import type { InstrumentLevels } from '@clubfolio/contract'
import type { FoundLevel, StockWorkspace } from '@clubfolio/charts'
import { levelLines } from './levels.ts'

type Pair = InstrumentLevels['long']
type Side = Pair['resistance']

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** "Resistance touched 3 times, last 2026-11-09.", or its origin when no level is near. */
export function describeProof(name: 'Resistance' | 'Support', { origin, days }: Side): string {
  if (origin === 'LEVEL') return `${name} touched ${times(days.length)}, last ${days.at(-1)}.`
  return (
    `${name}: ${name === 'Resistance' ? 'the highest high' : 'the lowest low'} of the last 20 sessions, first ` +
    `reached ${days[0]}.`
  )
}

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the lines of a pair with the resulting stop; each touched day is marked on its line. */
export function pairLines(
  direction: 'long' | 'short',
  { resistance, support }: Pick<Pair, 'resistance' | 'support'>,
): StockWorkspace['levels'] {
  const lines = levelLines({ direction, resistance: resistance.price, support: support.price })
  const mark = (side: Side) => ({
    price: side.price,
    note: side.origin === 'LEVEL' ? `touched ${times(side.days.length)}` : '20-session extreme',
    touchesMs: side.days.map(midnightOf),
  })
  return { ...lines, resistance: mark(resistance), support: mark(support) }
}

/** "Resistance, touched twice". */
export const describeTouches = (side: FoundLevel['side'], count: number): string =>
  `${side === 'resistance' ? 'Resistance' : 'Support'}, touched ${times(count)}`

/**
 * Returns all levels that still count, those above the last close as resistances; each touched day is marked on its
 * line, whose title counts them: "2×".
 */
export function foundLevels({ levels, lastClose }: InstrumentLevels): FoundLevel[] {
  return levels
    .map(({ price, days }): FoundLevel => ({
      side: price > lastClose ? 'resistance' : 'support',
      price,
      title: `${days.length}×`,
      touchesMs: days.map(midnightOf),
    }))
    .toSorted((a, b) => b.price - a.price)
}
