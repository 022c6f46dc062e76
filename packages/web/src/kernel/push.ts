// The page's single push feed: it runs while a user is signed in, updates the task list of the top bar and invalidates
// the queries that other messages concern. While it is live, screens poll only occasionally. Loaded by the shell after
// the first paint.
import { PushContent, type PushTopic } from '@clubfolio/contract'
import { api } from './api.ts'
import { pushIsLive } from './push-state.ts'
import { createPushFeed, type PushCarrier } from './push-feed.ts'
import { openPushSocket } from './push-socket.ts'
import { queryClient } from './query-client.ts'
import { shownFrom } from './figures.ts'
import { session } from './session.ts'
import { receiveTask } from './task-list.ts'

/** Queries that a message invalidates, by the first segment of their keys. */
const staleBy: Readonly<Record<PushTopic, readonly string[]>> = {
  task: ['task'],
  notification: ['notification'],
  alert: ['alert'],
  order: ['order', 'operation'],
  // A role in a fund that begins or ends is news of its account too.
  account: ['account', 'operation', 'wallet', 'transaction', 'participation'],
}

const makeStale = (topic: PushTopic): void => {
  for (const name of staleBy[topic]) void queryClient.invalidateQueries({ queryKey: [name] })
}

const quietly = { background: true, ownMessage: true } as const

/** Fetched on every connect: the configuration may have changed with a server restart. */
const carrier: PushCarrier = async (after, events) => {
  const channel = await api.push.findChannel({}, quietly)
  if (channel.kind === 'socket') return openPushSocket(after, events)
  const { openPushStomp } = await import('./push-stomp.ts')
  return openPushStomp(channel, after, events)
}

const readAgain = (): void => PushContent.options.forEach(({ shape }) => makeStale(shape.topic.value))

const feed = createPushFeed({
  carrier,
  onMessage({ content }) {
    if (content.topic !== 'task') return makeStale(content.topic)
    receiveTask(content.task)
    // Progress is shown from the message; a page of tasks is refetched only when a task starts or ends.
    if (content.task.status === 'RUNNING' && content.task.revision > 1) return
    void queryClient.invalidateQueries({ queryKey: ['task', 'page'] })
    // An import may have started or ended in another browser.
    void queryClient.invalidateQueries({ queryKey: ['market', 'runs'] })
    // The task may have brought prices, as the initial fill of the simulated market does.
    if (content.task.status !== 'RUNNING') void queryClient.invalidateQueries({ queryKey: ['stock'] })
  },
  startAt: () => shownFrom.open(readAgain),
  onReload: readAgain,
  onLive: pushIsLive.set,
  nowMs: Date.now,
  random: Math.random,
})

const follow = (): void => {
  if (session.user() && !session.isPaused()) return feed.start()
  feed.stop()
  shownFrom.reset()
}
session.subscribe(follow)
follow()
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') feed.wake()
})
window.addEventListener('online', feed.wake)
