import type { Operation } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { describeWarnings } from './protection-warning.tsx'

const held = (code: string, protection: Operation['protection'], stopLossQty: number, longQuantity = 400) =>
  ({
    code,
    protection,
    lacksStop: protection === 'NONE' || protection === 'PARTLY',
    stopLossQty,
    longQuantity,
    shortQuantity: 0,
  }) as Operation

it('names bare positions together and the others one by one', () => {
  expect(
    describeWarnings(
      [
        held('PLCD', 'NONE', 0),
        held('MRDG', 'NONE', 0),
        held('ALDE', 'PARTLY', 250),
        held('BIGG', 'TOO_LARGE', 1400),
        held('FINE', 'FULL', 400),
      ],
      [],
    ),
  ).toEqual(['PLCD and MRDG have no stop', 'ALDE is covered for 250 of 400', 'BIGG has stops for 1,400, but holds 400'])
})

it('names options in words, and only those that lack a stop', () => {
  const [bought, written] = [held('MARX  261218C00100000', 'NONE', 0, 1), held('MARX  261218P00090000', 'NONE', 0, 1)]
  expect(describeWarnings([{ ...bought, lacksStop: false }, written], [])).toEqual([
    'MARX 90 put 2026-12-18 has no stop',
  ])
})

it('names stops that have nothing to close', () => {
  const orphan = (orderId: string, code: string) => ({ orderId, code, instruction: 'SELL', quantity: 1, stopPrice: 1 })
  expect(describeWarnings([], [orphan('1', 'GONE')])).toEqual(['a stop of GONE has nothing to close'])
  expect(describeWarnings([], [orphan('1', 'GONE'), orphan('2', 'LOST'), orphan('3', 'GONE')])).toEqual([
    '3 stops of GONE and LOST have nothing to close',
  ])
  expect(describeWarnings([held('FINE', 'FULL', 400)], [])).toEqual([])
})
