import { describe, expect, test } from 'vitest'
import { parseUnits } from '../../money/unit-step.ts'
import { close, contribution, fund, march, retribution, transfer } from '../testing/fund-fixture.ts'
import { countVotes, type WeighedBallot } from './count-votes.ts'
import { votingRoll } from './voting-roll.ts'

const ballot = (choiceId: string, weight: bigint | string = 1n): WeighedBallot => ({
  choiceId,
  weight: typeof weight === 'string' ? parseUnits(weight)! : weight,
})
const outcome = (...input: Parameters<typeof countVotes>) =>
  countVotes(...input).choices.map(({ choiceId, votes, weight, shareHundredths, isGreatest }) =>
    [choiceId, votes, weight, shareHundredths, ...(isGreatest ? ['greatest'] : [])].join(' '),
  )

describe('a count', () => {
  test('by heads gives every ballot one vote, and percentages that add up to 100.00', () => {
    expect(outcome(['a', 'b', 'c'], [ballot('a'), ballot('b'), ballot('c')])).toEqual([
      'a 1 1 3334 greatest',
      'b 1 1 3333 greatest',
      'c 1 1 3333 greatest',
    ])
  })

  test('by units weighs exactly, also where the rounded shares are equal', () => {
    expect(outcome(['a', 'b'], [ballot('a', '50.00000001'), ballot('b', '20'), ballot('b', '30')])).toEqual([
      'a 1 5000000001 5000 greatest',
      'b 2 5000000000 5000',
    ])
  })

  test('in whole percents adds up to 100 and still says what is in front', () => {
    const ballots = [ballot('a', '504'), ballot('b', '496')]
    expect(outcome(['a', 'b'], ballots, 100)).toEqual(['a 1 50400000000 5000 greatest', 'b 1 49600000000 5000'])
    expect(outcome(['a', 'b'], [ballot('a', '2'), ballot('b', '1')], 100)).toEqual([
      'a 1 200000000 6700 greatest',
      'b 1 100000000 3300',
    ])
  })

  test('without a ballot is zero for every choice, and nothing is in front', () => {
    expect(countVotes(['a', 'b'], [])).toEqual({
      choices: [
        { choiceId: 'a', votes: 0, weight: 0n, shareHundredths: 0, isGreatest: false },
        { choiceId: 'b', votes: 0, weight: 0n, shareHundredths: 0, isGreatest: false },
      ],
      votes: 0,
      weight: 0n,
    })
  })

  test('refuses a choice that the vote does not have and a ballot without weight', () => {
    expect(() => countVotes(['a', 'b'], [ballot('c')])).toThrow('a choice that the vote does not have')
    expect(() => countVotes(['a', 'b'], [ballot('a', 0n)])).toThrow('a weight above zero')
  })
})

test('the roll has the members with units at the end of the record day: who left that day is not on it, who joined is', () => {
  const records = {
    ...fund('900'),
    entries: [
      contribution('a', march(2), '300', { funding: 'opening' }),
      contribution('b', march(2), '300', { funding: 'opening' }),
      retribution('b', march(4), '300'),
      contribution('c', march(4), '100'),
      contribution('d', march(5), '100'),
    ],
    transfers: [transfer('a', 'e', march(4), '50')],
    closes: [close(march(3), '900'), close(march(4), '700'), close(march(5), '800')],
  }
  const rollOf = (date: number) => votingRoll(records, march(date)).map(({ memberId, units }) => `${memberId} ${units}`)
  expect(rollOf(3)).toEqual(['a 3000000000', 'b 3000000000'])
  expect(rollOf(4)).toEqual(['a 2500000000', 'c 1000000000', 'e 500000000'])
})
