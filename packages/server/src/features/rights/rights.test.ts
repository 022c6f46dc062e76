// The limits of administering: nobody grants or revokes a key they lack, nobody locks themselves out, an administrator
// always remains, and of two who remove each other at the same moment one wins.
import type { PermissionKey } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  groupIdOf,
  keysOf,
  makeGroup,
  outcomeOf,
  permissionIdOf,
  signUpWith,
  type KeyHolder,
} from '../../testing/rights.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'])
})
afterAll(() => app.stop())

const userOf = async (id: string) => (await root.client.userAdmin.findAll()).find((user) => user.id === id)!
const setStatus = async (by: TestUser, whom: TestUser, status: 'ACTIVE' | 'INACTIVE' | 'CONFIRMATION') => {
  const { id, firstName, lastName, email, phoneNumber } = await userOf(whom.user.id)
  return by.client.userAdmin.update({ body: { id, firstName, lastName, email, phoneNumber, status } })
}
const give = async (by: TestUser, groupID: string, key: PermissionKey, enabled: boolean) =>
  by.client.permission.changeSinglePermission({
    body: { groupID, permissionID: await permissionIdOf(root, key), enabled },
  })

describe('a deputy with VU, VG, CG, LUP and VD alone', () => {
  let deputy: KeyHolder
  beforeEach(async () => {
    deputy = await signUpWith(app, root, ['VU', 'VG', 'CG', 'LUP', 'VD'])
  })

  test('gives and takes what he holds, and nothing that he lacks', async () => {
    const group = await makeGroup(root, ['VR'])
    expect(await outcomeOf(give(deputy, group, 'VD', true))).toBe('done')
    expect(await outcomeOf(give(deputy, group, 'VAd', true))).toBe('403 keyNotHeld')
    expect(await outcomeOf(give(deputy, group, 'VR', false))).toBe('403 keyNotHeld')
  })

  test('neither switches off, nor on, nor removes a group with a key that he lacks; its name he may change', async () => {
    const id = await makeGroup(root, ['VR'])
    const { name, nameKey } = (await root.client.group.findAll()).find((group) => group.id === id)!
    const update = (by: TestUser, fields: object) =>
      outcomeOf(
        by.client.group.update({ body: { id, name, nameKey, systemGroup: false, status: 'ACTIVE', ...fields } }),
      )
    expect(await update(deputy, { status: 'INACTIVE' })).toBe('403 keyNotHeld')
    expect(await update(root, { status: 'INACTIVE' })).toBe('done')
    expect(await update(deputy, { status: 'ACTIVE' })).toBe('403 keyNotHeld')
    expect(await outcomeOf(deputy.client.group.delete({ body: { id } }))).toBe('403 keyNotHeld')
    expect(await update(deputy, { status: 'INACTIVE', name: 'Reporters' })).toBe('done')
  })

  test('puts nobody, himself included, into a group with a key that he lacks, and takes nobody out of one', async () => {
    const [reporters, viewers] = [await makeGroup(root, ['VR']), await makeGroup(root, ['VD'])]
    const person = await app.signUp([])
    const save = (userId: string, groupIds: string[]) =>
      outcomeOf(deputy.client.userAdmin.saveGroups({ body: { userId, groupIds } }))
    expect(await save(person.user.id, [viewers])).toBe('done')
    expect(await save(person.user.id, [viewers, reporters])).toBe('403 keyNotHeld')
    expect(await save(deputy.user.id, [deputy.groupId, await groupIdOf(root, 'ADMINISTRATORS')])).toBe('403 keyNotHeld')
    expect(await keysOf(person)).toEqual(['VD'])
  })

  test('edits nobody who holds a key that he lacks: not his name, status or groups', async () => {
    const reporter = await signUpWith(app, root, ['VR'])
    const { id, lastName, email, phoneNumber, status } = await userOf(reporter.user.id)
    expect(
      await outcomeOf(
        deputy.client.userAdmin.update({ body: { id, firstName: 'Other', lastName, email, phoneNumber, status } }),
      ),
    ).toBe('403 keyNotHeld')
    expect(await outcomeOf(setStatus(deputy, root, 'INACTIVE'))).toBe('403 keyNotHeld')
    expect(await outcomeOf(deputy.client.userAdmin.saveGroups({ body: { userId: id, groupIds: [] } }))).toBe(
      '403 keyNotHeld',
    )
    expect((await deputy.client.userAdmin.findAll()).find((user) => user.id === id)!.missingKeys).toEqual(['VR'])
  })

  test('makes a user into no group with a key that he lacks', async () => {
    const create = async (groupIds: string[]) =>
      outcomeOf(
        deputy.client.userAdmin.create({
          body: {
            firstName: 'Ann',
            lastName: 'New',
            email: 'ann.new@example.test',
            phoneNumber: '+12125559001',
            password: 'harbour light 22',
            groupIds,
          },
        }),
      )
    expect(await create([await groupIdOf(root, 'ADMINISTRATORS')])).toBe('403 keyNotHeld')
    expect(await create([deputy.groupId])).toBe('done')
  })
})

describe('nobody locks himself out', () => {
  test('by leaving, switching off, or emptying the group that he administers through', async () => {
    const person = await signUpWith(app, root, ['VU', 'VG', 'CG', 'LUP', 'VD'])
    const { id, name, nameKey } = (await root.client.group.findAll()).find((group) => group.id === person.groupId)!
    expect(
      await outcomeOf(person.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [] } })),
    ).toBe('409 ownLockOut')
    expect(
      await outcomeOf(
        person.client.group.update({ body: { id, name, nameKey, systemGroup: false, status: 'INACTIVE' } }),
      ),
    ).toBe('409 ownLockOut')
    expect(await outcomeOf(person.client.group.delete({ body: { id } }))).toBe('409 ownLockOut')
    expect(await outcomeOf(give(person, id, 'LUP', false))).toBe('409 ownLockOut')
    expect(await keysOf(person)).toEqual(['CG', 'LUP', 'VD', 'VG', 'VU'])
    // A key they do not administer with may be given away.
    expect(await outcomeOf(give(person, id, 'VD', false))).toBe('done')
  })

  test('by his own status', async () => {
    const other = await app.signUp(['ADMINISTRATORS'])
    expect(await outcomeOf(setStatus(other, other, 'INACTIVE'))).toBe('409 ownStatus')
    expect(await outcomeOf(setStatus(other, other, 'CONFIRMATION'))).toBe('409 ownStatus')
  })

  test('while he leaves one of two groups that give the same', async () => {
    const [one, two] = [await makeGroup(root, ['VU', 'LUP']), await makeGroup(root, ['VU', 'LUP'])]
    const person = await app.signUp([])
    await root.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [one, two] } })
    expect(
      await outcomeOf(person.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [two] } })),
    ).toBe('done')
  })
})

describe('the last administrator', () => {
  test('stays, even when somebody with every key but outside Administrators wants it otherwise', async () => {
    const everything = await signUpWith(
      app,
      root,
      (await root.client.security.getMyUser()).permissions.map(({ nameKey }) => nameKey),
    )
    for (const { id, groups } of await root.client.userAdmin.findAll()) {
      const isOther = id !== root.user.id && groups.some(({ name }) => name === 'Administrators')
      if (isOther) await root.client.userAdmin.saveGroups({ body: { userId: id, groupIds: [] } })
    }
    expect(
      await outcomeOf(everything.client.userAdmin.saveGroups({ body: { userId: root.user.id, groupIds: [] } })),
    ).toBe('409 lastAdministrator')
    expect(await outcomeOf(setStatus(everything, root, 'INACTIVE'))).toBe('409 lastAdministrator')
    await app.signUp(['ADMINISTRATORS'])
    expect(await outcomeOf(setStatus(everything, root, 'INACTIVE'))).toBe('done')
    root = await app.signUp(['ADMINISTRATORS'])
  })

  test.each(['removing', 'disabling'])('is one of two who are %s each other at the same moment', async (way) => {
    for (let round = 0; round < 5; round++) {
      const [ann, ben] = [await app.signUp(['ADMINISTRATORS']), await app.signUp(['ADMINISTRATORS'])]
      const attack = (by: TestUser, whom: TestUser) =>
        outcomeOf(
          way === 'removing'
            ? by.client.userAdmin.saveGroups({ body: { userId: whom.user.id, groupIds: [] } })
            : setStatus(by, whom, 'INACTIVE'),
        )
      const outcomes = await Promise.all([attack(ann, ben), attack(ben, ann)])
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(outcomes.find((outcome) => outcome !== 'done')).toMatch(/^(403 forbidden|401 sessionEnded)$/)
    }
  })
})
