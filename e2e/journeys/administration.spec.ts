// Administration: groups and their permissions, users and how they join, and that every change takes effect
// immediately. Source: docs/rules/access.md, "Groups", "Users" and "Permission keys".
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { administrationScreen, type AdministrationScreen } from '../screens/administration-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { readCutOff } from '../support/cut-off.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { demonstrationPassword, openSession, people } from '../support/sign-in.ts'

// Counts groups and users, so it needs the product to itself.
shareProduct()
test.use({ role: 'administrator' })

let screen: AdministrationScreen

test.beforeEach(({ page }) => {
  screen = administrationScreen(page)
})

const shell = (page: Page) => page.getByRole('button', { name: /^User menu/ })

const headsOf = async (table: AdministrationScreen['groups']) =>
  (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())

async function addGroup(page: Page, name: string, nameKey: string): Promise<void> {
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('textbox', { name: 'Name of the new group' }).fill(name)
  await page.getByRole('textbox', { name: 'Name key of the new group' }).fill(nameKey)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(screen.toast('Success', `${name} was created.`)).toBeVisible()
  await expect(screen.rowOf(screen.groups, name)).toBeVisible()
}

/** Those of a group's dialog, without the one that requires a factor. */
const permissionSwitches = () => screen.dialog.getByRole('switch', { name: /^(?!Require a passkey)/ })

test('groups stand in their specified columns, the system groups first and fixed', async ({
  page,
  product,
  person,
}) => {
  const groups = await person.client.group.findAll()
  await page.goto(`${product.origin}/group`)
  const rows = screen.groups.locator('tbody tr')
  await expect(rows).toHaveCount(groups.length)
  for (const [index, nameKey] of ['ADMINISTRATORS', 'MANAGERS', 'INVESTORS'].entries())
    await expect(rows.nth(index)).toContainText(nameKey)
  expect(await headsOf(screen.groups)).toEqual(['Name', 'Name Key', 'Permission', 'System Group', 'Status', 'Action'])
  await expect(page.getByText(`3 system, ${groups.length - 3} own`)).toBeVisible()
  const administrators = screen.rowOf(screen.groups, 'ADMINISTRATORS')
  await expect(administrators).toContainText('22 of 22')
  await expect(administrators.getByRole('switch')).toHaveAttribute('aria-disabled', 'true')
  await expect(administrators.getByRole('switch')).toHaveAccessibleDescription(
    'This group comes with the product and stays a system group',
  )
  await expect(page.getByRole('button', { name: 'Delete Administrators' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Status of Administrators:' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Permissions of Administrators' }).click()
  await expect(screen.dialog.getByText('22 of 22 on. System groups are fixed.')).toBeVisible()
  await expect(permissionSwitches().first()).toHaveAttribute('aria-disabled', 'true')
})

test('the columns of the groups are chosen, downloaded and printed', async ({ page, product }) => {
  await page.goto(`${product.origin}/group`)
  await expect(screen.groups.locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'Name Key' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await page.keyboard.press('Escape')
  expect(await headsOf(screen.groups)).toEqual(['Name', 'Name Key', 'Permission', 'System Group', 'Action'])
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('groups.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines.slice(0, 2)).toEqual([
    '\uFEFFName,Name Key,Permission,System Group',
    'Administrators,ADMINISTRATORS,22 of 22,Yes',
  ])

  await page.emulateMedia({ colorScheme: 'dark' })
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await expect.poll(scheme).toBe('dark')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await scheme()).toBe('light')
  const rule = await page.locator('style[media="print"]').textContent()
  expect(rule).toContain('"Clubfolio  ·  Groups"')
  expect(rule).toContain('2026-03-04 10:')
  expect(rule).toContain('"Page " counter(page) " of " counter(pages)')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await scheme()).toBe('dark')
})

test('a group is typed in the add row; wrong input is told beside its field, Delete discards it', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/group`)
  await page.getByRole('button', { name: 'Add group' }).click()
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await expect(page.getByRole('textbox', { name: 'Name of the new group' })).toBeFocused()
  await expect(add).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Name key of the new group' }).fill('9 lives')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(
    page.getByText('A name key has letters, digits and underscores, and starts with a letter.'),
  ).toBeVisible()
  await expectAccessible(page, 'add row with faults')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(add).toHaveCount(0)

  await addGroup(page, 'Harbour Club Board', 'board')
  await expect(screen.rowOf(screen.groups, 'Harbour Club Board')).toContainText('BOARD')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('textbox', { name: 'Name of the new group' }).fill('Other board')
  await page.getByRole('textbox', { name: 'Name key of the new group' }).fill('BOARD')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name key of the new group' })).toHaveAccessibleDescription(
    'The name key BOARD belongs to another group. Choose a different one.',
  )
  // Nothing typed is lost.
  await expect(page.getByRole('textbox', { name: 'Name of the new group' })).toHaveValue('Other board')
  await page.keyboard.press('Escape')
  await expect(add).toHaveCount(0)
})

test('a group is edited where it stands, saved at once, and removed after the question', async ({ page, product }) => {
  await page.goto(`${product.origin}/group`)
  await addGroup(page, 'Research Desk', 'research')
  await screen.edit('Name of Research Desk', 'Research')
  await expect(screen.toast('Success', 'Research was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Name Key of Research:' }).press('F2')
  await page.getByRole('textbox', { name: 'Name Key of Research' }).fill('no spaces')
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Name Key of Research' }).fill('ADMINISTRATORS')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name Key of Research' })).toHaveAccessibleDescription(
    'The name key ADMINISTRATORS belongs to another group. Choose a different one.',
  )
  await expect(page.getByRole('textbox', { name: 'Name Key of Research' })).toHaveValue('ADMINISTRATORS')
  await page.keyboard.press('Escape')
  await expect(screen.rowOf(screen.groups, 'RESEARCH')).toBeVisible()

  await screen.chooseStatus('Research', 'Inactive')
  await expect(screen.rowOf(screen.groups, 'RESEARCH')).toContainText('Inactive')
  const mark = page.getByRole('switch', { name: 'System Group: Research' })
  // The switch moves before the response; an earlier reload would abort the call.
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/group/update') && answer.ok())
  await Promise.all([saved(), mark.click()])
  await expect(mark).toBeChecked()
  await expect(page.getByRole('button', { name: 'Delete Research' })).toBeDisabled()
  await Promise.all([saved(), mark.click()])
  await expect(mark).not.toBeChecked()
  await page.reload()
  await expect(screen.rowOf(screen.groups, 'RESEARCH')).toContainText('Inactive')

  await page.getByRole('button', { name: 'Delete Research' }).click()
  await expect(page.getByText('Do you want to remove this group?')).toBeVisible()
  await expectAccessible(page, 'remove question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen.rowOf(screen.groups, 'RESEARCH')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Research' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(screen.toast('Success', 'Research was removed.')).toBeVisible()
  await expect(screen.rowOf(screen.groups, 'RESEARCH')).toHaveCount(0)
})

test('permissions open by category, are found by keyword, and each switch counts for the user’s next request', async ({
  page,
  product,
  person,
  another,
  openAs,
}) => {
  const auditor = await another('member', { lastName: 'Falk' })
  await page.goto(`${product.origin}/group`)
  await addGroup(page, 'Auditors', 'AUDITORS')
  await page.goto(`${product.origin}/user`)
  // Without hover, as on a touch screen: the way to the groups is visible, on phones as well.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: /^Groups of/ })).toHaveCount(
    (await person.client.userAdmin.findAll()).length,
  )
  await expect.poll(() => readCutOff(page, 'Users')).toEqual({ widerPx: 0, buttons: [] })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await readCutOff(page, 'Users')).buttons).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Groups of Nora Falk' }).click()
  await expect(screen.dialog.getByRole('checkbox', { name: 'Investors' })).toBeChecked()
  await screen.dialog.getByRole('checkbox', { name: 'Auditors' }).check()
  await expectAccessible(page, 'groups of a user')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(screen.toast('Success', 'The groups of Nora Falk were saved.')).toBeVisible()
  const nora = await openAs(auditor)
  await nora.goto(`${product.origin}/page-not-found`)
  await expect(shell(nora)).toBeVisible()
  await expect(nora.getByRole('link', { name: 'Groups' })).toHaveCount(0)

  await page.goto(`${product.origin}/group`)
  await page.getByRole('button', { name: 'Permissions of Auditors' }).click()
  const category = (name: string) => screen.dialog.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(page.getByRole('textbox', { name: 'Search permission' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Search permission' })).toHaveAttribute(
    'placeholder',
    'Search permission...',
  )
  await expect(category('Accounts')).toHaveAttribute('aria-expanded', 'true')
  await expect(category('Administration')).toHaveAttribute('aria-expanded', 'false')
  await category('Accounts').click()
  await expect(category('Accounts')).toHaveAttribute('aria-expanded', 'false')
  await expect(screen.dialog.getByText('0 of 22 on. Each change is saved at once.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search permission' }).fill('groups')
  await expect(permissionSwitches()).toHaveCount(2)
  await screen.dialog.getByRole('switch', { name: 'View groups' }).click()
  await expect(screen.dialog.getByText('1 of 22 on. Each change is saved at once.')).toBeVisible()
  await expect(category('Administration')).toContainText('1 of 5')
  await page.getByRole('textbox', { name: 'Search permission' }).fill('nothing like it')
  await expect(screen.dialog.getByText('No permission contains “nothing like it”.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(screen.rowOf(screen.groups, 'AUDITORS')).toContainText('1 of 22')

  const answer = await nora.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string }
    return (await fetch('/v1/api/group/findAll', { headers: { token } })).status
  })
  expect(answer).toBe(200)
})

test('users are found by keyword and edited where they stand, with the specified words', async ({
  page,
  product,
  person,
  another,
  openAs,
}) => {
  const found = await another('member', { lastName: 'Berg' })
  const users = await person.client.userAdmin.findAll()
  const counted = (status: string) => users.filter((user) => user.status === status).length
  await page.goto(`${product.origin}/user`)
  await expect(screen.users.locator('tbody tr')).toHaveCount(users.length)
  expect((await headsOf(screen.users)).slice(0, 5)).toEqual([
    'First Name',
    'Last Name',
    'Email',
    'Phone Number',
    'Status',
  ])
  await expect(page.getByText(`${counted('ACTIVE')} active`)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('berg')
  await page.clock.runFor(1_000)
  await expect(screen.users.locator('tbody tr')).toHaveCount(1)
  await expect(page).toHaveURL(/keyword=berg/)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all')
  await page.clock.runFor(1_000)
  await expect(page.getByText('No users found')).toBeVisible()
  await expectAccessible(page, 'nobody found')
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(screen.users.locator('tbody tr')).toHaveCount(users.length)

  await screen.edit('First Name of Nora Berg', 'Eleonora')
  await expect(screen.toast('Info', 'User updated successfully')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^First Name of/ })).toHaveCount(0)
  await screen.edit('Email of Eleonora Berg', people.manager)
  await expect(screen.toast('Error', 'Error updating user')).toBeVisible()
  const email = page.getByRole('textbox', { name: 'Email of Eleonora Berg' })
  await expect(email).toHaveAccessibleDescription(`The e-mail address ${people.manager} belongs to another user.`)
  await expect(email).toHaveValue(people.manager)
  await email.fill('nora')
  await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const nora = await openAs(found)
  await nora.goto(`${product.origin}/page-not-found`)
  await expect(shell(nora)).toBeVisible()
  await screen.closeToasts()
  await screen.chooseStatus('Eleonora Berg', 'Inactive')
  await expect(screen.toast('Info', 'User updated successfully')).toBeVisible()
  await expect(page.getByText(`${counted('ACTIVE') - 1} active, ${counted('INACTIVE') + 1} inactive`)).toBeVisible()
  await nora.clock.runFor(61_000)
  await expect(nora.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()

  // Nobody can lock themselves out.
  const own = screen.rowOf(screen.users, person.email)
  await expect(own).toContainText('Brooks')
  await expect(own.getByRole('button', { name: 'Status of Alan Brooks:' })).toHaveCount(0)
  await expect(page.getByTitle('Change your own e-mail and phone number in your User Profile')).toHaveCount(2)
})

test('a new user gets a password and groups, signs in with the code, and sees what his groups allow', async ({
  page,
  product,
  openAs,
}) => {
  await page.goto(`${product.origin}/user`)
  await page.getByRole('button', { name: 'New user' }).click()
  await expect(page.getByRole('dialog', { name: 'New User' })).toBeVisible()
  await expect(screen.dialog.getByText('4 fields need attention')).toBeVisible()
  await screen.dialog.getByRole('textbox', { name: 'Phone number' }).fill('555')
  await screen.dialog.getByRole('textbox', { name: 'First name' }).fill('Ida')
  await expect(screen.dialog.getByText('Enter the number with its country code, like +1 212 555 0123.')).toBeVisible()
  await expectAccessible(page, 'new user with faults')
  await screen.dialog.getByRole('textbox', { name: 'Last name' }).fill('Holm')
  await screen.dialog.getByRole('textbox', { name: 'Email' }).fill('ida@clubfolio.example')
  await screen.dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 212 555 0177')
  await screen.dialog.getByText('Password', { exact: true }).click()
  await screen.dialog.getByRole('textbox', { name: 'Password' }).fill(demonstrationPassword)
  await expect(screen.dialog.getByRole('checkbox', { name: 'Investors' })).toBeChecked()
  await screen.dialog.getByRole('checkbox', { name: 'Managers' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(screen.toast('Success', 'Ida Holm was created.')).toBeVisible()
  await expect(screen.rowOf(screen.users, 'Ida')).toContainText('Confirmation')

  const ida = await openAs({ user: await openSession(page.request, product, 'ida@clubfolio.example') })
  await ida.goto(`${product.origin}/page-not-found`)
  await expect(ida.getByRole('link', { name: 'Members' })).toBeVisible()
  await page.reload()
  await expect(screen.rowOf(screen.users, 'Ida')).toContainText('Active')
})

test.describe(() => {
  test.use({ role: 'member' })

  test('a user without the keys is told who can grant them', async ({ page, product }) => {
    await page.goto(`${product.origin}/group`)
    await expect(page.getByText('Permission needed: View groups')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add group' })).toHaveCount(0)
    await page.goto(`${product.origin}/user`)
    await expect(
      page.getByText(/you need the permission “View users” \(VU\)\. An administrator can grant it/),
    ).toBeVisible()
    await expectAccessible(page, 'users without the key')
  })
})
