// Administering users: the list, changes and what they end, new users with a password or an invitation, and groups.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupIdOf, keysOf, makeGroup, outcomeOf, signUpWith } from '../../testing/rights.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'], 'Root')
})
afterAll(() => app.stop())

const rowOf = async (id: string) => (await root.client.userAdmin.findAll()).find((user) => user.id === id)!

/** Changes some fields of a user as the screen does: by sending the whole row. */
async function change(whom: TestUser, fields: object, by = root): Promise<unknown> {
  const { id, firstName, lastName, email, phoneNumber, status } = await rowOf(whom.user.id)
  return by.client.userAdmin.update({ body: { id, firstName, lastName, email, phoneNumber, status, ...fields } })
}

async function mailsTo(address: string): Promise<{ subject: string; body: string }[]> {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', address)
    .where('channel', '=', 'MAIL')
    .orderBy('position')
    .execute()
}

const auditOf = (id: string) =>
  app.services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

describe('the list of users', () => {
  test('shows names, e-mail, phone, status and groups to holders of VU, and to nobody else', async () => {
    const person = await app.signUp(['INVESTORS'], 'Lena')
    expect(await rowOf(person.user.id)).toEqual({
      id: person.user.id,
      firstName: 'Lena',
      lastName: 'Example',
      fullName: 'Lena Example',
      email: person.email,
      phoneNumber: expect.stringMatching(/^\+1212555/) as string,
      status: 'ACTIVE',
      groups: [{ id: await groupIdOf(root, 'INVESTORS'), name: 'Investors' }],
      missingKeys: [],
    })
    expect(await outcomeOf((await app.signUp(['MANAGERS'])).client.userAdmin.findAll())).toBe('403 forbidden')
  })

  test('is searched by keyword with disabled users and their status, whom a manager does not find', async () => {
    const person = await app.signUp([], 'Quentin')
    await change(person, { status: 'INACTIVE' })
    expect(await root.client.user.findByKeyword({ params: { keyword: 'quentin' } })).toMatchObject([
      { id: person.user.id, status: 'INACTIVE', groups: [], missingKeys: [] },
    ])
    expect(
      await (await app.signUp(['MANAGERS'])).client.user.findByKeyword({ params: { keyword: 'quentin' } }),
    ).toEqual([])
  })
})

describe('a change of a user', () => {
  test('keeps every one of several edits at the same moment, each of another field', async () => {
    const {
      user: { id },
    } = await app.signUp(['INVESTORS'], 'Edit')
    await Promise.all([
      root.client.userAdmin.update({ body: { id, firstName: 'Edith' } }),
      root.client.userAdmin.update({ body: { id, lastName: 'Field' } }),
      root.client.userAdmin.update({ body: { id, phoneNumber: '+12125550147' } }),
    ])
    expect(await rowOf(id)).toMatchObject({
      firstName: 'Edith',
      lastName: 'Field',
      phoneNumber: '+12125550147',
      status: 'ACTIVE',
    })
  })

  test('of the names leaves the user signed in, and is in the log with old and new', async () => {
    const person = await app.signUp(['INVESTORS'], 'Old')
    expect(await change(person, { firstName: ' New ' })).toEqual({ message: 'User updated successfully' })
    expect((await person.client.security.getMyUser()).firstName).toBe('New')
    expect(await auditOf(person.user.id)).toMatchObject([
      { actor_id: root.user.id, action: 'user.update', before: { firstName: 'Old' }, after: { firstName: 'New' } },
    ])
  })

  test.each(['INACTIVE', 'CONFIRMATION'])(
    'to the status %s ends his sessions with his next request',
    async (status) => {
      const person = await app.signUp(['INVESTORS'])
      const second = await app.signIn(person.email)
      await change(person, { status })
      expect(await outcomeOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
      await change(person, { status: 'ACTIVE' })
      // Reactivating a user does not restore old sessions.
      expect(await outcomeOf(second.client.security.getMyUser())).toBe('401 sessionEnded')
    },
  )

  test('to disabled makes a code that is on its way worthless', async () => {
    const person = await app.signUp(['INVESTORS'])
    await app.client().security.login({ body: { email: person.email, password: testPassword } })
    const code = await app.readCode(person.email)
    await change(person, { status: 'INACTIVE' })
    await change(person, { status: 'ACTIVE' })
    expect(await outcomeOf(app.client().security.checkVerificationCode({ body: { email: person.email, code } }))).toBe(
      '400 codeDead',
    )
  })

  test('of the e-mail ends his sessions and tells the old address', async () => {
    const person = await app.signUp(['INVESTORS'])
    await change(person, { email: 'Moved.To@Example.test' })
    expect(await outcomeOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await mailsTo(person.email)).toMatchObject([
      {
        subject: 'Your Clubfolio e-mail address was changed',
        body: expect.stringContaining('moved.to@example.test') as string,
      },
    ])
    await expect(app.signIn('moved.to@example.test')).resolves.toMatchObject({ email: 'moved.to@example.test' })
  })

  test('of the phone ends his sessions, tells his mail, and the next code goes to the new number', async () => {
    const person = await app.signUp(['INVESTORS'])
    await change(person, { phoneNumber: '+1 (212) 555-7788' })
    expect(await outcomeOf(person.client.security.getMyUser())).toBe('401 sessionEnded')
    expect(await mailsTo(person.email)).toMatchObject([
      { subject: 'Your Clubfolio phone number was changed', body: expect.stringContaining('7788') as string },
    ])
    await app.signIn(person.email)
    const messages = await app.services.db
      .selectFrom('outbox_message')
      .select('channel')
      .where('recipient', '=', '+12125557788')
      .execute()
    expect(messages).toEqual([{ channel: 'SMS' }])
    expect(JSON.stringify(await auditOf(person.user.id))).not.toContain('2125557788')
  })

  test('sends no mail when it is refused', async () => {
    const [one, two] = [await app.signUp([]), await app.signUp([])]
    await expect(change(one, { email: two.email.toUpperCase() })).rejects.toMatchObject({
      status: 409,
      message: `The e-mail address ${two.email} belongs to another user.`,
    })
    expect(await mailsTo(one.email)).toEqual([])
    expect(await outcomeOf(one.client.security.getMyUser())).toBe('done')
  })

  test('of one’s own e-mail and phone belongs to the profile, where the password is asked', async () => {
    expect(await outcomeOf(change(root, { email: 'root2@example.test' }))).toBe('409 ownReach')
    expect(await outcomeOf(change(root, { phoneNumber: '+12125550000' }))).toBe('409 ownReach')
    expect(await outcomeOf(change(root, { firstName: 'Ruth' }))).toBe('done')
  })

  test.each([
    ['firstName', ' '],
    ['lastName', 'x'.repeat(61)],
    ['email', 'nobody'],
    ['phoneNumber', '555-0100'],
    ['status', 'GONE'],
  ])('to a %s of "%s" is refused beside its field', async (field, value) => {
    const person = await app.signUp([])
    const { missingKeys: _keys, groups: _groups, fullName: _name, ...row } = await rowOf(person.user.id)
    const answer = await fetch(`${app.url}/v1/api/user/update`, {
      method: 'POST',
      headers: { token: root.user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...row, [field]: value }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: [expect.objectContaining({ field })] }),
    ])
  })

  test('of somebody who does not exist is not found', async () => {
    const body = {
      id: '00000000-0000-7000-8000-000000000000',
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.test',
      phoneNumber: '+12125550100',
      status: 'ACTIVE' as const,
    }
    expect(await outcomeOf(root.client.userAdmin.update({ body }))).toBe('404 notFound')
  })
})

describe('a new user', () => {
  let count = 0
  const fields = () => ({
    firstName: 'Nina',
    lastName: 'Berg',
    email: `nina${++count}@example.test`,
    phoneNumber: `+1212555${String(8000 + count)}`,
  })

  test('with a password waits for the first code and is active from then on, in the chosen groups', async () => {
    const [managers, own] = [await groupIdOf(root, 'MANAGERS'), await makeGroup(root, ['VAd'])]
    const person = fields()
    const { id, message } = await root.client.userAdmin.create({
      body: { ...person, password: testPassword, groupIds: [managers, own, own] },
    })
    expect(message).toBe('Nina Berg was created.')
    expect((await rowOf(id)).status).toBe('CONFIRMATION')
    expect((await rowOf(id)).groups.map((group) => group.id).sort()).toEqual([managers, own].sort())
    const signedIn = await app.signIn(person.email)
    expect(await keysOf(signedIn)).toContain('VAd')
    expect((await rowOf(id)).status).toBe('ACTIVE')
    expect(await mailsTo(person.email)).toEqual([])
    const [created] = await auditOf(id)
    expect(created).toMatchObject({
      actor_id: root.user.id,
      action: 'user.create',
      after: { email: person.email, phone: person.phoneNumber.slice(-4), isInvited: false },
    })
    expect(JSON.stringify(created)).not.toContain(testPassword)
  })

  test('without a password gets a link for 7 days, sets his own, and is confirmed by the code', async () => {
    const person = fields()
    await root.client.userAdmin.create({ body: person })
    const [mail] = await mailsTo(person.email)
    expect(mail).toMatchObject({
      subject: 'Your Clubfolio user',
      body: expect.stringMatching(/^\w+ Example made a Clubfolio user for you/) as string,
    })
    const token = /#invite=([\w-]+)/.exec(mail!.body)![1]!
    app.clock.advance(6 * 24 * 60 * 60_000)
    await app.client().security.resetPassword({ body: { token, password: testPassword } })
    expect(await keysOf(await app.signIn(person.email))).toContain('VMA')
    root = await app.signIn(root.email)
  })

  test('whose address was mistyped is invited again at the right one, and the first link is dead', async () => {
    const person = fields()
    const { id } = await root.client.userAdmin.create({ body: { ...person, email: 'mistyped@example.test' } })
    await root.client.userAdmin.update({ body: { ...person, id, status: 'CONFIRMATION' } })
    const tokenIn = (mails: { body: string }[]) => /#invite=([\w-]+)/.exec(mails[0]!.body)![1]!
    const [wrong, right] = [await mailsTo('mistyped@example.test'), await mailsTo(person.email)]
    expect([wrong.length, right.length]).toEqual([1, 1])
    expect(
      await outcomeOf(app.client().security.resetPassword({ body: { token: tokenIn(wrong), password: testPassword } })),
    ).toBe('400 linkDead')
    expect(
      await outcomeOf(app.client().security.resetPassword({ body: { token: tokenIn(right), password: testPassword } })),
    ).toBe('done')
  })

  test('renamed while he is invited keeps his link', async () => {
    const person = fields()
    const { id } = await root.client.userAdmin.create({ body: person })
    await root.client.userAdmin.update({ body: { ...person, id, lastName: 'Bergman', status: 'CONFIRMATION' } })
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  test('without named groups joins the group of people who register; naming groups needs LUP', async () => {
    const clerk = await signUpWith(app, root, ['VU'])
    const { id } = await clerk.client.userAdmin.create({ body: { ...fields(), password: testPassword } })
    expect((await rowOf(id)).groups.map(({ name }) => name)).toEqual(['Investors'])
    expect(
      await outcomeOf(clerk.client.userAdmin.create({ body: { ...fields(), password: testPassword, groupIds: [] } })),
    ).toBe('403 forbidden')
  })

  test('is refused with a known e-mail, one of the commonest passwords, or a group that does not exist', async () => {
    const create = (body: object) => outcomeOf(root.client.userAdmin.create({ body: { ...fields(), ...body } }))
    expect(await create({ email: root.email })).toBe('409 emailTaken')
    expect(await create({ password: 'Password1' })).toBe('400 commonPassword')
    expect(await create({ groupIds: ['00000000-0000-7000-8000-000000000000'] })).toBe('404 notFound')
  })

  test('asked for twice under one key is one user and one mail', async () => {
    const person = fields()
    const ask = () => root.client.userAdmin.create({ body: person }, { idempotencyKey: 'the-same-new-user' })
    expect(await ask()).toEqual(await ask())
    expect(await mailsTo(person.email)).toHaveLength(1)
  })
})

test('a new user whom the database refuses at the last moment gets no mail', async () => {
  await sql`
    create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'refused at commit'; end $$;
    create constraint trigger refuse_commit after insert on app_user deferrable initially deferred
      for each row when (new.email = 'unlucky@example.test') execute function refuse_commit()
  `.execute(app.services.db)
  const body = { firstName: 'Una', lastName: 'Lucky', email: 'unlucky@example.test', phoneNumber: '+12125559900' }
  await expect(root.client.userAdmin.create({ body })).rejects.toMatchObject({ status: 500 })
  expect(await mailsTo(body.email)).toEqual([])
})

describe('the groups of a user', () => {
  test('need VU and LUP, both to see and to set', async () => {
    const person = await app.signUp([])
    for (const keys of [['VU'], ['LUP']] as const) {
      const clerk = await signUpWith(app, root, keys)
      expect(await outcomeOf(clerk.client.userAdmin.findGroups({ params: { userId: person.user.id } }))).toBe(
        '403 forbidden',
      )
      expect(
        await outcomeOf(clerk.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [] } })),
      ).toBe('403 forbidden')
    }
  })

  test('say which the user is in, which are out of the caller’s reach, and which new people join', async () => {
    const deputy = await signUpWith(app, root, ['VU', 'LUP'])
    const choices = await deputy.client.userAdmin.findGroups({ params: { userId: deputy.user.id } })
    expect(choices.find(({ id }) => id === deputy.groupId)).toMatchObject({
      isMember: true,
      missingKeys: [],
      isForNewUsers: false,
    })
    expect(choices.find(({ nameKey }) => nameKey === 'INVESTORS')).toMatchObject({
      isMember: false,
      isForNewUsers: true,
    })
    expect(choices.find(({ nameKey }) => nameKey === 'ADMINISTRATORS')!.missingKeys).toHaveLength(20)
    const forNobody = await deputy.client.userAdmin.findGroups({ params: { userId: null } })
    expect(forNobody.filter(({ isMember }) => isMember)).toEqual([])
  })

  test('are set exactly, count with the next request, and are in the log', async () => {
    const [one, two] = [await makeGroup(root, ['VD']), await makeGroup(root, ['VR'])]
    const person = await app.signUp([])
    const save = (groupIds: string[]) =>
      root.client.userAdmin.saveGroups({ body: { userId: person.user.id, groupIds } })
    await save([one])
    expect(await keysOf(person)).toEqual(['VD'])
    app.clock.advance(1)
    await save([two, two])
    expect(await keysOf(person)).toEqual(['VR'])
    expect((await auditOf(person.user.id)).filter(({ action }) => action === 'user.groups')).toMatchObject([
      { before: { groupIds: [] }, after: { groupIds: [one] } },
      { before: { groupIds: [one] }, after: { groupIds: [two] } },
    ])
    expect(await outcomeOf(save(['00000000-0000-7000-8000-000000000000']))).toBe('404 notFound')
  })
})
