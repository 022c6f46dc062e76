import { expect, test } from 'vitest'
import { createCallPace } from './call-pace.ts'

/** An event loop whose rounds the test advances by hand, with the list of calls that started. */
function playedLoop() {
  let due: (() => void)[] = []
  const begun: string[] = []
  const pace = createCallPace((begin) => void due.push(begin))
  return {
    begun,
    call: (caller: string, name: string) => pace.begin(caller, () => begun.push(name)),
    turn: () => {
      for (const begin of due.splice(0)) begin()
    },
  }
}

test('a call alone begins at once, and so does the next in the next round', () => {
  const { begun, call, turn } = playedLoop()
  call('ann', 'a1')
  turn()
  call('ann', 'a2')
  expect(begun).toEqual(['a1', 'a2'])
})

test('of many at once one begins in each round, and callers take turns', () => {
  const { begun, call, turn } = playedLoop()
  for (const name of ['a1', 'a2', 'a3', 'a4']) call('ann', name)
  call('ben', 'b1')
  call('ben', 'b2')
  expect(begun).toEqual(['a1'])
  turn()
  turn()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  call('cat', 'c1')
  for (let round = 0; round < 4; round++) turn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4'])
})
