// Background tasks for the top bar, updated by messages. Source: docs/rules/trading.md, "Tasks".
import type { Task } from '@clubfolio/contract'
import { createUserStore } from './store.ts'

/**
 * Returns the list after a message: a known name is updated in place, a new completed task is not added, any other new
 * task is appended. `mergeTask([], { name: 'a', status: 'COMPLETED', ... })` is `[]`. A message older than the known
 * state (from an earlier task of that name, or an earlier state of this one) changes nothing.
 */
export function mergeTask(tasks: readonly Task[], message: Task): readonly Task[] {
  const known = tasks.find((task) => task.name === message.name)
  if (known && isOlder(message, known)) return tasks
  if (known) return tasks.map((task) => (task === known ? message : task))
  return message.status === 'COMPLETED' ? tasks : [...tasks, message]
}

const isOlder = (message: Task, known: Task): boolean =>
  message.id === known.id ? message.revision < known.revision : message.startedAt < known.startedAt

/**
 * Returns the list after a full answer: each of its tasks is merged as a message, and tasks it no longer contains are
 * removed.
 */
export function mergeAnswer(tasks: readonly Task[], answer: readonly Task[]): readonly Task[] {
  const told = new Set(answer.map(({ name }) => name))
  return answer.reduce(mergeTask, tasks).filter(({ name }) => told.has(name))
}

export const taskList = createUserStore<readonly Task[]>([])

/** Merges a full server answer into the list. */
export function receiveTasks(answer: readonly Task[]): void {
  taskList.set(mergeAnswer(taskList.get(), answer))
}

/** Merges one message into the list. */
export function receiveTask(message: Task): void {
  taskList.set(mergeTask(taskList.get(), message))
}
