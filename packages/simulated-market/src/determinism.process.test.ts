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
  // changes with it, which must be noted in the changelog.
  it('has not changed its past', () => {
    expect(fingerprint('clubfolio', 20, false)).toBe('a5b13d0b3851bdfc178d537efc8f80517965ebe50b4dd4283d68b856089fdcf0')
  })
})
