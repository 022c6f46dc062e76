import { describe, expect, it } from 'vitest'
import { exactExp, exactLog } from './exact-math.ts'

describe('exact exponential and logarithm', () => {
  it('agree with the engine to 14 digits over the whole range that prices use', () => {
    let worst = 0
    for (let x = -30; x <= 30; x += 0.00731) {
      worst = Math.max(worst, Math.abs(exactExp(x) / Math.exp(x) - 1))
      worst = Math.max(worst, Math.abs(exactLog(Math.exp(x)) - x) / Math.max(1, Math.abs(x)))
    }
    expect(worst).toBeLessThan(3e-15)
  })

  it('are exact where they must be', () => {
    expect(exactExp(0)).toBe(1)
    expect(exactLog(1)).toBe(0)
    expect(exactExp(-650)).toBeGreaterThan(0)
    expect(exactExp(700)).toBeLessThan(Infinity)
  })
})
