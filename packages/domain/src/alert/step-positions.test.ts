import { expect, test } from 'vitest'
import { stepPositions, type PositionMemory } from './step-positions.ts'
import type { RuleState } from './step-rule.ts'

/** The positions reported at each minute, and the state afterwards. */
function walk(minutes: readonly (readonly string[])[], isRepeating: boolean): string[] {
  let standing: { state: RuleState; memory: PositionMemory } = { state: 'NEW', memory: { seen: {}, told: [] } }
  return minutes.map((unprotected, minute) => {
    const step = stepPositions(standing, unprotected, isRepeating, minute * 60_000)
    standing = step
    return [step.state, ...step.fresh].join(' ')
  })
}

test('a position counts once it was without a stop for a minute, and is reported once', () => {
  expect(walk([[], ['ACME'], ['ACME'], ['ACME'], []], true)).toEqual([
    'WAITING',
    'WAITING',
    'FIRED ACME',
    'FIRED',
    'WAITING',
  ])
})

test('a second one is reported on its own, and one that lost its stop again is reported again', () => {
  expect(
    walk([[], ['ACME'], ['ACME', 'BOLT'], ['ACME', 'BOLT'], ['BOLT'], ['ACME', 'BOLT'], ['ACME', 'BOLT']], true),
  ).toEqual(['WAITING', 'WAITING', 'FIRED ACME', 'FIRED BOLT', 'FIRED', 'FIRED', 'FIRED ACME'])
})

test('what was without a stop when the rule was set is not told of; another position is', () => {
  expect(walk([['ACME'], ['ACME'], ['ACME', 'BOLT'], ['ACME', 'BOLT']], false)).toEqual([
    'BEYOND',
    'BEYOND',
    'BEYOND',
    'FIRED BOLT',
  ])
})

test('a rule that fires once is over when everything has its stop', () => {
  expect(walk([[], ['ACME'], ['ACME'], ['ACME', 'BOLT'], ['ACME', 'BOLT'], [], ['ACME'], ['ACME']], false)).toEqual([
    'WAITING',
    'WAITING',
    'FIRED ACME',
    'FIRED',
    'FIRED',
    'OVER',
    'OVER',
    'OVER',
  ])
})
