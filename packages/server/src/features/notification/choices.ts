// The channels through which each kind of notification reaches a user.
import {
  alwaysOnScreen,
  defaultChannels,
  notificationKinds,
  Refusal,
  type NotificationChoices,
  type NotificationKind,
  type NotificationChannels,
} from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'

export async function findChoices(db: Db, userId: string): Promise<NotificationChoices> {
  const person = await db
    .selectFrom('app_user')
    .select(['email', 'phone_number', 'confirmed_phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('notification_choice')
    .select(['kind', 'on_screen', 'by_mail', 'by_sms', 'by_push'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(
    rows.map((row) => [
      row.kind,
      {
        screen: row.on_screen,
        mail: row.by_mail,
        sms: row.by_sms,
        push: row.by_push ?? defaultChannels[row.kind].push,
      },
    ]),
  )
  return {
    choices: keysOf(notificationKinds).map((kind) => ({ kind, ...(chosen.get(kind) ?? defaultChannels[kind]) })),
    email: person.email,
    phone: person.confirmed_phone === person.phone_number ? `•••• ${person.phone_number.slice(-4)}` : null,
  }
}

/**
 * Saves a choice. Refuses to hide sign-ins (`noticeOnScreen`), and text messages to an unconfirmed number
 * (`noticePhone`).
 */
export async function saveChoice(
  db: Db,
  userId: string,
  { kind, screen, mail, sms, push }: NotificationChannels & { readonly kind: NotificationKind },
): Promise<void> {
  if (!screen && alwaysOnScreen.includes(kind)) throw new Refusal('noticeOnScreen')
  const person = await db
    .selectFrom('app_user')
    .select(['phone_number', 'confirmed_phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (sms && person.confirmed_phone !== person.phone_number) throw new Refusal('noticePhone')
  const ways = { on_screen: screen, by_mail: mail, by_sms: sms, by_push: push }
  await db
    .insertInto('notification_choice')
    .values({ user_id: userId, kind, ...ways })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(ways))
    .execute()
}
