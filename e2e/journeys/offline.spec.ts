// Nothing is ever sent later. Without a connection every call of the contract that changes something is refused at once
// in the same words, and neither the returning line nor a reload nor another sign-in sends it.
// Source: docs/decisions/0015-effects-in-the-browser.md.
import { isChange, routeList } from '@clubfolio/contract'
import type { Page, Request } from '@playwright/test'
import { sampleInput, type KnownWords } from '../../packages/server/src/testing/bad-input/sample-input.ts'
import type { MutationPage, WantedCall } from '../../packages/web/src/testing/wanted-call.ts'
import { expect, test } from '../support/journey.ts'
import { buildMutationPage, type BuiltMutationPage } from '../support/mutation-page.ts'
import { signInByForm } from '../support/sign-in.ts'

declare const mutationPage: MutationPage

test.use({ role: 'manager' })

const id = '00000000-0000-7000-8000-000000000001'
const words: KnownWords = {
  ids: {},
  groupId: id,
  permissionId: id,
  userId: id,
  code: 'SPY',
  reportFilter: [],
}
const changes = routeList.filter(({ route }) => isChange(route))
const calls: readonly WantedCall[] = changes.map((named) => {
  const { params, body } = sampleInput(named, words)
  return { name: `${named.group}.${named.name}`, params, body: body ?? null }
})
const refusedAtOnce = Object.fromEntries(calls.map(({ name }) => [name, 'You are offline. Nothing was sent.']))

const mutateAll = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(
    async (wanted) =>
      Object.fromEntries(
        await Promise.all(wanted.map(async (call) => [call.name, await mutationPage.mutate(call)] as const)),
      ),
    calls,
  )

const journalOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^pending\w*:/.test(key)))

/** What a page does on its own for as long as somebody is signed in, and what a sign-in consists of. */
const routine: ReadonlySet<string> = new Set([
  'security.login',
  'security.checkVerificationCode',
  'security.logout',
  'security.touch',
  'push.createTicket',
  'quote.createTicket',
])

function changeOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url())
  const found = changes.find(
    ({ route }) =>
      route.method === request.method() && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  return found && `${found.group}.${found.name}`
}

let built: BuiltMutationPage

test.beforeAll(async () => {
  built = await buildMutationPage()
})

test.afterAll(() => built.remove())

test('every mutation of the contract is refused without a line, and is never sent later', async ({
  page,
  product,
  person,
}) => {
  const sent: string[] = []
  let isProductOpen = false
  page.on('request', (request) => {
    const change = changeOf(request)
    if (change !== undefined && !(isProductOpen && routine.has(change))) sent.push(change)
  })
  const context = page.context()
  await built.serve(page, product)
  await page.goto(built.addressAt(product))
  const listed = await page.evaluate(() => mutationPage.changes)
  expect(listed.toSorted()).toEqual(calls.map(({ name }) => name).toSorted())

  // First on a page that has not loaded what the calls look like, then on one that has been open for a while.
  await context.setOffline(true)
  expect(await mutateAll(page)).toEqual(refusedAtOnce)
  await context.setOffline(false)
  await page.evaluate(() => mutationPage.warmUp())
  await context.setOffline(true)
  expect(await mutateAll(page)).toEqual(refusedAtOnce)
  expect(await journalOf(page)).toEqual([])

  // A sleep without a line, the line itself, a reload, and the product's own page with another sign-in.
  await page.clock.fastForward('10:00')
  await context.setOffline(false)
  await page.clock.runFor(60_000)
  await page.reload()
  expect(sent).toEqual([])
  isProductOpen = true
  await page.goto(product.origin)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await signInByForm(page, product, person.email)
  await page.clock.runFor(60_000)
  expect(sent).toEqual([])
  expect(await journalOf(page)).toEqual([])
})
