import { Refusal } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { createUserTurns, turnsAmong } from './user-turns.ts'

const open = new AbortController().signal

function held(): { readonly work: () => Promise<string>; end(): void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: async () => (await ended, 'done'), end: () => end() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many effects of one user are at work; the others follow in their order, and another user waits for nobody', async () => {
  const turns = createUserTurns(2)
  const begun: number[] = []
  const works = [0, 1, 2, 3].map(held)
  const runs = works.map(({ work }, index) => turns.run('ann', open, () => (begun.push(index), work())))
  await settled()
  expect(begun).toEqual([0, 1])
  expect(await turns.run('ben', open, async () => 'at once')).toBe('at once')
  works[1]!.end()
  await runs[1]
  await settled()
  expect(begun).toEqual([0, 1, 2])
  for (const work of works) work.end()
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done'])
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a call that hangs up while waiting is not carried out and takes no turn', async () => {
  const turns = createUserTurns(1)
  const [first, third] = [held(), held()]
  const running = turns.run('ann', open, first.work)
  const hangUp = new AbortController()
  let isCarriedOut = false
  const second = turns
    .run('ann', hangUp.signal, async () => void (isCarriedOut = true))
    .catch((error: unknown) => error)
  const last = turns.run('ann', open, third.work)
  await settled()
  hangUp.abort()
  expect(await second).toBeInstanceOf(Refusal)
  first.end()
  third.end()
  expect([await running, await last]).toEqual(['done', 'done'])
  expect(isCarriedOut).toBe(false)
})

test('one that fails gives its turn to the next, and beyond a hundred that wait the answer is busy', async () => {
  const turns = createUserTurns(1)
  const first = held()
  const failing = turns.run('ann', open, async () => (await first.work(), Promise.reject(new Error('broke'))))
  const waiting = Array.from({ length: 100 }, () => turns.run('ann', open, async () => 'done'))
  await expect(turns.run('ann', open, async () => 'done')).rejects.toMatchObject({ refusal: 'busy' })
  first.end()
  await expect(failing).rejects.toThrow('broke')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
})

test('work that shares the turns of other work leaves some of them, and waits when the other work has them all', async () => {
  const turns = createUserTurns(3)
  const files = turnsAmong(turns, 2)
  const begun: string[] = []
  const works = [0, 1, 2, 3].map(held)
  const start = (among: typeof turns, name: string, index: number) =>
    among.run('ann', open, () => (begun.push(name), works[index]!.work()))
  const runs = [start(files, 'file 1', 0), start(files, 'file 2', 1), start(files, 'file 3', 2)]
  await settled()
  runs.push(start(turns, 'order', 3))
  await settled()
  expect(begun).toEqual(['file 1', 'file 2', 'order'])
  const second = turns.run('ann', open, async () => void begun.push('second order'))
  works[0]!.end()
  await second
  await settled()
  expect(begun.toSorted()).toEqual(['file 1', 'file 2', 'file 3', 'order', 'second order'])
  for (const work of works) work.end()
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done'])
})

test('a call that waits too long for a turn is refused as busy and not carried out, and the next one continues', async () => {
  const turns = createUserTurns(1, 20)
  const first = held()
  const running = turns.run('ann', open, first.work)
  let isCarriedOut = false
  await expect(turns.run('ann', open, async () => void (isCarriedOut = true))).rejects.toMatchObject({
    refusal: 'busy',
  })
  first.end()
  expect([await running, await turns.run('ann', open, async () => 'next')]).toEqual(['done', 'next'])
  expect(isCarriedOut).toBe(false)
})
