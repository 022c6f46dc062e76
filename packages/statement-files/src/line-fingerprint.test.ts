import { describe, expect, it } from 'vitest'
import { countOrdinals, lineFingerprint } from './line-fingerprint.ts'
import { makeInstrument, makeLine, type LineParts } from './make-line.ts'
import type { StatementLine } from './statement-line.ts'

const trade = (parts: Partial<LineParts> = {}, line = 2): StatementLine =>
  makeLine(
    { line, text: `row ${line}` },
    {
      fate: 'trade',
      day: '2024-01-03',
      description: 'Buy: FOO INC',
      instrument: makeInstrument({ symbol: 'FOO' }),
      quantity: '10',
      price: '5',
      amount: '-50',
      currency: 'USD',
      ...parts,
    },
  )

const fingerprintsOf = (lines: readonly StatementLine[]): string[] => {
  const ordinals = countOrdinals()
  return lines.map((line) => lineFingerprint(line, ordinals(line)))
}

describe('the fingerprint of a row', () => {
  it('is the same in another file, on another line and in another order', () => {
    const first = [trade(), trade({ amount: '-51' }, 3), trade({ day: '2024-01-04' }, 4)]
    const again = first.toReversed().map((line) => ({ ...line, line: line.line + 100, text: 'moved' }))
    expect(fingerprintsOf(again).sort()).toEqual(fingerprintsOf(first).sort())
  })

  it('tells two equal trades of one day apart', () => {
    expect(new Set(fingerprintsOf([trade({}, 2), trade({}, 3)])).size).toBe(2)
  })

  it('is not changed by zeros and blanks that mean nothing', () => {
    expect(fingerprintsOf([trade({ amount: '-50.00', description: 'Buy:  FOO INC ' })])).toEqual(
      fingerprintsOf([trade()]),
    )
  })

  it.each([
    ['day', { day: '2024-01-04' }],
    ['fate', { fate: 'delivery' }],
    ['security', { instrument: makeInstrument({ symbol: 'BAR' }) }],
    ['quantity', { quantity: '11' }],
    ['price', { price: '5.1' }],
    ['amount', { amount: '-50.1' }],
    ['currency', { currency: 'EUR' }],
    ['description', { description: 'Buy: FOO INC CL B' }],
  ] as const)('differs with another %s', (_name, parts) => {
    expect(fingerprintsOf([trade(parts)])).not.toEqual(fingerprintsOf([trade()]))
  })

  it('is that of the reference where the row has one, whatever else the brokerage corrects later', () => {
    const [before] = fingerprintsOf([trade({ reference: 'T1' })])
    const [, after] = fingerprintsOf([trade({ reference: 'T0' }), trade({ reference: 'T1', description: 'Corrected' })])
    expect(after).toBe(before)
  })

  it('tells the lines of one booking apart: both sides of an exchange and its fee', () => {
    const lines = [
      trade({ fate: 'exchange', reference: 'T1', instrument: null, currency: 'EUR' }),
      trade({ fate: 'exchange', reference: 'T1', instrument: null, currency: 'USD' }),
      trade({ fate: 'fee', reference: 'T1', instrument: null, currency: 'USD' }),
    ]
    expect(new Set(fingerprintsOf(lines)).size).toBe(3)
  })
})
