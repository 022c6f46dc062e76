// Races around people and accounts: the one default, the one session of a code, the one use of an authorisation, the
// last administrator.
import { makeGroup } from '../../../packages/server/src/testing/rights.ts'
import { linkAccount, type LinkedAccount } from '../../../packages/server/src/testing/factories.ts'
import type { Consent, TestBrokerage } from '../../../packages/server/src/testing/paper-brokerage.ts'
import { testPassword, type TestApp, type TestUser } from '../../../packages/server/src/testing/test-app.ts'
import { judgeOutcomes, outcomeOf, winnerOf, type Race } from './race.ts'

export function accountRaces([one, two]: readonly [TestBrokerage, TestApp]): Race[] {
  const { db } = one.services
  const sessionsOf = async (userId: string) =>
    (await db.selectFrom('session').select('id').where('user_id', '=', userId).execute()).length
  const over = (person: TestUser) => two.client(person.user.token)

  const removal = (name: string, attack: (by: TestUser, whom: TestUser, place: 0 | 1) => Promise<string>): Race => ({
    name,
    async run() {
      const [ann, ben] = [await one.signUp(['ADMINISTRATORS']), await one.signUp(['ADMINISTRATORS'])]
      const outcomes = await Promise.all([attack(ann, ben, 0), attack(ben, ann, 1)])
      const left = await administratorsAmong([ann, ben])
      return {
        outcome: winnerOf(outcomes),
        broken: [
          ...judgeOutcomes(outcomes, 1, ['403 forbidden', '401 sessionEnded']),
          ...(left === 1 ? [] : [`${left} of the two are left`]),
        ],
      }
    },
  })

  async function administratorsAmong(people: readonly TestUser[]): Promise<number> {
    const rows = await db
      .selectFrom('user_group_member as m')
      .innerJoin('user_group as g', 'g.id', 'm.group_id')
      .innerJoin('app_user as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('g.name_key', '=', 'ADMINISTRATORS')
      .where('u.status', '=', 'ACTIVE')
      .where(
        'u.id',
        'in',
        people.map(({ user }) => user.id),
      )
      .execute()
    return rows.length
  }

  const accounts: LinkedAccount[] = []
  let holder: TestUser | undefined
  let root: TestUser | undefined
  let person: TestUser | undefined
  let linker: { readonly owner: TestUser; readonly consent: Consent } | undefined

  return [
    {
      name: 'eight toggles of the default over four accounts',
      async run() {
        holder ??= await one.signUp(['MANAGERS'])
        const owner = holder
        if (accounts.length === 0)
          for (const value of ['1.00', '2.00', '3.00', '4.00'])
            accounts.push(await linkAccount(one, owner, '2026-03-04', value))
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, (_one, index) =>
            outcomeOf(
              (index % 2 === 0 ? owner.client : over(owner)).account.toggleDefault({
                body: { accountId: accounts[index % 4]!.id, isDefault: true },
              }),
            ),
          ),
        )
        const rows = await db
          .selectFrom('account')
          .select(['id', 'is_default'])
          .where('owner_id', '=', owner.user.id)
          .execute()
        const defaults = rows.filter((row) => row.is_default)
        return {
          outcome: `account ${accounts.findIndex(({ id }) => id === defaults[0]?.id) + 1}`,
          broken: [
            ...judgeOutcomes(outcomes, 8, []),
            ...(defaults.length === 1 ? [] : [`${defaults.length} defaults`]),
          ],
        }
      },
    },
    {
      name: 'five right answers to one code',
      async run() {
        const { email, user } = await one.signUp(['INVESTORS'])
        const before = await sessionsOf(user.id)
        await one.client().security.login({ body: { email, password: testPassword } })
        const code = await one.readCode(email)
        const outcomes = await Promise.all(
          [one, two, one, two, one].map((app) =>
            outcomeOf(app.client().security.checkVerificationCode({ body: { email, code } })),
          ),
        )
        const opened = (await sessionsOf(user.id)) - before
        return {
          outcome: winnerOf(outcomes),
          broken: [...judgeOutcomes(outcomes, 1, ['400 codeDead']), ...(opened === 1 ? [] : [`${opened} sessions`])],
        }
      },
    },
    {
      name: 'the same authorisation of the brokerage brought twice',
      async run() {
        const owner = linker?.owner ?? (await one.signUp(['MANAGERS']))
        const started = await owner.client.account.getAmtTk()
        linker ??= { owner, consent: await one.register(started.authoriseUrl, 'oauth') }
        const back = await linker.consent.allow(started.authoriseUrl)
        const create = () =>
          outcomeOf(
            owner.client.account.createMy({
              body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id },
            }),
          )
        const outcomes = await Promise.all([create(), create()])
        const linked = await db.selectFrom('account').select('id').where('owner_id', '=', owner.user.id).execute()
        const logins = await db.selectFrom('broker_login').select('id').where('owner_id', '=', owner.user.id).execute()
        return {
          outcome: winnerOf(outcomes),
          broken: [
            ...judgeOutcomes(outcomes, 1, ['400 linkAttemptOver']),
            ...(linked.length === 1 && logins.length === 1
              ? []
              : [`${linked.length} accounts, ${logins.length} logins`]),
          ],
        }
      },
    },
    removal('two administrators who remove each other', (by, whom, place) =>
      outcomeOf(
        (place === 0 ? by.client : over(by)).userAdmin.saveGroups({ body: { userId: whom.user.id, groupIds: [] } }),
      ),
    ),
    removal('two administrators who disable each other', async (by, whom, place) => {
      const { firstName, lastName } = whom.user
      const { phone_number } = await db
        .selectFrom('app_user')
        .select('phone_number')
        .where('id', '=', whom.user.id)
        .executeTakeFirstOrThrow()
      return outcomeOf(
        (place === 0 ? by.client : over(by)).userAdmin.update({
          body: {
            id: whom.user.id,
            firstName,
            lastName,
            email: whom.email,
            phoneNumber: phone_number,
            status: 'INACTIVE',
          },
        }),
      )
    }),
    {
      name: 'a group deleted while a user is put into it',
      async run() {
        root ??= await one.signUp(['ADMINISTRATORS'])
        person ??= await one.signUp([])
        const id = await makeGroup(root, ['VMA'])
        const outcomes = await Promise.all([
          outcomeOf(root.client.group.delete({ body: { id } })),
          outcomeOf(over(root).userAdmin.saveGroups({ body: { userId: person.user.id, groupIds: [id] } })),
        ])
        const held = await db
          .selectFrom('user_group_member')
          .select('group_id')
          .where('user_id', '=', person.user.id)
          .execute()
        const isThere =
          (await db.selectFrom('user_group').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
        const strange = outcomes.filter((outcome) => outcome !== 'done' && !/^4\d\d (?!undefined)/.test(outcome))
        return {
          outcome: outcomes.join(' / '),
          broken: [
            ...strange.map((outcome) => `answered ${outcome}`),
            ...(held.length > 0 && !isThere ? ['a membership of a group that is gone'] : []),
            ...(outcomes.includes('done') ? [] : [`nobody succeeded: ${outcomes.join(', ')}`]),
          ],
        }
      },
    },
  ]
}
