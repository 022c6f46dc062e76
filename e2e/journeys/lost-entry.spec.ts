// An entry of the fund whose answer is lost: its key and its draft survive closing the form, a reload and a new sign-in
// of the same user; nobody else sees them, and exactly one entry is in the books. Source:
// docs/decisions/0014-what-became-of-a-request.md; docs/decisions/0015-effects-in-the-browser.md.
import type { Locator, Page } from '@playwright/test'
import { fundScreen, type NewEntryFields } from '../screens/fund-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { clubEnvironment, expect, shareProduct, test } from '../support/journey.ts'
import { enterSession, openSession, people } from '../support/sign-in.ts'

const home = shareProduct({ environment: clubEnvironment })

const call = '**/member/create-contribution'
const settle = '**/request/settle'
const nora = { search: 'lind', shown: 'Lind, Nora' }
const entry = (amount: string, description: string): NewEntryFields => ({ member: nora, amount, description })
const unconfirmed = (page: Page): Locator => page.getByRole('region', { name: 'Unconfirmed requests' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
}

/** Signed in and on the screen of the entries. */
async function open(page: Page, email: string): Promise<void> {
  const { product } = home()
  await enterSession(page, product, await openSession(page.context().request, product, email))
  await page.goto(`${product.origin}/account-mapping`)
}

/** It polls after each pause, however many there were. */
async function expectSettled(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(unconfirmed(page)).toContainText(words, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

async function countEntries(page: Page, description: string): Promise<number> {
  const user = await userOf(page)
  const client = clientOf(home().product, user)
  const accounts = await client.account.viewMyAccount({ params: { userId: user.id } })
  const [member] = await client.member.findMemberByKeyword({ params: { keyword: nora.search } })
  const entries = await Promise.all(
    accounts.map(({ id }) =>
      client.member.findParticipationByMemberAndAccount({ params: { accountId: id, memberId: member!.id } }),
    ),
  )
  return entries.flat().filter((one) => one.description === description).length
}

test('an entry that was recorded is said to be, after closing the form, a reload and a new sign-in, and is recorded once', async ({
  page,
}) => {
  const fund = fundScreen(page)
  await open(page, people.manager)
  let tries = 0
  await page.route(call, async (route) => {
    tries++
    await route.fetch()
    return route.abort()
  })
  await page.route(settle, (route) => route.fulfill({ status: 504, body: 'no answer' }))
  await fund.record(entry('321.50', 'Lost once'))
  const asking = "We don't know yet whether this was carried out: Contribution of $321.50 on 2026-03-04, Lost once."
  await expect(unconfirmed(page)).toContainText(asking)
  await fund.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(fund.dialog).toBeHidden()
  await expectAccessible(page, 'an entry of unknown fate')

  // Typed again, it is the same request.
  await fund.record(entry('321.50', 'Lost once'))
  await fund.dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(unconfirmed(page)).toContainText(asking)
  await fund.record(entry('321.50', 'Lost once'))
  await fund.dialog.getByRole('button', { name: 'Close' }).click()

  // Another user of the same browser is shown nothing of it and makes no request about it.
  await signOut(page)
  const asked: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/request/settle') && asked.push(request.url())))
  await open(page, people.administrator)
  await page.clock.runFor(16_000)
  await expect(unconfirmed(page)).toBeHidden()
  expect(asked).toEqual([])
  await signOut(page)

  await open(page, people.manager)
  await expect(unconfirmed(page)).toContainText(asking)
  await page.unroute(settle)
  await expectSettled(page, 'This was carried out: Contribution of $321.50 on 2026-03-04, Lost once.')
  expect(tries).toBe(1)
  expect(await countEntries(page, 'Lost once')).toBe(1)
  await unconfirmed(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(unconfirmed(page)).toBeHidden()
})

test('an entry that never arrived keeps its draft over a new sign-in and without a line, and Send again records it once', async ({
  page,
  context,
}) => {
  const fund = fundScreen(page)
  await open(page, people.manager)
  await page.route(call, (route) => route.abort())
  await fund.record(entry('210', 'Never arrived'))
  await expectSettled(
    page,
    'This was not carried out: Contribution of $210.00 on 2026-03-04, Never arrived. Nothing was changed.',
  )
  await page.keyboard.press('Escape')
  await page.reload()
  await signOut(page)
  await open(page, people.manager)
  await expect(unconfirmed(page)).toContainText(
    'This was not carried out: Contribution of $210.00 on 2026-03-04, Never arrived.',
  )
  await page.unroute(call)
  const again = unconfirmed(page).getByRole('button', { name: 'Send again' })
  await context.setOffline(true)
  await again.click()
  await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible()
  await context.setOffline(false)
  await again.dblclick()
  await expect(page.getByText('Done: Contribution of $210.00 on 2026-03-04, Never arrived.').first()).toBeVisible()
  await expect(unconfirmed(page)).toBeHidden()
  expect(await countEntries(page, 'Never arrived')).toBe(1)
})
