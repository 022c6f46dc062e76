import { describe, expect, it } from 'vitest'
import { entryDistance, judgeEntry } from './entry-state.ts'

const long = { direction: 'long', entry: 47.61, cancelPrice: 44.2 } as const
const short = { direction: 'short', entry: 44.19, cancelPrice: 47.6 } as const

describe('the state of an entry in a session', () => {
  it.each([
    [long, 47.6, 44.21, 'WAITING'],
    [long, 47.61, 45, 'TRIGGERED'],
    [long, 47.6, 44.2, 'CANCELLED'],
    [long, 47.61, 44.2, 'TRIGGERED'],
    [short, 47.59, 44.2, 'WAITING'],
    [short, 46, 44.19, 'TRIGGERED'],
    [short, 47.6, 44.2, 'CANCELLED'],
    [short, 47.6, 44.19, 'TRIGGERED'],
  ] as const)('of %o after %d and %d is %s', (plan, high, low, state) => {
    expect(judgeEntry(plan, { high, low })).toBe(state)
  })

  it('compares prices as they read, not as floats', () => {
    expect(judgeEntry({ direction: 'long', entry: 0.3, cancelPrice: 0.1 }, { high: 0.1 + 0.2, low: 0.2 })).toBe(
      'TRIGGERED',
    )
    expect(judgeEntry({ direction: 'short', entry: 0.3, cancelPrice: 0.5 }, { high: 0.4, low: 0.1 + 0.2 })).toBe(
      'TRIGGERED',
    )
  })

  it('gives the distance in percent of the last price', () => {
    expect([entryDistance(47.61, 47), entryDistance(44.19, 44.5)]).toEqual([1.3, 0.7])
  })
})
