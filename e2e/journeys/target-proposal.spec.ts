// From a target plan to its orders: a proposed line opens the ordinary ticket, its order is filled at the paper
// brokerage, the line says so, and nothing is proposed twice. Source: docs/rules/target-allocation.md, "Proposal".
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'
import { linkNewLogin, readAccounts } from '../support/link-account.ts'

test.use({ role: 'manager' })

test('a proposed order goes out through the ticket, is filled, and is not proposed again', async ({
  page,
  product,
  person,
}) => {
  await linkNewLogin(person, person.brokerageLogin)
  await readAccounts(person)
  await page.goto(`${product.origin}/allocation`)
  await page.getByRole('button', { name: 'Set targets' }).click()
  const form = page.getByRole('form', { name: 'Targets' })
  await form.getByRole('combobox', { name: 'Classes by' }).click()
  await page.getByRole('option', { name: 'Own classes' }).click()
  const cash = form.getByRole('group', { name: 'Cash' })
  await cash.getByRole('textbox', { name: 'Percent' }).fill('90')
  await form.getByRole('button', { name: 'Add class' }).click()
  const added = form.getByRole('listitem').last()
  await added.getByRole('textbox', { name: 'Name' }).fill('Index')
  await added.getByRole('textbox', { name: 'Percent' }).fill('10')
  await added.getByRole('combobox', { name: 'Instruments' }).fill('SPY')
  await added.getByRole('combobox', { name: 'Instruments' }).press('Enter')
  await form.getByRole('button', { name: 'Save targets' }).click()
  const index = page.getByRole('table', { name: 'Classes' }).getByRole('row').filter({ hasText: 'Index' })
  await expect(index).toContainText('10.00%')
  await expect(index).toContainText('Below')

  await page.locator('label', { hasText: 'Proposal' }).click()
  await page.getByRole('button', { name: 'Propose orders' }).click()
  const lines = page.getByRole('list', { name: 'Proposed orders' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Index is $10,000.00 below its target.')
  await expectAccessible(page, 'proposed orders')
  const opener = lines.getByRole('button', { name: /^Open ticket: Buy \d+ SPY$/ })
  const quantity = /\d+/.exec((await opener.getAttribute('aria-label'))!)![0]
  await opener.click()
  const { ticket, toast, rows } = ordersScreen(page)
  await expect(ticket.getByLabel('Qty', { exact: true })).toHaveValue(quantity)
  await expect(ticket.getByLabel('Price', { exact: true })).not.toHaveValue('')
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await expect(ticket.getByLabel('Order', { exact: true })).toContainText(`${quantity} shares`)
  await ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(toast(new RegExp(`Order \\d+ to buy ${quantity} SPY .* is filled`))).toBeVisible()

  // The order is among all others, and the proposal is still there afterwards.
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(rows.filter({ hasText: 'SPY' })).toContainText('Filled')
  await page.goBack()
  await expect(lines).toContainText('Filled')
  await expect(opener).toHaveCount(0)
  await expect(page.getByText(/^Orders were sent since this proposal/)).toBeVisible()

  await page.getByRole('button', { name: 'Propose again' }).click()
  await expect(page.getByText('Every class is in its band. No order is proposed.')).toBeVisible()
  await expect(lines).toHaveCount(0)
  await page.locator('label', { hasText: 'Allocation' }).click()
  await expect(index).toContainText('In band')
})
