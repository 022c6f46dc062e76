import { toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { cents, memberId, sampleFeePolicy, sampleFees } from '../../../testing/samples.ts'
import {
  chargesAnybody,
  correctionSince,
  exampleGain,
  exampleManagementFee,
  exampleValue,
  millionthsOfPercent,
  policySpans,
  showsNetValues,
  wirePercent,
} from './fee-words.ts'

test('2 % of 100,000.00 for 31 days is 169.86', () => {
  expect(exampleManagementFee(exampleValue, 20_000n, 31)).toBe(cents(169.86))
})

test.each([
  ['nothing', '0.00000000', '164.38356164', undefined],
  ['what came over from the last charge', '-0.50000000', '164.88356164', undefined],
  ['a payment that was recorded late', '0.00000000', '224.38356164', '60.00000000'],
  ['a close that was too high', '0.00000000', '84.93150685', '-79.45205479'],
  ['the rounding of the last decimal', '0.00000001', '164.38356165', undefined],
])('a fee of 164.38 differs from its days by %s', (_by, carried, sum, added) => {
  expect(correctionSince({ exact: '164.38356164', carried }, sum)).toBe(added)
})

test.each([
  ['no hurdle', 0n, cents(10), cents(200), cents(40)],
  ['a hurdle of 5 %', 50_000n, cents(10.5), cents(150), cents(30)],
  ['a hurdle above the gain', 300_000n, cents(13), cents(0), cents(0)],
])('20 %% with %s', (_with, hurdle, freeCents, gainCents, feeCents) => {
  expect(exampleGain(200_000n, hurdle)).toEqual({ freeCents, gainCents, feeCents })
})

test.each([
  ['2', 20_000n],
  ['0.75', 7_500n],
  ['12.3456', 123_456n],
  ['12.34567', undefined],
  ['', undefined],
])('%j percent is %s millionths', (percent, millionths) => {
  expect(millionthsOfPercent(percent)).toBe(millionths)
})

test.each([
  ['2.', '2'],
  ['2.50', '2.5'],
  ['.5', '0.5'],
  ['02', '2'],
  ['20', '20'],
  ['0', '0'],
])('a typed %j is sent as %j', (typed, sent) => {
  expect(wirePercent(typed)).toBe(sent)
})

test('each policy counts until the day before the next one, and one replaced before it began never counted', () => {
  const first = sampleFeePolicy({ id: '019a9f3e-8c00-7000-8000-0000000000f1', firstDay: '2026-01-06' })
  const second = sampleFeePolicy({ id: '019a9f3e-8c00-7000-8000-0000000000f2', firstDay: '2026-02-10' })
  const typedWrong = sampleFeePolicy({ id: '019a9f3e-8c00-7000-8000-0000000000f3', firstDay: '2026-03-05' })
  const next = sampleFeePolicy({ id: '019a9f3e-8c00-7000-8000-0000000000f4', firstDay: '2026-03-05' })
  const other = sampleFeePolicy({ kind: 'performance' })
  expect(policySpans([next, typedWrong, second, other, first], 'management', '2026-03-04')).toEqual([
    { policy: next, lastDay: null, state: 'begins' },
    { policy: typedWrong, lastDay: null, state: 'replaced' },
    { policy: second, lastDay: '2026-03-04', state: 'in-force' },
    { policy: first, lastDay: '2026-02-09', state: 'past' },
  ])
})

test('a policy charges somebody while its rate or that of one member is above zero', () => {
  const own = { memberId, name: 'Ada Lund', rate: '1' }
  expect(chargesAnybody(sampleFeePolicy())).toBe(true)
  expect(chargesAnybody(sampleFeePolicy({ rate: '0', ownRates: [own] }))).toBe(true)
  expect(chargesAnybody(sampleFeePolicy({ rate: '0', ownRates: [{ ...own, rate: '0' }] }))).toBe(false)
})

test('net values are shown while a fee is in force, and until what it accrued is charged', () => {
  const stopped = sampleFeePolicy({ rate: '0' })
  const net = { memberId, name: 'Ada Lund', value: cents(100), management: cents(2), performance: toCents(0n) }
  expect(showsNetValues(sampleFees())).toBe(false)
  expect(showsNetValues(sampleFees({ policies: [sampleFeePolicy()] }))).toBe(true)
  expect(showsNetValues(sampleFees({ policies: [stopped, sampleFeePolicy()] }))).toBe(false)
  expect(showsNetValues(sampleFees({ policies: [stopped], netValues: [{ ...net, net: cents(98) }] }))).toBe(true)
})
