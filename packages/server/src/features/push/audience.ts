// Who hears what: a message reaches its user, or everybody, as far as he holds the key of its topic at this moment.
import type { PermissionKey, PushTopic } from '@clubfolio/contract'
import type { SessionHolder } from '../../kernel/session.ts'
import type { LoggedMessage } from './message-log.ts'

/** Absent: everybody hears of his own. */
const topicKeys: Readonly<Record<PushTopic, PermissionKey | undefined>> = { task: 'VT', notification: 'VN', alert: 'VA', order: undefined, account: undefined }

export function hears({ userId, keys }: SessionHolder, message: Pick<LoggedMessage, 'userId' | 'topic'>): boolean {
  const key = topicKeys[message.topic]
  return (message.userId === null || message.userId === userId) && (key === undefined || keys.has(key))
}
