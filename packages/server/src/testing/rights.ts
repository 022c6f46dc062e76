// People with exactly these keys, through a separate group; created through the calls that an administrator uses.
import { ApiError, type PermissionKey } from '@clubfolio/contract'
import type { TestApp, TestUser } from './test-app.ts'

let groups = 0

/** Creates, as the root administrator, a group that has the keys. */
export async function makeGroup(root: TestUser, keys: readonly PermissionKey[] = []): Promise<string> {
  groups++
  const { id } = await root.client.group.create({
    body: { name: `Group ${groups}`, nameKey: `GROUP_${groups}`, systemGroup: false, status: 'ACTIVE' },
  })
  for (const permission of await root.client.permission.findByGroup({ params: { groupId: id } })) {
    if (keys.includes(permission.nameKey))
      await root.client.permission.changeSinglePermission({
        body: { groupID: id, permissionID: permission.id, enabled: true },
      })
  }
  return id
}

export interface KeyHolder extends TestUser {
  readonly groupId: string
}

/** Returns a signed-in person who holds exactly the keys. */
export async function signUpWith(
  app: TestApp,
  root: TestUser,
  keys: readonly PermissionKey[],
  name?: string,
): Promise<KeyHolder> {
  const groupId = await makeGroup(root, keys)
  const person = await app.signUp([], name)
  await root.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [groupId] } })
  return { ...person, groupId }
}

/** Returns the keys that a person currently holds. */
export async function keysOf(person: TestUser): Promise<PermissionKey[]> {
  return (await person.client.security.getMyUser()).permissions.map(({ nameKey }) => nameKey)
}

export async function groupIdOf(root: TestUser, nameKey: string): Promise<string> {
  return (await root.client.group.findAll()).find((group) => group.nameKey === nameKey)!.id
}

export async function permissionIdOf(root: TestUser, nameKey: PermissionKey): Promise<string> {
  const groupId = await groupIdOf(root, 'ADMINISTRATORS')
  return (await root.client.permission.findByGroup({ params: { groupId } })).find(
    (permission) => permission.nameKey === nameKey,
  )!.id
}

/** Returns status and name of the refusal of a call that must fail; 'done' when it succeeds. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${error.status} ${error.body.refusal}`
  }
}
