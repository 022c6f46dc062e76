import { expect, test } from 'vitest'
import { stepRule, type RuleStanding, type Observation } from './step-rule.ts'

const met: Observation = { isMet: true, isClear: false, occasion: '' }
const between: Observation = { isMet: false, isClear: false, occasion: '' }
const clear: Observation = { isMet: false, isClear: true, occasion: '' }

/** The states a rule passes through, with an exclamation mark where it fires. */
function walk(
  sights: readonly Observation[],
  isRepeating: boolean,
  from: RuleStanding = { state: 'NEW', occasion: '' },
): string[] {
  let standing = from
  return sights.map((sight) => {
    const step = stepRule(standing, sight, isRepeating)
    standing = step
    return `${step.state}${step.fires ? '!' : ''}`
  })
}

test('a rule that fires once is over when its condition has passed', () => {
  expect(walk([clear, met, between, met, clear, met], false)).toEqual([
    'WAITING',
    'FIRED!',
    'FIRED',
    'FIRED',
    'OVER',
    'OVER',
  ])
})

test('a rule that fires each time does so again only after its condition has passed for good', () => {
  expect(walk([clear, met, between, met, clear, between, met], true)).toEqual([
    'WAITING',
    'FIRED!',
    'FIRED',
    'FIRED',
    'WAITING',
    'WAITING',
    'FIRED!',
  ])
})

test('what was so before the rule was set does not fire; it has to pass first', () => {
  expect(walk([met, between, met, clear, met], false)).toEqual(['BEYOND', 'BEYOND', 'BEYOND', 'WAITING', 'FIRED!'])
})

test('another occasion fires again without the price having come back, for a rule that fires each time', () => {
  const on = (occasion: string): Observation => ({ ...met, occasion })
  expect(walk([clear, on('Monday'), on('Monday'), on('Tuesday')], true)).toEqual([
    'WAITING',
    'FIRED!',
    'FIRED',
    'FIRED!',
  ])
  expect(walk([clear, on('Monday'), on('Tuesday')], false)).toEqual(['WAITING', 'FIRED!', 'OVER'])
  expect(walk([on('Monday'), on('Monday'), on('Tuesday')], false)).toEqual(['BEYOND', 'BEYOND', 'FIRED!'])
})
