// Every route x every kind of API token, by the decisions of the contract (token-rules.ts): exactly those calls are
// admitted that the decision, the rights of the holder and the limits of the token allow together. Then every call for
// an account, made with a token of one account and every id that another account of the same holder has.
import { randomUUID } from 'node:crypto'
import {
  allows,
  fillPath,
  isChange,
  routeList,
  tokenKeys,
  tokenRuleOf,
  type NamedRoute,
  type PermissionKey,
} from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveToken, type GivenToken } from './api-tokens.ts'
import { makeVisitors, type BadVisitor } from './bad-input/attacked-installation.ts'
import { sampleInput, type Json, type KnownWords } from './bad-input/sample-input.ts'
import { closeSession, linkAccount } from './factories.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

interface Caller {
  readonly name: string
  readonly token: string
  /** What holder and token allow together; undefined for a token that is over. */
  readonly keys: readonly PermissionKey[] | undefined
  readonly held: readonly PermissionKey[]
  readonly isReadOnly: boolean
  readonly isLimited: boolean
}

let app: TestApp
/** The holder of the tokens, with objects in a first account. */
let anna: BadVisitor
let person: TestUser
const callers: Caller[] = []
let limited: string
/** Another account of the same holder. */
let other: { id: string; number: string }
beforeAll(async () => {
  app = await startTestApp()
  const { db, clock } = app.services
  const root = await app.signUp(['ADMINISTRATORS'])
  person = await app.signUp(['ADMINISTRATORS'])
  anna = (await makeVisitors(app, { member: root, manager: person, administrator: root })).find(
    ({ name }) => name === 'manager',
  )!
  other = await linkAccount(app, person, '2026-02-25', '10000.00')
  for (const day of ['2026-02-25', '2026-02-26', '2026-02-27']) await closeSession(app, other, day, '10000.00')
  const blocked = await app.signUp(['ADMINISTRATORS'])
  const keyless = await app.signUp([])
  const add = async (name: string, by: TestUser, given: GivenToken, isAlive = true) => {
    const { token } = await giveToken(app, by.user.id, { name, ...given })
    const held = by.user.permissions.map(({ nameKey }) => nameKey)
    const { keys = tokenKeys, isReadOnly = false, accountIds = null } = given
    callers.push({
      name,
      token,
      keys: isAlive ? keys.filter((key) => held.includes(key)) : undefined,
      held,
      isReadOnly,
      isLimited: accountIds !== null,
    })
    return token
  }
  const first = [anna.words.ids.account!]
  await add('a full token', person, {})
  await add('a read-only token', person, { isReadOnly: true })
  await add('a token without a key', person, { keys: [] })
  await add('a token of somebody without a key', keyless, {})
  limited = await add('a token of one account', person, { accountIds: first })
  await add('a read-only token of one account', person, { accountIds: first, isReadOnly: true })
  await add('an expired token', person, { expiresAtMs: clock.nowMs() - 1 }, false)
  await add('a revoked token', person, { isRevoked: true }, false)
  await add('a token of a blocked user', blocked, {}, false)
  await db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', blocked.user.id).execute()
}, 120_000)
afterAll(() => app.stop())
/** The limit of calls a minute is not what these tests are about. */
beforeEach(() => app.services.db.deleteFrom('rate_counter').execute())

interface Answer {
  readonly status: number
  readonly refusal: string | undefined
  readonly text: string
}

async function ask(
  { route }: NamedRoute,
  token: string,
  { params, body }: { params: Record<string, string>; body: Json | undefined },
): Promise<Answer> {
  const response = await fetch(app.url + fillPath(route.path, params), {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': route.upload === true ? 'application/octet-stream' : 'application/json',
    },
    ...(route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '"requestId":""')
  return { status: response.status, refusal: /"refusal":"(\w+)"/.exec(text)?.[1], text }
}

const gateRefusals = new Set(['tokenNever', 'tokenInvalid', 'tokenReadOnly', 'tokenScope', 'forbidden', 'signInNeeded'])

/** The refusal at the gate, or undefined for a call that reaches its use case. */
function expected(named: NamedRoute, { keys, held, isReadOnly, isLimited }: Caller, ofOther: boolean) {
  const { route } = named
  const rule = tokenRuleOf(named)
  if (rule === 'never') return 'tokenNever'
  if (!keys) return 'tokenInvalid'
  if (!allows(route.access, (key) => held.includes(key))) return 'forbidden'
  if (!allows(route.access, (key) => keys.includes(key))) return 'tokenScope'
  if (isReadOnly && isChange(route)) return 'tokenReadOnly'
  if (isLimited && rule === 'whole') return 'tokenScope'
  const namesAccount = rule === 'account' || rule === 'optionalAccount'
  return isLimited && namesAccount && ofOther ? 'tokenScope' : undefined
}

/** The sample input of a call, about the first account or the other one. */
const inputAbout = (named: NamedRoute, account: { id: string; number: string }) => {
  const words: KnownWords = {
    ...anna.words,
    ids: { ...anna.words.ids, account: account.id, accountNumber: account.number },
  }
  return sampleInput(named, words)
}

describe.each(routeList)('$group.$name', (named) => {
  test('lets in exactly the tokens that its decision names', async () => {
    const deviations: string[] = []
    const first = { id: anna.words.ids.account!, number: anna.words.ids.accountNumber! }
    for (const ofOther of [true, false]) {
      const input = inputAbout(named, ofOther ? other : first)
      for (const caller of callers) {
        // A change that is admitted happens once, by the caller with the fewest limits.
        const wanted = expected(named, caller, ofOther)
        if (wanted === undefined && isChange(named.route) && (caller.name !== 'a token of one account' || ofOther))
          continue
        const answer = await ask(named, caller.token, input)
        const about = `${caller.name}, about ${ofOther ? 'the other' : 'the first'} account`
        const isAtGate = answer.refusal !== undefined && gateRefusals.has(answer.refusal)
        if (answer.status >= 500 && answer.refusal === undefined) deviations.push(`${about}: ${answer.text}`)
        else if (wanted === undefined ? isAtGate : answer.refusal !== wanted)
          deviations.push(`${about}: ${answer.refusal ?? answer.status} instead of ${wanted ?? 'an answer'}`)
      }
    }
    expect(deviations).toEqual([])
  })
})

/** Every id in the rows of the account, whatever it is the id of, with its table. */
async function idsOf(accountId: string): Promise<readonly { readonly table: string; readonly id: string }[]> {
  const { db } = app.services
  const { rows: columns } = await sql<{ name: string; column: string }>`
    select quote_ident(c.table_name) as name, quote_ident(c.column_name) as column
    from information_schema.columns c
    join information_schema.columns a on a.table_schema = c.table_schema and a.table_name = c.table_name
      and a.column_name = 'account_id'
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'text')
      and c.column_name in ('id', 'order_id', 'trade_id', 'broker_id', 'request_id', 'record_id')
    order by 1, 2`.execute(db)
  const found = await Promise.all(
    columns.map(async ({ name, column }) => {
      const { rows } = await sql<{ id: string }>`
        select distinct ${sql.raw(column)}::text as id from ${sql.raw(name)}
        where account_id::text = ${accountId} and ${sql.raw(column)} is not null limit 2`.execute(db)
      return rows.map(({ id }) => ({ table: name, id }))
    }),
  )
  return found.flat()
}

/** Where a call for an account names something else by an id that is no account, member or person. */
function otherPlaces(named: NamedRoute): readonly string[] {
  const { params, body } = inputAbout(named, other)
  const accounts = new Set((named.route.owns ?? []).map(({ at }) => at))
  const places = [
    ...Object.keys(params).map((field) => `params.${field}`),
    ...(typeof body === 'object' && body !== null ? Object.keys(body).map((field) => `body.${field}`) : []),
  ]
  return places.filter(
    (at) =>
      !accounts.has(at) && /(^|\.)(id|\w+Ids?)$/.test(at) && !/(member|user|author|choice|drawing)Ids?$/i.test(at),
  )
}

describe('with a token of one account, an object of another account of the same holder', () => {
  let foreign: Awaited<ReturnType<typeof idsOf>>
  beforeAll(async () => {
    // Whatever the calls can make without a brokerage is made in the other account.
    const makers = routeList.filter(
      (named) =>
        tokenRuleOf(named) === 'account' &&
        named.route.effect !== undefined &&
        named.route.upload !== true &&
        otherPlaces(named).length === 0 &&
        !/^(fund\.(exportFund|closePeriod|changeOpening|setDealing)|account\.|fileAccount\.|target\.)/.test(
          `${named.group}.${named.name}`,
        ),
    )
    const whole = callers.find(({ name }) => name === 'a full token')!.token
    for (const named of makers) {
      await app.services.db.deleteFrom('rate_counter').execute()
      await ask(named, whole, inputAbout(named, other))
    }
    await app.services.db.deleteFrom('rate_counter').execute()
    foreign = await idsOf(other.id)
  }, 120_000)

  test('exists in many kinds', () => {
    expect(new Set(foreign.map(({ table }) => table)).size).toBeGreaterThan(5)
  })

  const places = routeList
    .filter((named) => tokenRuleOf(named) === 'account')
    .map((named) => ({ title: `${named.group}.${named.name}`, named }))

  test.each(places)('is like a missing one for $title', async ({ named }) => {
    const deviations: string[] = []
    const own = { id: anna.words.ids.account!, number: anna.words.ids.accountNumber! }
    for (const at of otherPlaces(named)) {
      const [place, field] = at.split('.') as ['params' | 'body', string]
      const askAbout = async (id: string): Promise<string> => {
        const input = structuredClone(inputAbout(named, own))
        const part = input[place] as Record<string, Json>
        part[field] = field.endsWith('s') ? [id] : id
        await app.services.db.deleteFrom('rate_counter').execute()
        const { status, text } = await ask(named, limited, input)
        return `${status} ${text.replaceAll(id, 'what was asked for')}`
      }
      const absentOf = { uuid: await askAbout(randomUUID()), text: await askAbout('999999999999') }
      for (const { table, id } of foreign) {
        const absent = absentOf[/^[0-9a-f-]{36}$/.test(id) ? 'uuid' : 'text']
        const answer = await askAbout(id)
        if (answer !== absent) deviations.push(`${at} with ${table}: ${answer} instead of ${absent}`)
      }
    }
    expect(deviations).toEqual([])
  })
})
