import { expect, it } from 'vitest'
import { mergeTask, type TaskMessage } from './task-list.ts'

const running: TaskMessage = { name: 'Import daily prices', position: 100, total: 500, percent: 20, status: 'RUNNING' }

it('adds a new running task at the end', () => {
  const other = { ...running, name: 'Nightly checks' }
  expect(mergeTask([running], other)).toEqual([running, other])
})

it('updates a known task in its place, also when it is completed', () => {
  const done = { ...running, position: 500, percent: 100, status: 'COMPLETED' }
  const other = { ...running, name: 'Nightly checks' }
  expect(mergeTask([running, other], done)).toEqual([done, other])
})

it('does not add a new task that is already completed', () => {
  expect(mergeTask([], { ...running, status: 'COMPLETED' })).toEqual([])
})
