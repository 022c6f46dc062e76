import { expect, test } from 'vitest'
import { createWorkspaceKeeper, type SaveState } from './workspace-keeper.ts'

function stage() {
  const written: [string, boolean][] = []
  const states: SaveState[] = []
  const page = { config: 'a', answer: (): Promise<void> => Promise.resolve() }
  const keeper = createWorkspaceKeeper(
    {
      read: () => page.config,
      write: async (config, isLeaving) => {
        written.push([config, isLeaving])
        await page.answer()
      },
      nowMs: () => 7,
      onState: (state) => states.push(state),
    },
    'a',
  )
  return { written, states, page, keeper }
}

test('an unchanged chart is not written, neither by the clock nor on leaving', async () => {
  const { written, keeper } = stage()
  await keeper.save()
  await keeper.leave()
  expect(written).toEqual([])
})

test('a change is written once, and again after the next change', async () => {
  const { written, states, page, keeper } = stage()
  page.config = 'b'
  await keeper.save()
  await keeper.save()
  page.config = 'a'
  await keeper.save()
  expect(written).toEqual([
    ['b', false],
    ['a', false],
  ])
  expect(states).toEqual([
    { kind: 'saved', atMs: 7 },
    { kind: 'saved', atMs: 7 },
  ])
})

test('a failed save says why and is tried again', async () => {
  const { written, states, page, keeper } = stage()
  page.config = 'b'
  page.answer = () => Promise.reject(new Error('The server cannot be reached.'))
  await keeper.save()
  page.answer = () => Promise.resolve()
  await keeper.save()
  expect(written).toHaveLength(2)
  expect(states).toEqual([
    { kind: 'failed', why: 'The server cannot be reached.' },
    { kind: 'saved', atMs: 7 },
  ])
})

test('while a save is under way the clock waits, but leaving writes what changed since', async () => {
  const { written, page, keeper } = stage()
  let resolve = () => {}
  const answered = new Promise<void>((done) => {
    resolve = done
  })
  page.answer = () => answered
  page.config = 'b'
  const first = keeper.save()
  await keeper.save()
  const same = keeper.leave()
  page.config = 'c'
  const last = keeper.leave()
  resolve()
  await Promise.all([first, same, last])
  expect(written).toEqual([
    ['b', false],
    ['c', true],
  ])
})
