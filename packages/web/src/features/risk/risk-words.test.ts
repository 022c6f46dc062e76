import { expect, test } from 'vitest'
import { cents, sampleRisk, sampleRiskPosition } from '../../testing/samples.ts'
import { formatShares } from './format-shares.ts'
import { contributionsAt, correlatedPairs, describeGap, formatMove, shareOf } from './risk-words.ts'

test('contributions to a move start with the largest amount, gain or loss', () => {
  const risk = sampleRisk()
  expect(contributionsAt(risk, 0).map(({ code, gain }) => [code, gain])).toEqual([
    ['ALDE', cents(-4_800)],
    ['ALDE 95 put 2026-06-18', cents(-2_500)],
    ['KSTL', cents(1_200)],
  ])
  const leftOut = sampleRisk({ positions: [sampleRiskPosition({ gains: null })] })
  expect(contributionsAt(leftOut, 0)).toEqual([])
})

test('pairs start with the highest correlation, each pair once', () => {
  expect(correlatedPairs(sampleRisk().correlation)).toEqual([
    { codes: ['ALDE', 'KSTL'], value: 0.41 },
    { codes: ['KSTL', 'MRDG'], value: 0.05 },
    { codes: ['ALDE', 'MRDG'], value: -0.2 },
  ])
})

test('a gap says what is missing and what still counts', () => {
  const position = sampleRiskPosition({ sessions: 41, underlying: 'NEWC' })
  expect(describeGap('TOO_FEW_RETURNS', position, 60)).toBe(
    '41 of at least 60 daily returns together with SPY; only its exposure counts.',
  )
  expect(describeGap('NO_PRICES', position, 60)).toContain('no prices of NEWC')
  expect(describeGap('NO_SHARE_PRICE', position, 60)).toContain('The price of NEWC is unknown')
})

test('shares and moves carry their sign', () => {
  expect([140.25, -2, 0, null].map(formatShares)).toEqual(['+140.3', '-2.0', '0.0', '--'])
  expect([2.5, -10, 0].map(formatMove)).toEqual(['+2.5%', '-10%', '0%'])
})

test('a part of an account without value has no percent', () => {
  expect(shareOf(cents(-6_100), cents(100_000))).toBe(-6.1)
  expect(shareOf(cents(1), cents(0))).toBeNull()
})
