import type { Task } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { mergeAnswer, mergeTask } from './task-list.ts'

const running: Task = { name: 'Import daily prices', position: 100, total: 500, percent: 20, status: 'RUNNING' }
const other: Task = { ...running, name: 'Nightly checks' }

it('adds a new running task at the end', () => {
  expect(mergeTask([running], other)).toEqual([running, other])
})

it('updates position, percent, total and status of a task whose name is known, in its place', () => {
  const further: Task = { ...running, position: 300, total: 600, percent: 50 }
  expect(mergeTask([running, other], further)).toEqual([further, other])
  const done: Task = { ...running, position: 500, percent: 100, status: 'COMPLETED' }
  expect(mergeTask([running, other], done)).toEqual([done, other])
})

it('does not add a new task that is already completed', () => {
  expect(mergeTask([], { ...running, status: 'COMPLETED' })).toEqual([])
  expect(mergeTask([other], { ...running, status: 'COMPLETED' })).toEqual([other])
})

it('adds a new task with another status, also one that failed', () => {
  expect(mergeTask([], { ...running, status: 'FAILED' })).toEqual([{ ...running, status: 'FAILED' }])
})

it('lets go of what the server does not tell any more', () => {
  const done: Task = { ...running, status: 'COMPLETED' }
  expect(mergeAnswer([running, other], [done])).toEqual([done])
  expect(mergeAnswer([done], [])).toEqual([])
  expect(mergeAnswer([], [done, other])).toEqual([other])
})
