import { describe, expect, it } from 'vitest'
import { sampleAllocation, samplePlan } from '../../testing/allocation-samples.ts'
import { cents } from '../../testing/samples.ts'
import { bandPlaceOf, bandRangeOf } from './band-words.ts'
import { addClass, changeClass, moveClass, moveInto, parentsFor, removeClass } from './edit-draft.ts'
import { describeMissing, draftOfPlan, draftOfAllocation, planOf, treeOf } from './plan-draft.ts'
import { planFaultsOf, levelMissing } from './plan-faults.ts'

const keysOf = (draft: Parameters<typeof treeOf>[0]) => treeOf(draft).map(({ key }) => key)

describe('a plan that is edited', () => {
  it('is saved as it was while nothing is changed', () => {
    expect(planOf(draftOfPlan(samplePlan))).toEqual(samplePlan)
    expect(planFaultsOf(draftOfPlan(samplePlan)).count).toBe(0)
  })

  it('gives what a class holds to the first class below it, and the second holds nothing', () => {
    const draft = addClass(addClass(draftOfPlan(samplePlan), 'tech'), 'tech')
    const [first, second] = treeOf(draft).filter(({ parent }) => parent === 'tech')
    expect([first?.takes, second?.takes]).toEqual([['Technology'], []])
    expect(planOf(draft).classes.find(({ key }) => key === 'tech')?.leaf).toBeNull()
  })

  it('removes a class with those below it', () => {
    expect(keysOf(removeClass(draftOfPlan(samplePlan), 'shares'))).toEqual(['cash'])
  })

  it('moves a class within its level, with those below it', () => {
    const draft = draftOfPlan(samplePlan)
    expect(keysOf(moveClass(draft, 'cash', -1))).toEqual(['cash', 'shares', 'tech', 'picks'])
    expect(keysOf(moveClass(draft, 'shares', -1))).toEqual(keysOf(draft))
  })

  it('moves a class out of another one, and never into its own tree or into one that holds something', () => {
    const draft = draftOfPlan(samplePlan)
    expect(keysOf(moveInto(draft, 'tech', null))).toEqual(['shares', 'picks', 'cash', 'tech'])
    expect(parentsFor(draft, 'shares')).toEqual([])
    expect(parentsFor(draft, 'cash')).toEqual([{ key: 'shares', name: 'Shares' }])
  })

  it('says at each level what is missing to 100, and at no field', () => {
    const draft = changeClass(draftOfPlan(samplePlan), 'picks', { percent: '45.5' })
    expect(describeMissing(levelMissing(draft, 'shares'))).toBe('4.5% missing to 100%')
    expect(levelMissing(draft, null)).toBe(0n)
    expect(planFaultsOf(draft)).toMatchObject({ count: 1, byClass: new Map() })
    expect(describeMissing(-250n)).toBe('2.5% more than 100%')
  })

  it('shows a fault at the field of its class', () => {
    const draft = changeClass(draftOfPlan(samplePlan), 'picks', { codes: ['SBLR'], parts: { SBLR: '60' } })
    expect(planFaultsOf(draft).byClass.get('picks')).toEqual({ parts: 'The percentages sum to 60.00, not to 100.' })
    const wrong = changeClass(draftOfPlan(samplePlan), 'tech', { percent: '50.123' })
    expect(planFaultsOf(wrong).byClass.get('tech')?.percent).toMatch(/at most 2 decimals/)
  })
})

it('a first plan starts from what is held: percentages sum to 100, and cash is a class', () => {
  const [tech] = sampleAllocation().classes.filter(({ key }) => key === 'tech')
  const of = (name: string, value: number, kind: 'SHARE' | 'CASH') => ({
    ...tech!,
    key: name.toLowerCase(),
    name,
    parent: null,
    value: cents(value),
    instruments: [{ ...tech!.instruments[0]!, kind, code: kind === 'CASH' ? null : 'FLUX' }],
  })
  const draft = draftOfAllocation(
    sampleAllocation({
      value: cents(300),
      classes: [of('Technology', 100, 'SHARE'), of('unclassified', 100, 'SHARE'), of('Cash', 100, 'CASH')],
    }),
  )
  expect(draft.classes.map(({ name, percent }) => [name, percent])).toEqual([
    ['Technology', '33.34'],
    ['Not classified', '33.33'],
    ['Cash', '33.33'],
  ])
  expect(planOf(draft).classes.map(({ leaf }) => [leaf?.takes, leaf?.codes, leaf?.holdsCash])).toEqual([
    [['Technology'], [], false],
    [[], ['FLUX'], false],
    [[], [], true],
  ])
  expect(planFaultsOf(draft).count).toBe(0)
})

it('the narrower of the two widths is the band, and the sign of the drift says below or above', () => {
  expect(bandRangeOf(10, { points: 5, relative: 25 })).toEqual({ low: 7.5, high: 12.5 })
  expect(bandRangeOf(80, { points: 5, relative: 25 })).toEqual({ low: 75, high: 85 })
  expect(bandPlaceOf({ isWithinBand: false, drift: cents(-1) })).toBe('below')
  expect(bandPlaceOf({ isWithinBand: null, drift: null })).toBeUndefined()
})
