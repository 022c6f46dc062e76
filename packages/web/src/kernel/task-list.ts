// Background tasks for the top bar, fed by messages. Source: specification 2, section 4 "Task list".
import type { Task } from '@clubfolio/contract'
import { createUserStore } from './store.ts'

/**
 * The list after a message: a known name is updated in its place, a new completed task is not added, another new task is
 * added at the end. `mergeTask([], { name: 'a', status: 'COMPLETED', ... })` is `[]`. A message that is older than what is known
 * (of an earlier task of that name, or an earlier state of this one) changes nothing.
 */
export function mergeTask(tasks: readonly Task[], message: Task): readonly Task[] {
  const known = tasks.find((task) => task.name === message.name)
  if (known && isOlder(message, known)) return tasks
  if (known) return tasks.map((task) => (task === known ? message : task))
  return message.status === 'COMPLETED' ? tasks : [...tasks, message]
}

const isOlder = (message: Task, known: Task): boolean => (message.id === known.id ? message.revision < known.revision : message.startedAt < known.startedAt)

/** The list after a whole answer: each of its tasks as a message, and what it does not name any more is gone. */
export function mergeAnswer(tasks: readonly Task[], answer: readonly Task[]): readonly Task[] {
  const told = new Set(answer.map(({ name }) => name))
  return answer.reduce(mergeTask, tasks).filter(({ name }) => told.has(name))
}

export const taskList = createUserStore<readonly Task[]>([])

/** Takes an answer of the server into the list. */
export function receiveTasks(answer: readonly Task[]): void {
  taskList.set(mergeAnswer(taskList.get(), answer))
}

/** Takes one message into the list. */
export function receiveTask(message: Task): void {
  taskList.set(mergeTask(taskList.get(), message))
}
