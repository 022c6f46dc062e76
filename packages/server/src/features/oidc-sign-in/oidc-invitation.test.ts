// Accepting an invitation with a sign-in at a real provider: who gets in, what the invitation is used up by, and that
// nobody else's user or sign-in does.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../testing/browser-with-cookies.ts'
import { startOidcStand, type OidcStand } from '../../testing/oidc-stand.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { makeGroup } from '../../testing/rights.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { inviteAdministrator } from '../security/invite.ts'

let stand: OidcStand
let app: TestApp
let root: TestUser
beforeAll(async () => {
  stand = await startOidcStand()
  app = await startTestApp({ environment: { ...stand.environment, OIDC_TRUSTED_ACR: 'urn:example:strong' } })
})
afterAll(async () => {
  await app.stop()
  await stand.stop()
})
beforeEach(async () => {
  app.clock.advance(61 * 60_000)
  root = await app.signUp(['ADMINISTRATORS'], 'Root')
  atProvider()
})

let people = 0
/** Signs somebody in at the provider from now on, by an address that nobody has here. */
function atProvider(more: Partial<OidcStand['person']> = {}): void {
  people++
  stand.person = { subject: `guest ${people}`, email: `guest${people}@work.test`, isEmailVerified: true, ...more }
}

type Browser = ReturnType<typeof openBrowser>
const newcomer = (): { firstName: string; lastName: string; phoneNumber: string } => ({
  firstName: 'Ada',
  lastName: 'Berg',
  phoneNumber: `+1212556${String(1000 + people)}`,
})

/** An administrator creates a user without a password; returns them with the token of their mail. */
async function inviteUser(groupIds?: readonly string[]) {
  people++
  const person = { ...newcomer(), email: `invited${people}@example.test` }
  const { id } = await root.client.userAdmin.create({
    body: { ...person, ...(groupIds ? { groupIds: [...groupIds] } : {}) },
  })
  return { ...person, id, token: /#invite=([\w-]+)/.exec((await mailsTo(person.email)).at(-1)!.body)![1]! }
}

async function inviteToAdminister(email: string): Promise<string> {
  const link = await inviteAdministrator(app.services.db, app.clock, app.services.config.origin, email)
  return link.split('#invite=')[1]!
}

async function mailsTo(recipient: string) {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .where('channel', '=', 'MAIL')
    .orderBy('position')
    .execute()
}

async function visit(browser: Browser, token: string, person: object = {}) {
  const { authoriseUrl } = await browser().oidcSignIn.startInvitation({ body: { token, ...person } })
  return stand.visit(authoriseUrl)
}

const accept = async (browser: Browser, token: string, person: object = {}) =>
  browser().oidcSignIn.finish({ body: await visit(browser, token, person) })

async function enterCode(browser: Browser, email: string): Promise<TestUser> {
  const user = await browser().security.checkVerificationCode({ body: { email, code: await app.readCode(email) } })
  return { user, client: app.client(user.token), email }
}

async function signInThere(browser: Browser) {
  const { authoriseUrl } = await browser().oidcSignIn.startSignIn()
  return browser().oidcSignIn.finish({ body: await stand.visit(authoriseUrl) })
}

const linksOf = (userId: string) =>
  app.services.db.selectFrom('oidc_link').select(['subject', 'email']).where('user_id', '=', userId).execute()

const isOpen = async (token: string) =>
  (await refusalOf(app.client().security.findInvitation({ body: { token } })).catch(() => 'open')) === 'open'

describe('the invitation of a user whom an administrator created', () => {
  test('is accepted with a sign-in of any address, keeps the invited one, and the code follows', async () => {
    const { id, email, token } = await inviteUser()
    atProvider({ isEmailVerified: false })
    expect(await app.client().security.findInvitation({ body: { token } })).toEqual({
      email,
      isKnown: true,
      isToAdminister: false,
    })
    const browser = openBrowser(app)
    expect(await accept(browser, token)).toMatchObject({ outcome: 'STEP', pending: { messageType: 'phone', email } })
    expect(await linksOf(id)).toEqual([{ subject: stand.person.subject, email: stand.person.email }])
    const invited = await enterCode(browser, email)
    expect(invited.user).toMatchObject({ id, email })
    const [session] = await invited.client.security.findMySessions()
    expect(session).toMatchObject({ openedBy: 'SMS', provider: 'Example' })
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your Clubfolio invitation was accepted')
    const audit = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('actor_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      { action: 'sign-in-link.add' },
      { action: 'invitation.accept', after: { issuer: stand.issuer } },
      { action: 'session.open' },
    ])
    // From now on the sign-in there is enough in place of a password, which nobody knows.
    expect(await signInThere(openBrowser(app))).toMatchObject({ outcome: 'STEP', pending: { email } })
    expect(await refusalOf(app.client().security.login({ body: { email, password: testPassword } }))).toBe(
      '400 wrongCredentials',
    )
  })

  test('is used up by it, whatever link of theirs is open, and by a password just as well', async () => {
    const { email, token } = await inviteUser()
    await app.client().security.requestPasswordReset({ body: { email } })
    const resets = (await mailsTo(email)).flatMap(({ body }) => /#reset=([\w-]+)/.exec(body)?.slice(1) ?? [])
    expect(resets).toHaveLength(1)
    await accept(openBrowser(app), token)
    expect(await refusalOf(accept(openBrowser(app), token))).toBe('400 linkDead')
    const { security } = app.client()
    expect(await refusalOf(security.resetPassword({ body: { token: resets[0]!, password: testPassword } }))).toBe(
      '400 linkDead',
    )
    const other = await inviteUser()
    const browser = openBrowser(app)
    const back = await visit(browser, other.token)
    await security.resetPassword({ body: { token: other.token, password: testPassword } })
    expect(await refusalOf(browser().oidcSignIn.finish({ body: back }))).toBe('400 linkDead')
    expect(await linksOf(other.id)).toEqual([])
  })

  test('opened twice is accepted by one of them, with one link', async () => {
    const { id, token } = await inviteUser()
    const visits = []
    for (let index = 0; index < 3; index++) {
      atProvider()
      const browser = openBrowser(app)
      visits.push({ browser, back: await visit(browser, token) })
    }
    const outcomes = await Promise.all(
      visits.map(({ browser, back }) => refusalOf(browser().oidcSignIn.finish({ body: back })).catch(() => 'accepted')),
    )
    expect(outcomes.toSorted()).toEqual(['400 linkDead', '400 linkDead', 'accepted'])
    expect(await linksOf(id)).toHaveLength(1)
  })

  test('that has expired, was sent to another address, or belongs to a disabled user is refused on the return', async () => {
    const late = await inviteUser()
    const [browser, second, third] = [openBrowser(app), openBrowser(app), openBrowser(app)]
    app.clock.advance(7 * 24 * 60 * 60_000 - 60_000)
    const back = await visit(browser, late.token)
    app.clock.advance(2 * 60_000)
    expect(await refusalOf(browser().oidcSignIn.finish({ body: back }))).toBe('400 linkDead')
    root = await app.signUp(['ADMINISTRATORS'], 'Root')
    const moved = await inviteUser()
    const movedBack = await visit(second, moved.token)
    const { token: _token, ...person } = moved
    await root.client.userAdmin.update({ body: { ...person, email: `new.${person.email}`, status: 'CONFIRMATION' } })
    expect(await refusalOf(second().oidcSignIn.finish({ body: movedBack }))).toBe('400 linkDead')
    const disabled = await inviteUser()
    const disabledBack = await visit(third, disabled.token)
    await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', disabled.id).execute()
    expect(await refusalOf(third().oidcSignIn.finish({ body: disabledBack }))).toBe('400 linkDead')
    expect(await refusalOf(openBrowser(app)().oidcSignIn.startInvitation({ body: { token: disabled.token } }))).toBe(
      '400 linkDead',
    )
  })

  test('stays when the sign-in is linked to another user, and in another browser', async () => {
    const first = await inviteUser()
    await accept(openBrowser(app), first.token)
    const second = await inviteUser()
    expect(await refusalOf(accept(openBrowser(app), second.token))).toBe('409 oidcLinkedToOther')
    expect(await linksOf(second.id)).toEqual([])
    expect(await isOpen(second.token)).toBe(true)
    atProvider()
    const back = await visit(openBrowser(app), second.token)
    expect(await refusalOf(openBrowser(app)().oidcSignIn.finish({ body: back }))).toBe('400 oidcAttemptOver')
    expect(await isOpen(second.token)).toBe(true)
    expect(await accept(openBrowser(app), second.token)).toMatchObject({ outcome: 'STEP' })
  })

  test('needs the code whatever the provider proved, also when it comes later', async () => {
    const { email, token } = await inviteUser()
    atProvider({ acr: 'urn:example:strong' })
    expect(await accept(openBrowser(app), token)).toMatchObject({ outcome: 'STEP' })
    app.clock.advance(61_000)
    const browser = openBrowser(app)
    expect(await signInThere(browser)).toMatchObject({ outcome: 'STEP', pending: { email } })
    await enterCode(browser, email)
    expect(await signInThere(openBrowser(app))).toMatchObject({ outcome: 'SIGNED_IN' })
  })

  test('leads past no group that requires a strong factor', async () => {
    const groupId = await makeGroup(root, [])
    await app.services.db
      .updateTable('user_group')
      .set({ requires_strong_factor: true })
      .where('id', '=', groupId)
      .execute()
    const { email, token } = await inviteUser([groupId])
    const browser = openBrowser(app)
    await accept(browser, token)
    const invited = await enterCode(browser, email)
    expect(await refusalOf(invited.client.profile.findMyProfile())).toBe('403 strongFactorNeeded')
  })

  test('that was accepted at a wrong address loses that sign-in with the address, and goes to the right one', async () => {
    const { id, email, token } = await inviteUser()
    await accept(openBrowser(app), token)
    const right = `right-${email}`
    await root.client.userAdmin.update({ body: { id, email: right } })
    expect(await linksOf(id)).toEqual([])
    expect((await mailsTo(right)).some(({ body }) => body.includes('#invite='))).toBe(true)
  })

  test('loses the sign-in to a password by mail, so a stolen link is taken back', async () => {
    const { id, email, token } = await inviteUser()
    await accept(openBrowser(app), token)
    app.clock.advance(61_000)
    await app.client().security.requestPasswordReset({ body: { email } })
    const reset = /#reset=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.body)![1]!
    await app.client().security.resetPassword({ body: { token: reset, password: testPassword } })
    expect(await linksOf(id)).toEqual([])
    expect((await app.signIn(email)).user.id).toBe(id)
  })
})

describe('an invitation to administer', () => {
  test('makes a new person an administrator with the details that they entered before they left', async () => {
    const email = `admin${people}@example.test`
    const token = await inviteToAdminister(email)
    expect(await refusalOf(openBrowser(app)().oidcSignIn.startInvitation({ body: { token } }))).toBe('400 invalid')
    const browser = openBrowser(app)
    expect(await accept(browser, token, newcomer())).toMatchObject({ outcome: 'STEP', pending: { email } })
    const { user } = await enterCode(browser, email)
    expect(user).toMatchObject({ email, firstName: 'Ada', lastName: 'Berg' })
    expect(user.permissions.map(({ nameKey }) => nameKey)).toContain('LUP')
    expect(await isOpen(token)).toBe(false)
  })

  test('takes of a known person only a sign-in that is linked to them, and ends what was open before', async () => {
    const known = await app.signUp(['INVESTORS'])
    const token = await inviteToAdminister(known.email)
    // The address is verified there, and still a stolen invitation is not enough: accepting asks for the password too.
    atProvider({ email: known.email })
    expect(await refusalOf(accept(openBrowser(app), token))).toBe('403 oidcNotTheInvited')
    expect(await isOpen(token)).toBe(true)
    const own = openBrowser(app)
    await signInThere(own)
    await enterCode(own, known.email)
    const browser = openBrowser(app)
    expect(await accept(browser, token)).toMatchObject({ outcome: 'STEP', pending: { email: known.email } })
    expect(await refusalOf(known.client.security.getMyUser())).toBe('401 sessionEnded')
    const { user } = await enterCode(browser, known.email)
    expect(user.permissions.map(({ nameKey }) => nameKey)).toContain('LUP')
  })

  test('creates nobody when the sign-in there is linked to somebody else', async () => {
    const first = await inviteUser()
    await accept(openBrowser(app), first.token)
    const email = `second${people}@example.test`
    const token = await inviteToAdminister(email)
    expect(await refusalOf(accept(openBrowser(app), token, newcomer()))).toBe('409 oidcLinkedToOther')
    expect(await app.services.db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
    expect(await isOpen(token)).toBe(true)
  })
})

test('the token of an invitation is not readable in a visit that waits', async () => {
  const { token } = await inviteUser()
  await visit(openBrowser(app), token)
  const rows = await app.services.db.selectFrom('oidc_attempt').selectAll().execute()
  const stored = rows
    .flatMap((row) => Object.values(row))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
  expect(stored.some((value) => value.includes(token))).toBe(false)
})
