import { describe, expect, it } from 'vitest'
import { bitsAt, heavyAt, normalAt, streamOf, uniformAt } from './draw.ts'

const DRAWS = 200_000

function moments(draw: (n: number) => number): { mean: number; variance: number; kurtosis: number } {
  const values = Array.from({ length: DRAWS }, (_, n) => draw(n))
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS
  return {
    mean,
    variance,
    kurtosis: values.reduce((sum, value) => sum + (value - mean) ** 4, 0) / DRAWS / variance ** 2,
  }
}

describe('draws by position', () => {
  const stream = streamOf('a seed', 'a name')

  it('are the same for the same seed, name and position, and else different', () => {
    expect(bitsAt(stream, 7)).toBe(bitsAt(streamOf('a seed', 'a name'), 7))
    const others = [
      bitsAt(stream, 8),
      bitsAt(streamOf('a seed', 'another'), 7),
      bitsAt(streamOf('b seed', 'a name'), 7),
      bitsAt(streamOf('a', 'seed/a name'), 7),
    ]
    expect(others).not.toContain(bitsAt(stream, 7))
  })

  it('are even between 0 and 1', () => {
    const { mean, variance } = moments((n) => uniformAt(stream, n))
    expect(mean).toBeCloseTo(0.5, 2)
    expect(variance).toBeCloseTo(1 / 12, 3)
  })

  it('are normal with mean 0, deviation 1 and kurtosis 3', () => {
    const { mean, variance, kurtosis } = moments((n) => normalAt(stream, n))
    expect(mean).toBeCloseTo(0, 1)
    expect(variance).toBeCloseTo(1, 1)
    expect(kurtosis).toBeCloseTo(3, 0)
  })

  it('have heavy tails where asked, at the same deviation', () => {
    const { variance, kurtosis } = moments((n) => heavyAt(stream, n))
    expect(variance).toBeCloseTo(1, 1)
    expect(kurtosis).toBeGreaterThan(4.5)
    expect(kurtosis).toBeLessThan(7)
  })

  it('do not follow each other from one position or one stream to the next', () => {
    const other = streamOf('a seed', 'a namf')
    let next = 0
    let across = 0
    for (let n = 0; n < DRAWS; n += 1) {
      next += normalAt(stream, n) * normalAt(stream, n + 1)
      across += normalAt(stream, n) * normalAt(other, n)
    }
    expect(Math.abs(next / DRAWS)).toBeLessThan(0.01)
    expect(Math.abs(across / DRAWS)).toBeLessThan(0.01)
  })
})
