// Rights beyond those of the built-in groups.
import type { Page } from '@playwright/test'
import { clientOf, userOf } from './client-of.ts'
import type { Product } from './product.ts'

/** Adds a person to another group, which allows exactly these keys; `page` is an administrator's. */
export async function grant(page: Page, product: Product, email: string, nameKeys: readonly string[]): Promise<void> {
  const client = clientOf(product, await userOf(page))
  const { id: groupID } = await client.group.create({
    body: { name: 'More rights', nameKey: 'MORE_RIGHTS', systemGroup: false, status: 'ACTIVE' },
  })
  const permissions = await client.permission.findByGroup({ params: { groupId: groupID } })
  for (const { id: permissionID } of permissions.filter(({ nameKey }) => nameKeys.includes(nameKey))) {
    await client.permission.changeSinglePermission({ body: { groupID, permissionID, enabled: true } })
  }
  const person = (await client.userAdmin.findAll()).find((user) => user.email === email)
  const groups = await client.userAdmin.findGroups({ params: { userId: person!.id } })
  await client.userAdmin.saveGroups({
    body: { userId: person!.id, groupIds: [...groups.filter(({ isMember }) => isMember).map(({ id }) => id), groupID] },
  })
}
