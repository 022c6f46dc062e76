import { type EpochMs, marketDay } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/money.ts'
import { settlementInstant, settlesMs, unsettledAt } from './unsettled.ts'

const at = (instant: string): EpochMs => Date.parse(instant) as EpochMs
const text = (instant: number): string => new Date(instant).toISOString()

describe('the proceeds of a sale', () => {
  it.each([
    ['on a Wednesday', '2026-03-04T15:00:00Z', '2026-03-05T05:00:00.000Z'],
    ['on a Wednesday evening, which belongs to Thursday', '2026-03-04T22:00:00Z', '2026-03-06T05:00:00.000Z'],
    ['on a Friday, over the change of the clocks', '2026-03-06T17:00:00Z', '2026-03-09T04:00:00.000Z'],
    ['before a holiday', '2026-11-25T15:00:00Z', '2026-11-27T05:00:00.000Z'],
  ])('%s can be spent from midnight of the next session', (_, traded, settled) => {
    expect(text(settlesMs(at(traded)))).toBe(settled)
  })

  it('count as unsettled until that instant, and no longer', () => {
    const instant = settlementInstant(marketDay('2026-03-05'))
    const all = [
      { amount: cents(100n), settlesMs: instant },
      { amount: cents(20n), settlesMs: (instant + 1) as EpochMs },
      { amount: cents(3n), settlesMs: (instant - 1) as EpochMs },
    ]
    expect([unsettledAt(all, instant), unsettledAt(all, (instant - 1) as EpochMs), unsettledAt([], instant)]).toEqual([
      20n,
      120n,
      0n,
    ])
  })
})
