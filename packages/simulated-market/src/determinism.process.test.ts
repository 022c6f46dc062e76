import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { describe, expect, it } from 'vitest'
import { fingerprint } from './testing/print-fingerprint.ts'

const script = programFile('simulated-market', 'testing/print-fingerprint.ts')

/** The digest printed by a separate process. */
async function fingerprintElsewhere(seed: string, count: number, order: 'forwards' | 'backwards'): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, seed, String(count), order])
  return stdout
}

describe('the simulated market in different processes', { timeout: 600_000 }, () => {
  it('gives the same answers to the bit, whatever was asked before', async () => {
    const [first, second, backwards] = await Promise.all([
      fingerprintElsewhere('clubfolio', 40, 'forwards'),
      fingerprintElsewhere('clubfolio', 40, 'forwards'),
      fingerprintElsewhere('clubfolio', 40, 'backwards'),
    ])
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect([second, backwards, fingerprint('clubfolio', 40, false)]).toEqual([first, first, first])
  })

  it('gives other answers for another seed', () => {
    expect(fingerprint('clubfolio', 20, false)).not.toBe(fingerprint('clubfoliO', 20, false))
  })

  // Stored bars of every installation come from this output: when this digest changes, everyone's simulated past
  // changes with it, which must be noted in the changelog. On 2026-11-26 it changed without a price: chains state the
  // dividend yield.
  it('has not changed its past', () => {
    expect(fingerprint('clubfolio', 20, false)).toBe('eb8530dc2dc189a2c1ce0a4516edb38dd3443d8f8c51c2f497f2a9d38e43c492')
  })
})
