// Two persons and one payment: the manager invites a member, the member opens the invitation on a phone and asks to pay
// in, the manager approves, the money arrives at the brokerage and is matched, and the member sees each step up to their
// first statement.
// Source: docs/rules/accounts.md, "Inviting a member"; docs/rules/fund.md, "Requests", "Explaining a movement" and
// "A member's home".
import type { Page } from '@playwright/test'
import { booksScreen } from '../screens/books-screen.ts'
import { fundScreen } from '../screens/fund-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { linkDemonstrationLogin, moveAtBrokerage, readAccounts } from '../support/link-account.ts'
import { readMemberInvitation } from '../support/outbox.ts'

// Only one user of a product can hold the demonstration's account, which has closes from before today to open at.
test.use({ role: 'manager', ownProduct: {} })

test('an invited member asks to pay in, and both follow the payment until it is matched', async ({
  page,
  product,
  person: manager,
  another,
  openAs,
}) => {
  await linkDemonstrationLogin(manager)
  await readAccounts(manager)
  const { id: accountId } = (await manager.client.account.viewMyAccount({ params: { userId: manager.id } }))[0]!
  await manager.client.club.saveClub({ body: { accountId, name: 'Harbour Club' } })

  await page.goto(`${product.origin}/member`)
  const email = `ann.${manager.brokerageLogin}@example.test`
  await fundScreen(page).addMember({ firstName: 'Ann', lastName: 'Keller', phone: '2125550141', email })
  await page.getByRole('button', { name: 'Edit Ann Keller' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(/^Invited on .* by Maria Keller, at ann\./)).toBeVisible()
  await expectAccessible(page, 'a member who was invited')

  // Another address than the one that the manager knows.
  const ann = await another('member', { firstName: 'Ann', lastName: 'Keller' })
  const hers = await openAs(ann)
  await hers.setViewportSize({ width: 390, height: 844 })
  await hers.goto(await readMemberInvitation(product, email))
  await hers.getByRole('button', { name: 'Accept as Ann Keller' }).click()
  await expect(hers).toHaveURL(/\/my-funds$/)
  await expect(hers.getByText('Welcome to Harbour Club')).toBeVisible()
  await expect(hers.getByText('Nothing is recorded for you yet. Ask to pay in')).toBeVisible()
  await askToPayIn(hers, '250', 'My first payment')
  await expectAccessible(hers, 'the place of a member without entries')

  await page.goto(`${product.origin}/alert`)
  await page.getByText('Standing', { exact: true }).click()
  await expect(page.getByText('Request of Ann Keller').first()).toBeVisible()
  await page.goto(`${product.origin}/notification`)
  await expect(page.getByText(/accepted the invitation of the member Ann Keller/).first()).toBeVisible()
  await expect(page.getByText(/Ann Keller asks to pay in \$250\.00/).first()).toBeVisible()

  const books = booksScreen(page)
  await page.goto(`${product.origin}/account-mapping`)
  await books.open('Requests')
  await page.getByRole('button', { name: 'Approve the request of Ann Keller' }).click()
  const form = page.getByRole('dialog', { name: /^Approve the request/ })
  await expect(form.getByLabel('Amount')).toHaveValue('250.00')
  await form.getByRole('button', { name: 'Approve' }).click()
  await expect(form).toHaveCount(0)
  await books.close()

  await hers.reload()
  await expect(hers.getByText(/\$250\.00 booked on/)).toBeVisible()

  // The money of the first request is matched by itself; that of the second is explained in two clicks.
  await moveAtBrokerage(manager, { direction: 'DEPOSIT', amount: '250.00' })
  await readAccounts(manager)
  await expect(async () => {
    await hers.reload()
    await expect(hers.getByText(/\$250\.00 booked on .*, money moved/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await askToPayIn(hers, '40', 'My second payment')
  await moveAtBrokerage(manager, { direction: 'DEPOSIT', amount: '40.00' })
  await readAccounts(manager)
  await page.goto(`${product.origin}/account-mapping`)
  await books.open('Matching')
  await page.getByRole('button', { name: /^Explain \+\$40\.00/ }).click()
  await page.getByRole('button', { name: 'Contribution of Ann Keller' }).click()
  await expect(page.getByRole('button', { name: /^Explain \+\$40\.00/ })).toHaveCount(0)
  await expect(async () => {
    await hers.reload()
    await expect(hers.getByText(/\$40\.00 booked on .*, money moved/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })

  // One glance says what it is worth, and the first statement says the same.
  const part = hers.getByLabel('My part of Harbour Club')
  await expect(part).toContainText('Value$290.00')
  await expectAccessible(hers, 'the home of a member with entries')
  await hers.getByRole('button', { name: 'Statement' }).click()
  const statement = hers.getByRole('dialog', { name: 'Capital account statement' })
  await statement.getByLabel('To', { exact: true }).fill(product.now.slice(0, 10))
  await statement.getByLabel('To', { exact: true }).press('Enter')
  await expect(statement.getByRole('row', { name: /^Closing balance/ })).toContainText('$290.00')
  await hers.keyboard.press('Escape')

  await hers.getByRole('button', { name: 'History' }).click()
  const history = hers.getByRole('table', { name: 'History of the fund' })
  for (const words of ['Asked to pay in 250.00', 'Request approved', 'Contribution', 'Invitation as member accepted'])
    await expect(history.getByText(words, { exact: true }).first()).toBeVisible()
  await expect(history.getByText(/^Matched automatically/).first()).toBeVisible()
})

async function askToPayIn(page: Page, amount: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: 'Pay in or take out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Comment').fill(comment)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(comment)).toBeVisible()
}
