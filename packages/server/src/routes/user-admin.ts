// Binds the calls of user administration to their use cases; mails are sent once the change is committed.
import { fullName } from '@clubfolio/domain'
import type { GroupHandlers } from '../kernel/handler.ts'
import { addUser } from '../features/user-admin/add-user.ts'
import { findUsers } from '../features/user-admin/find-users.ts'
import { findGroupChoices, saveGroups } from '../features/user-admin/groups-of-user.ts'
import { updateUser } from '../features/user-admin/update-user.ts'

export const userAdminHandlers: GroupHandlers<'userAdmin'> = {
  findAll: ({ services, session }) => findUsers(services.db, session),
  update: async ({ body: { id, ...fields }, afterCommit, ...request }) => {
    const mails = await updateUser(request, id, fields)
    for (const message of mails)
      afterCommit(({ background, mail }) => background.start('mail about a changed user', () => mail.send(message)))
    return { message: 'User updated successfully' }
  },
  create: async ({ body, afterCommit, ...request }) => {
    const { id, invitation } = await addUser(request, body)
    if (invitation)
      afterCommit(({ background, mail }) => background.start('mail with an invitation', () => mail.send(invitation)))
    const name = fullName(body)
    return {
      id,
      message: invitation ? `${name} was created, and an invitation goes to ${body.email}.` : `${name} was created.`,
    }
  },
  findGroups: ({ services, session, params }) => findGroupChoices(services, session, params.userId),
  saveGroups: async ({ body, ...request }) => ({
    message: `The groups of ${await saveGroups(request, body.userId, body.groupIds)} were saved.`,
  }),
}
