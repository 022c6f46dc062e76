import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day } from './wire.ts'

describe('a day on the wire', () => {
  it.each(['0001-01-01', '2024-02-29', '9999-12-31'])('is %s', (text) => {
    expect(z.decode(day, text)).toBe(text)
  })

  it.each(['', '2026-02-30', '2026-3-3', '2026-03-03 ', '2026-03-03T00:00:00Z', '+275760-09-13', '-0001-01-01', '0000-01-01'])('is never %j', (text) => {
    expect(z.safeDecode(day, text).success).toBe(false)
  })
})
