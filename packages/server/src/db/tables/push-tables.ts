// The numbered log of messages to browsers.
import type { PushTopic } from '@clubfolio/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface PushTables {
  push_message: {
    id: GeneratedAlways<bigint>
    /** Null until the row is committed and numbered. */
    position: bigint | null
    /** Null: everybody who may see the topic. */
    user_id: string | null
    topic: PushTopic
    /** In wire form. */
    content: ColumnType<unknown, string, never>
    raised_in: GeneratedAlways<string>
    raised_at: Generated<Date>
  }
  push_head: { only_row: Generated<boolean>; last: bigint; forgotten: bigint; forwarded: bigint }
}
