// Binds the calls of groups and their permissions to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { changePermission } from '../features/group/change-permission.ts'
import { createGroup } from '../features/group/create-group.ts'
import { deleteGroup } from '../features/group/delete-group.ts'
import { findPermissions } from '../features/group/find-permissions.ts'
import { findGroups } from '../features/group/store.ts'
import { updateGroup } from '../features/group/update-group.ts'

export const groupHandlers: GroupHandlers<'group'> = {
  findAll: ({ services }) => findGroups(services.db),
  create: async ({ body, ...request }) => ({
    id: await createGroup(request, body),
    message: `${body.name} was created.`,
  }),
  update: async ({ body: { id, ...fields }, ...request }) => ({
    message: `${await updateGroup(request, id, fields)} was saved.`,
  }),
  delete: async ({ body, ...request }) => ({ message: `${await deleteGroup(request, body.id)} was removed.` }),
}

export const permissionHandlers: GroupHandlers<'permission'> = {
  findByGroup: ({ services, params }) => findPermissions(services, params.groupId),
  changeSinglePermission: async ({ body, ...request }) => ({ message: await changePermission(request, body) }),
}
