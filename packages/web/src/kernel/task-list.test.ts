// The merge rules of docs/rules/trading.md, "Tasks".
import type { Task } from '@clubfolio/contract'
import { describe, expect, it } from 'vitest'
import { mergeAnswer, mergeTask } from './task-list.ts'

const running: Task = {
  id: '1',
  name: 'Import daily prices',
  position: 100,
  total: 500,
  percent: 20,
  status: 'RUNNING',
  revision: 1,
  startedAt: 1,
  endedAt: null,
  error: null,
  isCancellable: false,
  isCancelling: false,
}
const other: Task = { ...running, id: '2', name: 'Nightly checks' }
const next = (task: Task, change: Partial<Task>): Task => ({ ...task, revision: task.revision + 1, ...change })

describe('a message whose name is already known updates position, percent, total and status', () => {
  it('in its place', () => {
    const further = next(running, { position: 300, total: 600, percent: 50 })
    expect(mergeTask([running, other], further)).toEqual([further, other])
  })

  it('also when it is completed', () => {
    const done = next(running, { position: 500, percent: 100, status: 'COMPLETED' })
    expect(mergeTask([running, other], done)).toEqual([done, other])
  })

  it('also when it is other work of that name, begun later', () => {
    const again: Task = { ...running, id: '3', startedAt: 2, position: 0, percent: 0 }
    expect(mergeTask([next(running, { status: 'FAILED' }), other], again)).toEqual([again, other])
  })
})

it('a new task with status COMPLETED is not added (removed)', () => {
  expect(mergeTask([], { ...running, status: 'COMPLETED' })).toEqual([])
  expect(mergeTask([other], { ...running, status: 'COMPLETED' })).toEqual([other])
})

describe('other new tasks are added', () => {
  it.each(['RUNNING', 'FAILED', 'CANCELLED'] as const)('with status %s, at the end', (status) => {
    expect(mergeTask([other], { ...running, status })).toEqual([other, { ...running, status }])
  })
})

it('what arrives late does not turn the list back', () => {
  const further = next(running, { position: 300, percent: 60 })
  expect(mergeTask([further], running)).toEqual([further])
  const again: Task = { ...running, id: '3', startedAt: 2 }
  expect(mergeTask([again], next(running, { status: 'FAILED' }))).toEqual([again])
})

it('lets go of what the server does not tell any more', () => {
  const done: Task = { ...running, status: 'COMPLETED' }
  expect(mergeAnswer([running, other], [done])).toEqual([done])
  expect(mergeAnswer([done], [])).toEqual([])
  expect(mergeAnswer([], [done, other])).toEqual([other])
})
