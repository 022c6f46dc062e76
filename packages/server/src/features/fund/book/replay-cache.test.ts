// The replay cache is never stale: every change of a record renews the version in the same transaction, so what is read
// through the cache equals a fresh read and replay. Tested on real PostgreSQL with every kind of change, on two
// accounts of one owner. FUND_SEED and FUND_RUNS repeat or extend a run.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { booksCommands, BooksPlayer } from '../testing/books-player.ts'
import { checkInvariants } from '../check/check-invariants.ts'
import { lockFund, readFund } from './load-fund.ts'
import { readRecords } from './read-records.ts'
import { createReplayCache, toState, type ReplayCache } from './replay-cache.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const versionOf = async (account: LinkedAccount) =>
  (
    await app.services.db
      .selectFrom('fund_version')
      .select('version')
      .where('account_id', '=', account.id)
      .executeTakeFirst()
  )?.version

/** A fund with a record in every table. */
async function fundWithEverything(): Promise<LinkedAccount> {
  const account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  const [ann, ben] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Ben')]
  await manager.client.fund.changeOpening({
    body: {
      accountId: account.id,
      day: '2026-02-23',
      shares: [{ memberId: ann, share: cents('400.00'), paidIn: cents('300.00') }],
    },
  })
  const player = new BooksPlayer(app, manager, account, [ann, ben], '2026-02-24')
  await player.close(0)
  const { id } = await manager.client.member.createContribution({
    body: { accountId: account.id, memberId: ben, amount: cents('50.00'), date: '2026-02-24', description: 'x' },
  })
  await manager.client.member.updateParticipationStatus({ body: { id, isActive: false } })
  await manager.client.member.deleteContribution({ body: { id } })
  await manager.client.fund.recordExpense({
    body: { accountId: account.id, date: '2026-02-25', amount: cents('1.00'), description: 'x' },
  })
  await manager.client.fund.recordTransfer({
    body: {
      accountId: account.id,
      date: '2026-02-25',
      fromMemberId: ann,
      toMemberId: ben,
      amount: cents('2.00'),
      description: 'x',
    },
  })
  await player.move('-1.00')
  await player.close(0)
  await player.close(0)
  await manager.client.fund.closePeriod({ body: { accountId: account.id, until: '2026-02-25' } })
  return account
}

describe('the version of the books', () => {
  test('every table that the books are read from renews it on insert, update and delete', async () => {
    const files = ['read-records.ts', 'account-home.ts'].map((name) => new URL(name, import.meta.url))
    const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
    const read = new Set([...source.matchAll(/(?:selectFrom|[jJ]oin)\('(\w+)/g)].map((found) => found[1]!))
    // A view of the funds and their moves.
    expect(read.delete('fund_home')).toBe(true)
    expect(read.size).toBeGreaterThan(10)
    const { rows } = await sql<{ table: string; events: string[] }>`
      select event_object_table as table, array_agg(event_manipulation::text order by event_manipulation::text) as events
      from information_schema.triggers where trigger_name like 'fund\\_version\\_on\\_%' group by 1
    `.execute(app.services.db)
    const watched = new Map(rows.map((row) => [row.table, row.events]))
    for (const table of read) expect([table, watched.get(table)]).toEqual([table, ['DELETE', 'INSERT', 'UPDATE']])
  })

  test('a change by hand in any of them renews it, an update that changes nothing does not, and what is rolled back never comes again', async () => {
    const account = await fundWithEverything()
    const { db } = app.services
    const columns = {
      fund: 'opening_value_cents = opening_value_cents + 1',
      fund_opening_share: 'share_cents = share_cents + 1',
      fund_entry: 'amount_cents = amount_cents + 1',
      fund_status_change: 'is_active = not is_active',
      fund_reversal: 'record_id = gen_random_uuid()',
      fund_match: 'item_ids = item_ids || item_ids',
      fund_expense: 'amount_cents = amount_cents + 1',
      fund_transfer: 'amount_cents = amount_cents + 1',
      fund_close: 'broker_value_cents = broker_value_cents + 1',
      fund_movement: 'day = day + 1',
      account_movement: 'amount_cents = amount_cents + 1',
      account_close: 'real_value_cents = real_value_cents + 1',
    }
    const seen = new Set([await versionOf(account)])
    for (const [table, change] of Object.entries(columns)) {
      const before = await versionOf(account)
      await sql`update ${sql.table(table)} set account_id = account_id where account_id = ${account.id}`.execute(db)
      expect(await versionOf(account)).toBe(before)
      const rolledBack = inTransaction(db, async (trx) => {
        await sql`update ${sql.table(table)} set ${sql.raw(change)} where account_id = ${account.id}`.execute(trx)
        const { version } = await trx
          .selectFrom('fund_version')
          .select('version')
          .where('account_id', '=', account.id)
          .executeTakeFirstOrThrow()
        expect([table, seen.has(version)]).toEqual([table, false])
        seen.add(version)
        throw new Error('back')
      })
      await expect(rolledBack).rejects.toThrow('back')
      expect(await versionOf(account)).toBe(before)
      await sql`update ${sql.table(table)} set ${sql.raw(change)} where account_id = ${account.id}`.execute(db)
      const after = await versionOf(account)
      expect([table, seen.has(after)]).toEqual([table, false])
      seen.add(after)
    }
  })
})

/** Compares a read through a cache with the same books read and replayed without one. */
async function expectHonest(services: Services, account: LinkedAccount): Promise<void> {
  const cached = await readFund(services, manager.user.id, account.id)
  const fresh = toState(await readRecords(services.db, cached.account), cached.members)
  expect(cached.figures).toEqual(fresh.figures)
  expect(cached.replay).toEqual(fresh.replay)
}

describe('reading through the cache', () => {
  // The second seed: money that crossed at the last close, into a fund of cents.
  const seeds = [Number(process.env['FUND_SEED'] ?? Date.now() % 1_000_000_007), 409_650_330]
  const runs = Number(process.env['FUND_RUNS'] ?? 6)

  test.each(seeds)(
    'equals reading afresh after every kind of change, on two accounts, and the invariants hold (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const played = new Set<string>()
      await fc.assert(
        fc.asyncProperty(booksCommands(30), async (commands) => {
          const accounts = [
            await linkAccount(app, manager, '2026-02-02', '1000.00', '40.00'),
            await linkAccount(app, manager, '2026-02-02', '0.00'),
          ] as const
          const members = [
            await makeMember(manager, 'Ann'),
            await makeMember(manager, 'Ben'),
            await makeMember(manager, 'Cleo'),
          ]
          const players = accounts.map((account) => new BooksPlayer(app, manager, account, members))
          // A second process with its own cache, which reads less often.
          const elsewhere: Services = { ...app.services, replays: createReplayCache() }
          for (const [index, command] of commands.entries()) {
            const own = command.account
            const other = accounts[1 - own]!
            const untouched = (await readFund(app.services, manager.user.id, other.id)).figures
            if (await players[own]!.play(command)) played.add(command.operation)
            await expectHonest(app.services, accounts[own])
            await expectHonest(app.services, accounts[own])
            if (index % 4 === 3) for (const account of accounts) await expectHonest(elsewhere, account)
            expect((await readFund(app.services, manager.user.id, other.id)).figures).toEqual(untouched)
            expect(checkInvariants((await readFund(app.services, manager.user.id, accounts[own].id)).records)).toEqual(
              [],
            )
          }
        }),
        { numRuns: runs, seed, endOnFailure: true },
      )
      // Guards the run itself: most kinds of change occurred.
      expect(played.size).toBeGreaterThan(9)
    },
  )

  test('a fund read again is not replayed again, and one that has changed is', async () => {
    const account = await fundWithEverything()
    const read = () => readFund(app.services, manager.user.id, account.id)
    const first = await read()
    expect((await read()).replay).toBe(first.replay)
    await closeSession(app, account, '2026-03-02', '2000.00')
    const second = await read()
    expect(second.replay).not.toBe(first.replay)
    expect(second.replay.fundValueCents).not.toBe(first.replay.fundValueCents)
  })

  test('a change is judged by the cached books, and by what another process has changed since', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const pay = () =>
      manager.client.member.createContribution({
        body: { accountId: account.id, memberId: ann, amount: cents('10.00'), date: '2026-03-04', description: 'x' },
      })
    await pay()
    const elsewhere: Services = { ...app.services, replays: createReplayCache() }
    const lock = (andFail = false) =>
      inTransaction(app.services.db, async (trx) => {
        const { records } = await lockFund(elsewhere, trx, {
          userId: manager.user.id,
          accountId: account.id,
          right: 'RECORD',
        })
        if (!andFail) return records
        // Its own change is seen, and forgotten with it.
        await sql`update fund_entry set amount_cents = 2000 where account_id = ${account.id}`.execute(trx)
        const again = await lockFund(elsewhere, trx, {
          userId: manager.user.id,
          accountId: account.id,
          right: 'RECORD',
        })
        expect(again.records.entries.map(({ amountCents }) => amountCents)).toEqual([2000n, 2000n])
        throw new Error('taken back')
      })
    const first = await lock()
    expect(first.entries).toHaveLength(1)
    expect(await lock()).toBe(first)
    expect((await readFund(elsewhere, manager.user.id, account.id)).records).toBe(first)
    await pay()
    expect((await lock()).entries).toHaveLength(2)
    await expect(lock(true)).rejects.toThrow('taken back')
    expect((await lock()).entries.map(({ amountCents }) => amountCents)).toEqual([1000n, 1000n])
  })

  test('a renamed member is in the table under the new name at once', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    await manager.client.member.createContribution({
      body: { accountId: account.id, memberId: ann, amount: cents('10.00'), date: '2026-03-04', description: 'x' },
    })
    const names = async () =>
      (await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })).map(
        (row) => row.memberFullName,
      )
    expect(await names()).toEqual(['Ann Member'])
    await manager.client.member.update({
      body: { id: ann, firstName: 'Anna', lastName: 'Keller', phone: '2125550100', email: '' },
    })
    expect(await names()).toEqual(['Anna Keller'])
  })

  test('a reading that waits for a change keeps what it reads under the version after it', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    await manager.client.member.createContribution({
      body: { accountId: account.id, memberId: ann, amount: cents('10.00'), date: '2026-03-04', description: 'x' },
    })
    const { db } = app.services
    const version = await versionOf(account)
    const elsewhere: Services = { ...app.services, replays: createReplayCache() }
    let reading: ReturnType<typeof readFund> | undefined
    await inTransaction(db, async (trx) => {
      await sql`lock table fund_entry in access exclusive mode`.execute(trx)
      reading = readFund(elsewhere, manager.user.id, account.id)
      // It knows the version of the call and waits for the entries, which are read with their own version.
      await expect
        .poll(
          async () =>
            (
              await sql<{
                waiting: number
              }>`select count(*)::int as waiting from pg_locks where relation = 'fund_entry'::regclass and not granted`.execute(
                db,
              )
            ).rows[0]?.waiting,
        )
        .toBe(1)
      await sql`insert into fund_entry select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).* from fund_entry e where account_id = ${account.id}`.execute(
        trx,
      )
    })
    expect((await reading!).records.entries).toHaveLength(2)
    expect(elsewhere.replays.find(account.id, version!)).toBeUndefined()
    expect(elsewhere.replays.find(account.id, (await versionOf(account))!)?.records.entries).toHaveLength(2)
    expect((await readFund(elsewhere, manager.user.id, account.id)).records.entries).toHaveLength(2)
  })

  test('readings that run while others write keep nothing under a wrong version', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const kept: { version: string; entries: number; value: bigint }[] = []
    const inner = createReplayCache()
    const replays: ReplayCache = {
      ...inner,
      keep: (accountId, version, state) => {
        kept.push({ version, entries: state.records.entries.length, value: state.replay.fundValueCents })
        inner.keep(accountId, version, state)
      },
    }
    const services: Services = { ...app.services, replays }
    const pay = () =>
      manager.client.member.createContribution({
        body: { accountId: account.id, memberId: ann, amount: cents('10.00'), date: '2026-03-04', description: 'x' },
      })
    const work = [
      ...Array.from({ length: 15 }, pay),
      ...Array.from({ length: 60 }, () => expectSound(services, account)),
    ]
    await Promise.all(work)
    await expectHonest(services, account)
    const valueOf = new Map<string, bigint>()
    for (const { version, entries, value } of kept) {
      expect(value).toBe(BigInt(entries) * 1000n)
      expect(valueOf.get(version) ?? value).toBe(value)
      valueOf.set(version, value)
    }
  })
})

async function expectSound(services: Services, account: LinkedAccount): Promise<void> {
  const { replay, figures } = await readFund(services, manager.user.id, account.id)
  expect(figures.reduce((sum, row) => sum + row.valueCents, 0n)).toBe(replay.fundValueCents)
}

test('the cache holds no more records than it may, and gives up what was read longest ago', async () => {
  const account = await fundWithEverything()
  const { account: _account, ...state } = await readFund(app.services, manager.user.id, account.id)
  const { records } = state
  const size =
    records.entries.length +
    records.statusChanges.length +
    records.reversals.length +
    records.movements.length +
    records.matches.length +
    records.closes.length +
    records.expenses.length +
    records.transfers.length +
    1
  const cache = createReplayCache(size * 2)
  cache.keep('a', '1', state)
  cache.keep('b', '1', state)
  expect(cache.find('a', '1')).toBe(state)
  cache.keep('c', '1', state)
  expect(['a', 'b', 'c'].map((id) => cache.find(id, '1') === state)).toEqual([true, false, true])
  expect(cache.find('a', '2')).toBeUndefined()
  const small = createReplayCache(size - 1)
  small.keep('a', '1', state)
  expect(small.find('a', '1')).toBeUndefined()
})
