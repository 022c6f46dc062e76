// A power cut while a contribution makes its own deposit: after the entry and before the brokerage hears of it, with
// the request at a brokerage that dies before reading it, and after the deposit and before its answer is stored. After
// a restart on the same data the transfer completes once and is matched by the entry's id, although an equal entry also
// waits. Source: docs/rules/accounts.md, "New Participation"; docs/rules/promises.md, "Books and data".
import { randomUUID } from 'node:crypto'
import type { Client } from '@clubfolio/contract'
import { parseCents } from '@clubfolio/domain'
import type { Page } from '@playwright/test'
import { accountsScreen } from '../screens/accounts-screen.ts'
import { booksScreen } from '../screens/books-screen.ts'
import { startBrokerageWire, type BrokerageWire, type CutPlace } from '../support/brokerage-wire.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, signInAt, startBrowserClock } from '../support/sign-in.ts'
import { expect, test } from '../support/timed-test.ts'

test.describe.configure({ timeout: 240_000 })

/** The day after the opening: contributions are new money. */
const now = '2026-03-05T15:00:00Z'
const aMinuteLater = '2026-03-05T15:01:01Z'

interface Fund {
  readonly token: string
  readonly userId: string
  readonly accountId: string
  readonly memberId: string
}

let wire: BrokerageWire
let product: Product

test.beforeEach(async ({ context }) => {
  wire = await startBrokerageWire()
  product = await startProduct({ isEmbedded: true, environment: wire.environment })
  await startBrowserClock(context)
})
// Nothing was started for a journey that is skipped.
// oxlint-disable-next-line no-empty-pattern
test.afterEach(async ({}, { status }) => {
  if (status === 'skipped') return
  await product.stop()
  await wire.stop()
})

interface Cut {
  readonly place: CutPlace
  readonly words: string
  /**
   * The brokerage is the server's child and ends with it; when it is killed itself, it dies with a request that it has
   * not read.
   */
  readonly dies: 'server' | 'both' | 'brokerage, then the server' | 'brokerage'
}

const cuts: readonly Cut[] = [
  {
    place: 'before-transfer',
    words: 'the server is killed after the entry and before the brokerage hears of it',
    dies: 'server',
  },
  {
    place: 'unread-transfer',
    words: 'server and brokerage are killed before the brokerage has read the request',
    dies: 'both',
  },
  {
    place: 'unread-transfer',
    words: 'the brokerage is killed before it has read the request, and the server while it tries again',
    dies: 'brokerage, then the server',
  },
  {
    place: 'unread-transfer',
    words: 'the brokerage alone is killed before it has read the request',
    dies: 'brokerage',
  },
  {
    place: 'after-transfer',
    words: 'the server is killed after the deposit and before its answer is kept',
    dies: 'server',
  },
]
for (const cut of cuts) {
  test(`${cut.words}: the deposit is made once and matched by its entry`, async ({ page }) => {
    const fund = await makeFund(page)
    // Of two equal entries only the entry's id can tell which one a deposit belongs to.
    const announced = await contribute(clientOf(product, fund), fund, randomUUID(), false)
    const key = randomUUID()
    const id = await contributeInto(cut, fund, key)

    // A transfer that is backing off is due again after a minute, and the clock of a journey does not advance.
    if (cut.dies === 'brokerage') await product.moveClock(aMinuteLater)
    else {
      const restartedAt = cut.dies === 'brokerage, then the server' ? aMinuteLater : now
      product = await startProduct({
        dataDirectory: product.dataDirectory,
        environment: { ...wire.environment, CLUBFOLIO_NOW: restartedAt },
      })
    }
    const client = clientOf(product, fund)
    const books = () => client.fund.findBooks({ params: fund })
    const matched = async () =>
      (await books()).matches.map(({ items, movements }) => [
        items.map((one) => one.id),
        movements.map((one) => one.amount),
      ])
    await expect.poll(matched, { timeout: 60_000 }).toEqual([[[id], [amount]]])
    expect((await books()).unmatchedItems.map((one) => one.id)).toEqual([announced])
    expect(await contribute(client, fund, key, true)).toBe(id)
    expect(
      (await client.member.findParticipationByMemberAndAccount({ params: fund })).map((entry) => entry.id).toSorted(),
    ).toEqual([announced, id].toSorted())
    await client.account.syncNow({ body: { accountId: fund.accountId } })
    expect((await books()).unmatchedMovements).toEqual([])
    const [account] = await client.account.viewMyAccount({ params: { userId: fund.userId } })
    // The account opened with $100,000.00 in cash and nothing else.
    expect(account?.floatValue).toBe(parseCents('101000.00'))

    // A new start has another port, where nobody is signed in.
    if (cut.dies !== 'brokerage') await signIn(page, product, people.manager)
    await page.goto(`${product.origin}/account-mapping`)
    await booksScreen(page).open('Matching')
    await expect(booksScreen(page).dialog.getByRole('group', { name: 'Matched' })).toContainText('paid in at once')
  })
}

/** Contributes during the power cut, and resolves with the entry's id once everything that should die is dead. */
async function contributeInto({ place, dies }: Cut, fund: Fund, key: string): Promise<string> {
  const brokerageId = await product.brokerageProcessId()
  const isCut = new Promise<void>((resolve, reject) => {
    wire.cutAt(place, async () => {
      if (dies !== 'server') process.kill(brokerageId, 'SIGKILL')
      await (dies === 'server' || dies === 'both' ? product.kill() : Promise.resolve()).then(resolve, reject)
    })
  })
  // A stopped brokerage accepts requests and reads none.
  if (dies !== 'server') process.kill(brokerageId, 'SIGSTOP')
  const id = await contribute(clientOf(product, fund), fund, key, true)
  await isCut
  if (dies === 'brokerage, then the server') {
    await expect.poll(() => wire.passed.filter(({ path }) => path.endsWith('/transfers')).length).toBeGreaterThan(1)
    await product.kill()
  }
  return id
}

const amount = parseCents('1000.00')!

async function makeFund(page: Page): Promise<Fund> {
  await signIn(page, product, people.manager)
  await page.goto(`${product.origin}/account`)
  await accountsScreen(page).link('cut')
  await signInAt(page, product, people.manager, now)
  const user = await userOf(page)
  const client = clientOf(product, user)
  const [account] = await client.account.viewMyAccount({ params: { userId: user.id } })
  const { id: memberId } = await client.member.create({
    body: { firstName: 'Ann', lastName: 'Keller', phone: '2125550141' },
  })
  return { token: user.token, userId: user.id, accountId: account!.id, memberId }
}

async function contribute(
  client: Client,
  { accountId, memberId }: Fund,
  key: string,
  moveMoney: boolean,
): Promise<string> {
  const body = {
    accountId,
    memberId,
    amount,
    date: now.slice(0, 10),
    description: moveMoney ? 'paid in at once' : 'announced',
    moveMoney,
  }
  return (await client.member.createContribution({ body }, { idempotencyKey: key })).id
}
