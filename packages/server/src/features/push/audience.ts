// Decides who receives a message: its user, or everybody, provided they currently hold the key of its topic.
import type { PermissionKey, PushTopic } from '@clubfolio/contract'
import type { SessionHolder } from '../../kernel/session.ts'
import type { LoggedMessage } from './message-log.ts'

/** Undefined: everybody receives their own. */
const topicKeys: Readonly<Record<PushTopic, PermissionKey | undefined>> = {
  task: 'VT',
  notification: 'VN',
  alert: 'VA',
  order: undefined,
  account: undefined,
}

export function mayReceive({ userId, keys }: SessionHolder, message: Pick<LoggedMessage, 'userId' | 'topic'>): boolean {
  const key = topicKeys[message.topic]
  return (message.userId === null || message.userId === userId) && (key === undefined || keys.has(key))
}
