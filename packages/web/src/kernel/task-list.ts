// Background tasks for the top bar, fed by messages. Source: specification 2, section 4 "Task list".
import { createStore } from './store.ts'

export interface TaskMessage {
  readonly name: string
  readonly position: number
  readonly total: number
  readonly percent: number
  /** COMPLETED is the only value with a meaning here. */
  readonly status: string
}

/**
 * The list after a message: a known name is updated in its place, a new completed task is not added, another new task is
 * added at the end. `mergeTask([], { name: 'a', status: 'COMPLETED', ... })` is `[]`.
 */
export function mergeTask(tasks: readonly TaskMessage[], message: TaskMessage): readonly TaskMessage[] {
  if (tasks.some((task) => task.name === message.name)) {
    return tasks.map((task) => (task.name === message.name ? message : task))
  }
  return message.status === 'COMPLETED' ? tasks : [...tasks, message]
}

export const taskList = createStore<readonly TaskMessage[]>([])

/** Takes one message about a task into the list. */
export function receiveTask(message: TaskMessage): void {
  taskList.set(mergeTask(taskList.get(), message))
}
