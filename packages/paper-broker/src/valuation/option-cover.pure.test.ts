import { describe, expect, it } from 'vitest'
import { centsNumber, priceOfFloat } from '../money/money.ts'
import { optionCover, writtenRisk } from './option-cover.ts'

type Held = readonly [symbol: string, quantity: number]

/** Returns an option code: `C55` and `P45` expire in March, with the prefix `later` in April. */
function codeOf(name: string): string {
  const [, later = '', right = '', strike = ''] = /^(later )?([CP])([\d.]+)$/.exec(name) ?? []
  return `ACME  ${later === '' ? '260320' : '260417'}${right}${String(Number(strike) * 1_000).padStart(8, '0')}`
}

function cover(
  accountType: 'MARGIN' | 'CASH',
  held: readonly Held[],
): { hold: number; pledged: number; secured: Record<string, number> } {
  const { hold, pledged, secured } = optionCover(
    accountType,
    held.map(([name, quantity]) => [codeOf(name), { quantity: BigInt(quantity), multiplier: 100n }] as const),
  )
  return {
    hold: centsNumber(hold),
    pledged: Number(pledged.get('ACME') ?? 0n),
    secured: Object.fromEntries(
      held.flatMap(([name]) => (secured.has(codeOf(name)) ? [[name, Number(secured.get(codeOf(name)))]] : [])),
    ),
  }
}

describe('what written options hold back in a margin account', () => {
  it.each<[string, readonly Held[], number, number]>([
    [
      'nothing for bought options',
      [
        ['C55', 3],
        ['P45', 1],
      ],
      0,
      0,
    ],
    ['the strike of a put', [['P45', -2]], 9_000, 0],
    ['shares for a call', [['C55', -2]], 0, 200],
    [
      'the distance of a credit vertical of puts',
      [
        ['P45', -1],
        ['P40', 1],
      ],
      500,
      0,
    ],
    [
      'the distance of a credit vertical of calls',
      [
        ['C55', -1],
        ['C60', 1],
      ],
      500,
      0,
    ],
    [
      'nothing for a debit vertical',
      [
        ['C55', 1],
        ['C60', -1],
      ],
      0,
      0,
    ],
    [
      'the wider side of an iron condor',
      [
        ['P40', 1],
        ['P45', -1],
        ['C55', -1],
        ['C62', 1],
      ],
      700,
      0,
    ],
    [
      'one side of an iron butterfly',
      [
        ['P45', 1],
        ['P50', -1],
        ['C50', -1],
        ['C55', 1],
      ],
      500,
      0,
    ],
    [
      'nothing for a butterfly',
      [
        ['C50', 1],
        ['C55', -2],
        ['C60', 1],
      ],
      0,
      0,
    ],
    [
      'the distance of the short side of a broken butterfly',
      [
        ['C50', 1],
        ['C55', -2],
        ['C65', 1],
      ],
      500,
      0,
    ],
    [
      'the distance of a written butterfly',
      [
        ['C50', -1],
        ['C55', 2],
        ['C60', -1],
      ],
      500,
      0,
    ],
    [
      'nothing for a calendar whose bought part ends later',
      [
        ['C55', -1],
        ['later C55', 1],
      ],
      0,
      0,
    ],
    [
      'the distance of a diagonal',
      [
        ['C55', -1],
        ['later C57', 1],
      ],
      200,
      0,
    ],
    [
      'shares for a call that outlives the bought one',
      [
        ['later C55', -1],
        ['C55', 1],
      ],
      0,
      100,
    ],
    [
      'the strike of a put that outlives the bought one',
      [
        ['later P45', -1],
        ['P45', 1],
      ],
      4_500,
      0,
    ],
    [
      'both sides of a condor whose sides end apart',
      [
        ['P40', 1],
        ['P45', -1],
        ['later C55', -1],
        ['later C60', 1],
      ],
      1_000,
      0,
    ],
    [
      'the distance for the ones that are covered, shares for the rest',
      [
        ['C55', -3],
        ['C60', 1],
      ],
      500,
      200,
    ],
    [
      'bought calls of the lowest strikes first',
      [
        ['C55', -1],
        ['C70', 1],
        ['C60', 1],
      ],
      500,
      0,
    ],
    [
      'bought calls of the lowest strikes first, wherever bought puts are listed',
      [
        ['C50', -1],
        ['C60', 1],
        ['P50', 1],
        ['C55', 1],
      ],
      500,
      0,
    ],
    [
      'bought puts of the highest strikes first',
      [
        ['P45', -1],
        ['P30', 1],
        ['P40', 1],
      ],
      500,
      0,
    ],
    [
      'several contracts of one strike',
      [
        ['P45', -3],
        ['P40', 2],
      ],
      5_500,
      0,
    ],
    [
      'the later call by the later one, and the earlier by what is left, in whatever order they are listed',
      [
        ['C55', -1],
        ['later C50', -1],
        ['C56', 1],
        ['later C52', 1],
      ],
      300,
      0,
    ],
    [
      'the later put by the only one that lives as long',
      [
        ['later P45', -1],
        ['P45', -1],
        ['later P44', 1],
        ['P40', 1],
      ],
      600,
      0,
    ],
    ['nothing for what is held no more', [['P45', 0]], 0, 0],
  ])('%s', (_, held, hold, pledged) => {
    expect(cover('MARGIN', held)).toMatchObject({ hold, pledged })
  })

  it('names the contracts whose risk it holds back, and only those', () => {
    const secured = (held: readonly Held[]): Record<string, number> => cover('MARGIN', held).secured
    expect(secured([['P45', -2]])).toEqual({ P45: 2 })
    expect(secured([['C55', -2]])).toEqual({})
    expect(secured([['P45', 0]])).toEqual({})
    expect(
      secured([
        ['C55', -3],
        ['C60', 1],
        ['P45', -1],
        ['P40', 1],
      ]),
    ).toEqual({ C55: 1, P45: 1 })
  })

  it('names nothing else', () => {
    const { secured } = optionCover('MARGIN', [[codeOf('P45'), { quantity: -1n, multiplier: 100n }]])
    expect([...secured]).toEqual([[codeOf('P45'), 1n]])
  })

  it('pledges only shares of an underlying whose calls need them', () => {
    const { pledged } = optionCover('MARGIN', [
      [codeOf('P45'), { quantity: -1n, multiplier: 100n }],
      [codeOf('C55').replace('ACME', 'BOLT'), { quantity: -2n, multiplier: 100n }],
      ['ACME', { quantity: 500n, multiplier: 1n }],
    ])
    expect([...pledged]).toEqual([['BOLT', 200n]])
  })

  it('adds the risk of each underlying up, and covers none by the options of another', () => {
    const { hold } = optionCover('MARGIN', [
      [codeOf('P45'), { quantity: -1n, multiplier: 100n }],
      [codeOf('P40').replace('ACME', 'BOLT'), { quantity: -1n, multiplier: 100n }],
      [codeOf('P39').replace('ACME', 'BOLT'), { quantity: 1n, multiplier: 100n }],
    ])
    expect(centsNumber(hold)).toBe(4_600)
  })

  it('lets shares cover the call that could cost most, wherever it is listed', () => {
    const calls: readonly Held[] = [
      ['C50', -1],
      ['C60', -1],
      ['C65', 1],
    ]
    const expected = { hold: 500, pledged: 100, secured: { C60: 1 } }
    expect([cover('MARGIN', calls), cover('MARGIN', calls.toReversed())]).toEqual([expected, expected])
  })
})

describe('what written options hold back in a cash account', () => {
  it.each<[string, readonly Held[], number, number]>([
    [
      'the strike of a put, whatever else is held',
      [
        ['P45', -1],
        ['P40', 1],
      ],
      4_500,
      0,
    ],
    [
      'shares for a call, whatever else is held',
      [
        ['C55', -1],
        ['C60', 1],
      ],
      0,
      100,
    ],
  ])('%s', (_, held, hold, pledged) => {
    expect(cover('CASH', held)).toMatchObject({ hold, pledged })
  })
})

describe('the risk of written options in the balances', () => {
  it('is what they reserve, and the value of the contracts that are reserved for', () => {
    const option = (name: string, quantity: bigint, last: number): Parameters<typeof writtenRisk>[1][number] => ({
      symbol: codeOf(name),
      quantity,
      multiplier: 100n,
      last: priceOfFloat(last),
    })
    // One of the calls is written on shares, so its value stays in the balances.
    const positions = [option('P45', -2n, 1.5), option('C55', -2n, 3), option('C60', 1n, 2), option('P30', 1n, 0.1)]
    // The put without a cover can cost 4,500, the other 1,500; the calls' 500 cannot be lost at the same time.
    expect(writtenRisk('MARGIN', positions)).toEqual({ hold: 600_000n, value: 60_000n })
    expect(writtenRisk('CASH', positions)).toEqual({ hold: 900_000n, value: 30_000n })
    expect(writtenRisk('MARGIN', [])).toEqual({ hold: 0n, value: 0n })
  })
})
