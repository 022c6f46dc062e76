// Groups and their permissions: what is fixed for system groups, what may change for others, and that a change takes
// effect immediately.
import { systemGroups } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupIdOf, keysOf, makeGroup, outcomeOf, permissionIdOf, signUpWith } from '../../testing/rights.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'])
})
afterAll(() => app.stop())

const groupOf = async (id: string) => (await root.client.group.findAll()).find((group) => group.id === id)!
const board = { name: 'Harbour Club Board', nameKey: 'BOARD', systemGroup: false, status: 'ACTIVE' } as const

describe('the list of groups', () => {
  test('begins with the three system groups and counts their permissions', async () => {
    const groups = await root.client.group.findAll()
    expect(
      groups
        .slice(0, 3)
        .map(({ nameKey, enabledCount, permissionCount, systemGroup }) => [
          nameKey,
          enabledCount,
          permissionCount,
          systemGroup,
        ]),
    ).toEqual(systemGroups.map(({ nameKey, keys }) => [nameKey, keys.length, 22, true]))
  })

  test('sends the system mark as 1 and 0', async () => {
    const response = await fetch(`${app.url}/v1/api/group/findAll`, { headers: { token: root.user.token } })
    const groups = (await response.json()) as { nameKey: string; systemGroup: unknown }[]
    expect(groups.find(({ nameKey }) => nameKey === 'ADMINISTRATORS')!.systemGroup).toBe(1)
  })

  test('is for holders of VG; changing it needs CG, reading permissions LUP', async () => {
    const viewer = await signUpWith(app, root, ['VG'])
    const id = await makeGroup(root)
    expect(await outcomeOf(viewer.client.group.findAll())).toBe('done')
    expect(await outcomeOf(viewer.client.group.create({ body: board }))).toBe('403 forbidden')
    expect(await outcomeOf(viewer.client.group.delete({ body: { id } }))).toBe('403 forbidden')
    expect(await outcomeOf(viewer.client.permission.findByGroup({ params: { groupId: id } }))).toBe('403 forbidden')
  })
})

describe('a group of our own', () => {
  test('is made without permissions, with the name key in capitals, and 1 or 0 or nothing as the mark', async () => {
    const send = async (body: object) =>
      fetch(`${app.url}/v1/api/group/create`, {
        method: 'POST',
        headers: { token: root.user.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect(
      await (
        await send({ name: 'Research Desk', nameKey: 'research_desk', systemGroup: 0, status: 'INACTIVE' })
      ).json(),
    ).toMatchObject({ message: 'Research Desk was created.' })
    await send({ name: 'Auditors', nameKey: 'AUDITORS' })
    const made = (await root.client.group.findAll()).filter(({ nameKey }) =>
      ['RESEARCH_DESK', 'AUDITORS'].includes(nameKey),
    )
    expect(made).toMatchObject([
      { nameKey: 'AUDITORS', systemGroup: false, status: 'ACTIVE', enabledCount: 0 },
      { nameKey: 'RESEARCH_DESK', systemGroup: false, status: 'INACTIVE', enabledCount: 0 },
    ])
  })

  test('never shares its name key, whatever the case, in words that name it', async () => {
    const id = await makeGroup(root)
    await root.client.group.create({ body: { ...board, nameKey: 'TAKEN' } })
    await expect(root.client.group.create({ body: { ...board, nameKey: 'taken' } })).rejects.toMatchObject({
      status: 409,
      message: 'The name key TAKEN belongs to another group. Choose a different one.',
    })
    expect(await outcomeOf(root.client.group.update({ body: { ...board, nameKey: 'Taken', id } }))).toBe(
      '409 nameKeyTaken',
    )
  })

  test('gives its name key to one of two who want it at the same moment', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => outcomeOf(root.client.group.create({ body: { ...board, nameKey: 'RACE' } }))),
    )
    expect(outcomes.sort()).toEqual(['409 nameKeyTaken', '409 nameKeyTaken', '409 nameKeyTaken', 'done'])
  })

  test('keeps every one of several edits at the same moment, each of another field', async () => {
    const { id } = await root.client.group.create({ body: { ...board, nameKey: 'EDITS' } })
    await Promise.all([
      root.client.group.update({ body: { id, name: 'Harbour Board' } }),
      root.client.group.update({ body: { id, nameKey: 'EDITED' } }),
      root.client.group.update({ body: { id, status: 'INACTIVE' } }),
    ])
    expect((await root.client.group.findAll()).find((group) => group.id === id)).toMatchObject({
      name: 'Harbour Board',
      nameKey: 'EDITED',
      status: 'INACTIVE',
      systemGroup: false,
    })
  })

  test('is renamed, switched off and removed, with who did it from what to what', async () => {
    const { id } = await root.client.group.create({ body: { ...board, nameKey: 'STORY' } })
    app.clock.advance(1)
    await root.client.group.update({ body: { id, ...board, nameKey: 'STORY', name: 'Board 2026', status: 'INACTIVE' } })
    app.clock.advance(1)
    expect(await root.client.group.delete({ body: { id } })).toEqual({ message: 'Board 2026 was removed.' })
    const audit = await app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      {
        actor_id: root.user.id,
        action: 'group.create',
        before: null,
        after: { name: 'Harbour Club Board', status: 'ACTIVE' },
      },
      {
        actor_id: root.user.id,
        action: 'group.update',
        before: { name: 'Harbour Club Board', status: 'ACTIVE' },
        after: { name: 'Board 2026', status: 'INACTIVE' },
      },
      { actor_id: root.user.id, action: 'group.delete', before: { name: 'Board 2026' }, after: null },
    ])
    expect(await outcomeOf(root.client.group.delete({ body: { id } }))).toBe('404 notFound')
  })

  test('marked as a system group keeps key, status, permissions and place until the mark is taken off', async () => {
    const id = await makeGroup(root)
    const { name, nameKey } = await groupOf(id)
    const marked = { id, name, nameKey, systemGroup: true, status: 'ACTIVE' } as const
    const permissionID = await permissionIdOf(root, 'VD')
    await root.client.group.update({ body: marked })
    expect(await outcomeOf(root.client.group.update({ body: { ...marked, status: 'INACTIVE' } }))).toBe(
      '409 systemGroupFixed',
    )
    expect(await outcomeOf(root.client.group.delete({ body: { id } }))).toBe('409 systemGroupStays')
    expect(
      await outcomeOf(
        root.client.permission.changeSinglePermission({ body: { groupID: id, permissionID, enabled: true } }),
      ),
    ).toBe('409 systemGroupFixed')
    await root.client.group.update({ body: { ...marked, systemGroup: false } })
    expect(await outcomeOf(root.client.group.delete({ body: { id } }))).toBe('done')
  })
})

describe.each(systemGroups)('the system group $name', ({ nameKey, keys }) => {
  test('keeps mark, name key, status, permissions and its place; only the name changes', async () => {
    const id = await groupIdOf(root, nameKey)
    const now = { id, name: 'Renamed', nameKey, systemGroup: true, status: 'ACTIVE' } as const
    const update = (change: object) => outcomeOf(root.client.group.update({ body: { ...now, ...change } }))
    expect(await update({ systemGroup: false })).toBe('409 systemGroupFlagFixed')
    expect(await update({ nameKey: 'OTHER' })).toBe('409 systemGroupFixed')
    expect(await update({ status: 'INACTIVE' })).toBe('409 systemGroupFixed')
    expect(await outcomeOf(root.client.group.delete({ body: { id } }))).toBe('409 systemGroupStays')
    for (const enabled of [true, false]) {
      const permissionID = await permissionIdOf(root, 'VD')
      expect(
        await outcomeOf(
          root.client.permission.changeSinglePermission({ body: { groupID: id, permissionID, enabled } }),
        ),
      ).toBe('409 systemGroupFixed')
    }
    expect(await update({})).toBe('done')
    expect(await groupOf(id)).toMatchObject({
      name: 'Renamed',
      nameKey,
      systemGroup: true,
      status: 'ACTIVE',
      enabledCount: keys.length,
    })
  })
})

describe('a permission of a group', () => {
  test('comes with id, name, category and key, in menu order', async () => {
    const id = await makeGroup(root, ['CA'])
    const permissions = await root.client.permission.findByGroup({ params: { groupId: id } })
    expect(permissions).toHaveLength(22)
    expect(permissions.slice(0, 2)).toMatchObject([
      { name: 'View my accounts', groupName: 'Accounts', nameKey: 'VMA', enabled: false },
      { name: 'Create account', groupName: 'Accounts', nameKey: 'CA', enabled: true },
    ])
  })

  test('counts from the next request of its users on, given and taken', async () => {
    const person = await signUpWith(app, root, ['VD'])
    const change = async (enabled: boolean) =>
      root.client.permission.changeSinglePermission({
        body: { groupID: person.groupId, permissionID: await permissionIdOf(root, 'VG'), enabled },
      })
    expect(await outcomeOf(person.client.group.findAll())).toBe('403 forbidden')
    expect((await change(true)).message).toMatch(/^Group \d+ may now: View groups\.$/)
    expect(await outcomeOf(person.client.group.findAll())).toBe('done')
    await change(false)
    expect(await outcomeOf(person.client.group.findAll())).toBe('403 forbidden')
  })

  test('ends with its group being switched off, and comes back with it', async () => {
    const person = await signUpWith(app, root, ['VD', 'VR'])
    const { id, name, nameKey } = await groupOf(person.groupId)
    const set = (status: 'ACTIVE' | 'INACTIVE') =>
      root.client.group.update({ body: { id, name, nameKey, systemGroup: false, status } })
    await set('INACTIVE')
    expect(await keysOf(person)).toEqual([])
    await set('ACTIVE')
    expect(await keysOf(person)).toEqual(['VD', 'VR'])
    await root.client.group.delete({ body: { id } })
    expect(await keysOf(person)).toEqual([])
  })

  test('is written down once, however often it is asked for', async () => {
    const id = await makeGroup(root)
    const permissionID = await permissionIdOf(root, 'VR')
    await Promise.all(
      [1, 2, 3].map(() =>
        root.client.permission.changeSinglePermission({ body: { groupID: id, permissionID, enabled: true } }),
      ),
    )
    const audit = await app.services.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('object_id', '=', id)
      .where('action', '=', 'group.permission')
      .execute()
    expect(audit).toEqual([{ before: { VR: false }, after: { VR: true } }])
  })

  test('of a group or under an id that does not exist is refused', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    const id = await makeGroup(root)
    const permissionID = await permissionIdOf(root, 'VR')
    expect(await outcomeOf(root.client.permission.findByGroup({ params: { groupId: nobody } }))).toBe('404 notFound')
    expect(
      await outcomeOf(
        root.client.permission.changeSinglePermission({ body: { groupID: nobody, permissionID, enabled: true } }),
      ),
    ).toBe('404 notFound')
    expect(
      await outcomeOf(
        root.client.permission.changeSinglePermission({ body: { groupID: id, permissionID: nobody, enabled: true } }),
      ),
    ).toBe('404 notFound')
  })
})
