import { expect, test } from 'vitest'
import { choiceGroup } from './choice-group.ts'

test('the owner of the choices gets its own keys and nothing else', () => {
  const chosen: ('D' | 'W')[] = []
  const group = choiceGroup({
    title: 'Bars',
    choices: [
      { key: 'D', value: 'Day' },
      { key: 'W', value: 'Week' },
    ],
    chosen: 'D',
    onChoose: (key) => chosen.push(key),
  })
  group.onChoose('W')
  group.onChoose('M')
  expect(chosen).toEqual(['W'])
})
