// Target plans: saved in the place of the version that was read, what an account holds beside them, and the
// notification of a leaf that leaves its band.
import type { TargetPlan } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { refusedAs } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { noteDrift } from './note-drift.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Leaf = NonNullable<TargetPlan['classes'][number]['leaf']>
const empty: Leaf = { takes: [], codes: [], holdsCash: false, rule: 'HELD', parts: [] }
const plan: TargetPlan = {
  grouping: 'OWN',
  band: { points: '5', relative: null },
  alerts: true,
  classes: [
    { key: 'shares', parent: null, name: 'Shares', percent: '80', leaf: null },
    { key: 'one', parent: 'shares', name: 'One', percent: '66.67', leaf: { ...empty, codes: ['AAA'] } },
    { key: 'two', parent: 'shares', name: 'Two', percent: '33.33', leaf: { ...empty, codes: ['BBB', 'CCC'] } },
    { key: 'cash', parent: null, name: 'Cash', percent: '20', leaf: { ...empty, holdsCash: true } },
  ],
}

let keys = 0
const key = () => ({ idempotencyKey: `target-plan-${keys++}` })
const save = (owner: TestUser, accountId: string, version: number, given = plan) =>
  owner.client.target.savePlan({ body: { accountId, version, plan: given } }, key())
const allocationOf = (owner: TestUser, accountId: string) =>
  owner.client.target.findAllocation({ params: { accountId, grouping: 'PLAN' } })

async function holding(value: string, ...positions: readonly (readonly [string, string, string, string?])[]) {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-01-02', value)
  for (const [symbol, quantity, worth, assetType = 'EQUITY'] of positions)
    await app.services.db
      .insertInto('account_position')
      .values({
        account_id: account.id,
        symbol,
        asset_type: assetType,
        description: null,
        multiplier: assetType === 'OPTION' ? 100 : 1,
        quantity,
        average_price: '1',
        market_value_cents: cents(worth),
        open_profit_cents: cents('0.00'),
      })
      .execute()
  return { owner, account }
}

test('a plan is saved in the place of the version that was read, and kept in the audit log', async () => {
  const { owner, account } = await holding('1000.00')
  const read = () => owner.client.target.findPlan({ params: { accountId: account.id } })
  expect(await read()).toMatchObject({ version: 0, plan: null, savedAt: null })
  expect(await save(owner, account.id, 0)).toMatchObject({ version: 1 })
  expect(await read()).toMatchObject({ version: 1, plan })
  await expect(save(owner, account.id, 0)).rejects.toEqual(refusedAs('targetPlanChanged'))
  const remove = (version: number) =>
    owner.client.target.deletePlan({ body: { accountId: account.id, version } }, key())
  await expect(remove(0)).rejects.toEqual(refusedAs('targetPlanChanged'))
  await remove(1)
  expect(await read()).toMatchObject({ version: 2, plan: null, savedAt: null })
  // A tab that has the deleted plan open does not replace the next one.
  await save(owner, account.id, 2)
  await expect(save(owner, account.id, 1)).rejects.toEqual(refusedAs('targetPlanChanged'))
  const audit = await app.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', account.id)
    .where('action', 'like', 'target-plan.%')
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['target-plan.save', 'target-plan.delete', 'target-plan.save'])
})

test('a repeated request saves once, and a stranger finds nothing', async () => {
  const { owner, account } = await holding('1000.00')
  const once = key()
  const body = { accountId: account.id, version: 0, plan }
  expect(await owner.client.target.savePlan({ body }, once)).toMatchObject({ version: 1 })
  expect(await owner.client.target.savePlan({ body }, once)).toMatchObject({ version: 1 })
  const stranger = await app.signUp(['MANAGERS'])
  await expect(save(stranger, account.id, 1)).rejects.toEqual(refusedAs('notFound'))
  await expect(allocationOf(stranger, account.id)).rejects.toEqual(refusedAs('notFound'))
})

test('the leaves sum to the value to the cent, with options and shorts at their signed value', async () => {
  const { owner, account } = await holding(
    '1000.01',
    ['AAA', '7', '700.00'],
    ['BBB', '-2', '-100.00'],
    ['AAA   270115C00100000', '1', '33.33', 'OPTION'],
    ['ZZZ', '1', '66.66'],
  )
  await save(owner, account.id, 0)
  const found = await allocationOf(owner, account.id)
  expect(found.cash).toBe(cents('300.02'))
  const leaves = found.classes.filter(({ isLeaf }) => isLeaf)
  expect(
    leaves.map(({ key: one, value, targetValue, isWithinBand }) => [one, value, targetValue, isWithinBand]),
  ).toEqual([
    ['one', cents('700.00'), cents('533.37'), false],
    ['two', cents('-100.00'), cents('266.64'), false],
    ['cash', cents('300.02'), cents('200.00'), false],
    ['unclassified', cents('99.99'), 0n, false],
  ])
  const sum = (of: (leaf: (typeof leaves)[number]) => bigint | null) =>
    leaves.reduce((all, one) => all + (of(one) ?? 0n), 0n)
  expect(sum(({ value }) => value)).toBe(found.value)
  expect(sum(({ targetValue }) => targetValue)).toBe(found.value)
  expect(sum(({ drift }) => drift)).toBe(0n)
  for (const { value, instruments } of leaves) expect(instruments.reduce((all, one) => all + one.value, 0n)).toBe(value)
  expect(found.classes[0]).toMatchObject({ key: 'shares', value: cents('600.00'), targetValue: cents('800.01') })
  const unclassified = leaves.at(-1)!
  expect(unclassified.instruments.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    'SHARE ZZZ',
    'OPTION AAA   270115C00100000',
  ])
  // The short is not bought back, so CCC is to make up for it.
  expect(leaves[1]!.instruments.map(({ code, targetValue }) => [code, targetValue])).toEqual([
    ['CCC', cents('366.64')],
    ['BBB', cents('-100.00')],
  ])
})

test('without a plan the classes are those of the listing, and options are a class of their own', async () => {
  const { owner, account } = await holding('500.00', ['AAA   270115C00100000', '-1', '-50.00', 'OPTION'])
  const found = await allocationOf(owner, account.id)
  expect(found).toMatchObject({ version: 0, grouping: 'ASSET_TYPE', band: null, outside: 0 })
  expect(found.classes.map(({ name, value, target }) => [name, value, target])).toEqual([
    ['Options', cents('-50.00'), null],
    ['Cash', cents('550.00'), null],
  ])
})

test.each<[string, TargetPlan, string]>([
  ['percents that do not sum to 100', { ...plan, classes: plan.classes.slice(0, 3) }, 'classes.0.percent'],
  ['no band', { ...plan, band: { points: null, relative: null } }, 'band.points'],
  [
    'a code in two leaves',
    {
      ...plan,
      classes: plan.classes.map((one) => (one.key === 'two' ? { ...one, leaf: { ...empty, codes: ['aaa'] } } : one)),
    },
    'classes.2.leaf.codes',
  ],
])('a plan with %s is refused at its field', async (_what, given, field) => {
  const { owner, account } = await holding('1000.00')
  await expect(save(owner, account.id, 0, given)).rejects.toMatchObject({
    body: { error: [{ field: `plan.${field}` }] },
  })
})

async function close(account: LinkedAccount, day: string, aaa: string, bbb: string, cash: string): Promise<void> {
  const { db } = app.services
  const value = cents(aaa) + cents(bbb) + cents(cash)
  await db
    .insertInto('account_close')
    .values({
      account_id: account.id,
      day,
      broker_value_cents: value,
      real_value_cents: value,
      cash_cents: cents(cash),
      is_rebuilt: false,
      is_reconciled: true,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  const none = { net_cents: 0n, before_cents: 0n, price_cents: 0n, income_cents: 0n, fee_cents: 0n, is_short: false }
  await db
    .insertInto('account_close_line')
    .values(
      (
        [
          ['INSTRUMENT', 'AAA', aaa],
          ['INSTRUMENT', 'BBB', bbb],
          ['CASH', '', cash],
        ] as const
      ).map(([kind, symbol, worth]) => ({
        ...none,
        account_id: account.id,
        day,
        kind,
        symbol,
        quantity: null,
        value_cents: cents(worth),
      })),
    )
    .execute()
  await inTransaction(db, (trx) => noteDrift(trx, app.clock, account.id))
}

test('a leaf that leaves its band at a close is notified once, until it was back', async () => {
  const { owner, account } = await holding('1000.00')
  await save(owner, account.id, 0)
  const told = async () => {
    const { result } = await owner.client.notification.findRecent()
    return result
      .filter(({ kind }) => kind === 'TARGET_DRIFT')
      .map(({ text }) => text.replace(/ in account.*at/, ' at'))
  }
  // Targets of 1,000.00: AAA 533.36, BBB 266.64, cash 200.00; the band is 50.00.
  await close(account, '2026-02-02', '533.00', '267.00', '200.00')
  expect(await told()).toEqual([])
  await close(account, '2026-02-03', '593.00', '227.00', '180.00')
  const first = 'One is 59.30% of the value and its target is 53.33%: $59.64 above at the close of 2026-02-03.'
  expect(await told()).toEqual([first])
  await close(account, '2026-02-04', '600.00', '220.00', '180.00')
  expect(await told()).toEqual([first])
  await close(account, '2026-02-05', '533.00', '267.00', '200.00')
  await close(account, '2026-02-06', '460.00', '310.00', '230.00')
  expect(await told()).toHaveLength(2)
})
