// What is acknowledged is never lost: the server is killed without warning in the middle of 50 contributions and
// restarted on the same data folder. Source: docs/rules/promises.md, "Books and data".
import { randomUUID } from 'node:crypto'
import type { Client } from '@clubfolio/contract'
import { parseCents } from '@clubfolio/domain'
import type { Page } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'
import { expect, test } from '../support/timed-test.ts'

const contributionCount = 50
/** The server is killed when this many are acknowledged; the others are on their way or not sent. */
const acknowledgedBeforeKill = 17
const atOnce = 8

interface Fund {
  readonly token: string
  readonly accountId: string
  readonly memberId: string
}

test('kill -9 during 50 contributions loses none that was acknowledged, and records none twice', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const first = await startProduct({ isEmbedded: true })
  await startBrowserClock(context)
  const fund = await makeFund(page, first)
  const keys = Array.from({ length: contributionCount }, () => randomUUID())
  const acknowledged = new Set<string>()

  const waiting = [...keys]
  const before = clientOf(first, fund)
  let cut: Promise<void> | undefined
  const send = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined && cut === undefined; key = waiting.pop()) {
      try {
        await contribute(before, fund, key)
        acknowledged.add(key)
      } catch {
        return
      }
      if (acknowledged.size >= acknowledgedBeforeKill) cut ??= first.kill()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  await cut
  expect(acknowledged.size).toBeGreaterThanOrEqual(acknowledgedBeforeKill)

  const second = await startProduct({ dataDirectory: first.dataDirectory })
  const after = clientOf(second, fund)
  const kept = await after.member.findParticipationByMemberAndAccount({ params: fund })
  const keptKeys = new Set(kept.map((entry) => entry.description))
  expect([...acknowledged].filter((key) => !keptKeys.has(key))).toEqual([])
  expect(kept.length).toBe(keptKeys.size)

  // Every request is sent again under its key: those that arrived before are answered as they were then.
  for (const key of keys) await contribute(after, fund, key)
  const all = await after.member.findParticipationByMemberAndAccount({ params: fund })
  expect(all.map((entry) => entry.description).toSorted()).toEqual(keys.toSorted())
  const [row] = await after.member.searchParticipationByAccount({ params: fund })
  expect(row?.amount).toBe(parseCents('500.00'))
  await second.stop()
})

test('a second start on the same data folder is refused with a sentence and leaves the first unharmed', async () => {
  const first = await startProduct({ isEmbedded: true })
  await expect(startProduct({ dataDirectory: first.dataDirectory })).rejects.toThrow(
    /Clubfolio did not start\.\n.*data folder/s,
  )
  expect((await fetch(`${first.origin}/health`)).status).toBe(200)
  await first.stop()
})

test('a taken port is refused by the name of the variable', async () => {
  const first = await startProduct()
  const port = new URL(first.origin).port
  await expect(startProduct({ environment: { PORT: port } })).rejects.toThrow(`PORT: port ${port} is taken`)
  await first.stop()
})

/** A linked account and a member, created the way a person does. */
async function makeFund(page: Page, product: Product): Promise<Fund> {
  await signIn(page, product, people.manager)
  await page.goto(`${product.origin}/account`)
  await accountsScreen(page).link('maria')
  const user = await userOf(page)
  const client = clientOf(product, user)
  const [account] = await client.account.viewMyAccount({ params: { userId: user.id } })
  const { id: memberId } = await client.member.create({
    body: { firstName: 'Ann', lastName: 'Keller', phone: '2125550141' },
  })
  return { token: user.token, accountId: account!.id, memberId }
}

/** One contribution of $10.00 under `key`, which is also its description. */
async function contribute(client: Client, { accountId, memberId }: Fund, key: string): Promise<void> {
  const body = {
    accountId,
    memberId,
    amount: parseCents('10.00')!,
    date: '2026-03-04',
    description: key,
    funding: 'new-money' as const,
  }
  await client.member.createContribution({ body }, { idempotencyKey: key })
}
