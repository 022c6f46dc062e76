// The help: a page per screen, the terms, a search, by keyboard and on a phone.
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/journey.ts'

test.use({ role: 'manager' })

test('? tells about the screen in view, its figures and the keys; words and other screens are a step away', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Operations' })).toBeVisible()
  await expect(help.getByText('What you lose in dollars if every covered share is closed at its stop.')).toBeVisible()
  await expect(help.getByText('Put a long order')).toBeVisible()

  await help.getByRole('tab', { name: 'Words' }).click()
  await expect(help.getByText('The one official valuation of an account at the end of a session.')).toBeVisible()
  await help.getByRole('tab', { name: 'All screens' }).click()
  await help.getByRole('button', { name: /^Chart/ }).click()
  await expect(help.getByRole('heading', { name: 'Indicators' })).toBeVisible()
  await expect(help.getByText('The plain average of the last closes.')).toBeVisible()
  await expectAccessible(page, 'help of the chart')

  await help.getByRole('textbox', { name: 'Search the help' }).fill('unit value')
  await expect(help.getByText('Fund value divided by all units.', { exact: true })).toBeVisible()
  await help.getByRole('textbox', { name: 'Search the help' }).fill('no such thing')
  await expect(help.getByRole('status')).toHaveText('Nothing found. Try fewer letters or another word.')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})

test.describe(() => {
  test.use({ role: 'member', viewport: { width: 390, height: 844 } })

  test('on the phone the help is in the user menu, and tells only about screens that its reader may open', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/wallet`)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    const help = page.getByRole('dialog', { name: 'Help' })
    await help.getByRole('tab', { name: 'All screens' }).click()
    await expect(help.getByRole('button', { name: /^Chart/ })).toBeVisible()
    await expect(help.getByRole('button', { name: /^Market Data/ })).toHaveCount(0)
  })
})
