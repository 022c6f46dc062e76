// The guides of docs/guides, walked by their text on a fresh demonstration (e2e/support/guide.ts).
// Source: docs/guides.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clubEnvironment, expect, test } from '../support/journey.ts'
import { administrationScreen } from '../screens/administration-screen.ts'
import { brokeragePopup } from '../screens/brokerage-popup.ts'
import { chartScreen } from '../screens/chart-screen.ts'
import { walkGuide } from '../support/guide.ts'
import { moveAtBrokerage, readAccounts } from '../support/link-account.ts'
import { codeOfApp } from '../support/code-of-app.ts'
import { readCodeAt, readMemberInvitation, readRoleInvitation } from '../support/outbox.ts'
import type { Product } from '../support/product.ts'
import { demonstrationPassword, startBrowserClock } from '../support/sign-in.ts'

test.describe.configure({ timeout: 300_000 })
test.use({ ownProduct: { environment: clubEnvironment }, actionTimeout: 15_000 })

test.describe('for managers', () => {
  test.use({ role: 'manager' })

  test('every step works as it is written', async ({ page, product, person }) => {
    const [account] = await person.client.account.viewMyAccount({ params: { userId: person.id } })
    const accountNumber = account!.number
    const dialog = page.getByRole('dialog')
    const ticket = page.getByRole('dialog', { name: /^Put order/ })
    // Orders without a question of size in between.
    await person.client.order.saveQuestionLimits({
      body: { limitThrough: null, buyingPower: null, usualQuantity: null },
    })
    await page.goto(`${product.origin}/dashboard`)
    await walkGuide(page, 'manager', {
      'Link an account': [
        async (hand) => {
          await hand.open('Accounts')
          await hand.press('Link an account')
        },
        async (hand) => {
          const popup = page.waitForEvent('popup')
          await hand.press('Paper brokerage', dialog)
          await (await popup).waitForURL(/authorize/)
        },
        async (hand) => {
          const popup = brokeragePopup(page.context().pages().at(-1)!)
          await popup.register('harbour')
          const closed = popup.page.waitForEvent('close')
          await popup.page.getByRole('button', { name: hand.label('Allow') }).click()
          await closed
          await expect(page.getByRole('table', { name: 'Accounts' }).locator('tbody tr')).toHaveCount(2)
        },
      ],
      'Follow the market': [
        async (hand) => {
          await hand.open('Dashboard')
          await hand.see('Top Winners')
          await hand.see('Top Losers')
        },
        async (hand) => {
          await hand.open('Watchlist')
          await hand.press('New watchlist')
          await hand.fill('Name', 'Mine', dialog)
          await hand.press('Save', dialog)
          await expect(page.getByText('Nothing on this list yet')).toBeVisible()
        },
        async (hand) => {
          await hand.fill('Add an instrument', 'QQQ')
          await page.getByRole('option', { name: /^QQQ/ }).click()
          await expect(page.getByRole('button', { name: /^Graph of QQQ/ })).toBeVisible()
        },
      ],
      'Read a chart': [
        async (hand) => {
          await hand.open('Chart')
          await hand.fill('Search company', 'spy')
          await page.getByRole('option', { name: /SPY/ }).first().click()
          await expect(chartScreen(page).prices).toBeVisible()
        },
        async (hand) => {
          await page.getByRole('switch', { name: hand.label('Found levels') }).click()
        },
        async (hand) => {
          await hand.press('Draw the support')
          await chartScreen(page).click([0.5, 0.5])
          await expect(chartScreen(page).level('Support')).not.toHaveValue('')
        },
      ],
      'Place an order with its stop': [
        async (hand) => {
          await hand.open('Orders')
          await hand.press('Put order')
        },
        async (hand) => {
          await hand.fill('Code', 'SPY', ticket)
          await expect(ticket.getByLabel('Quote')).toContainText('Last')
          await expect(ticket.getByLabel(hand.label('Price'), { exact: true })).toBeVisible()
        },
        async (hand) => {
          const [quote] = await person.client.quote.find({ body: { codes: ['SPY'], accountNumber } })
          await ticket.getByLabel(hand.label('Price'), { exact: true }).fill((quote!.last * 1.01).toFixed(2))
          await ticket.getByLabel(hand.label('Qty'), { exact: true }).fill('5')
          await hand.fill('Stop Loss', (quote!.last * 0.95).toFixed(2), ticket)
        },
        async (hand) => {
          await hand.press('Review order', ticket)
          await expect(ticket.getByRole('list', { name: 'Orders to be sent' })).toBeVisible()
        },
        async (hand) => {
          await hand.press('Put long order', ticket)
          await expect(ticket).toBeHidden()
          await expect(page.getByRole('table', { name: 'Orders' }).getByText('SPY').first()).toBeVisible()
        },
      ],
      'Take half of a position off': [
        async (hand) => {
          await hand.open('Operations')
          await hand.see('Protection')
        },
        async (hand) => {
          await page
            .getByRole('button', { name: /^Act on/ })
            .first()
            .click()
          await page.getByRole('menuitem', { name: hand.label('Close half') }).click()
        },
        async () => {
          await page.getByRole('list', { name: 'Orders that will be sent' }).waitFor()
          const send = page.getByRole('button', { name: /^Send/ })
          await expect(send).toBeEnabled()
          await send.click()
          await send.waitFor({ state: 'hidden' })
        },
      ],
      'Sell a vertical': [
        async (hand) => {
          await hand.open('Option Management')
          await page.getByRole('main').getByPlaceholder(hand.label('Search company')).fill('spy')
          await page.getByRole('option', { name: /SPY/ }).first().click()
        },
        async (hand) => {
          await hand.choose('Vertical')
          const chain = page.getByRole('table', { name: /^Calls and puts by strike/ })
          await chain
            .locator('tr[data-middle]')
            .getByRole('button', { name: /^Sell .* put/ })
            .click()
        },
        async (hand) => {
          const strategy = page.getByRole('region', { name: 'Strategy' })
          await hand.press('Review order', strategy)
          await expect(strategy.getByText('Buying power after')).toBeVisible()
        },
        async (hand) => {
          const strategy = page.getByRole('region', { name: 'Strategy' })
          await hand.press('Put order', strategy)
          await strategy.waitFor({ state: 'hidden' })
        },
      ],
      'See what a fall would cost': [
        async (hand) => {
          await hand.open('Risk')
          await hand.see('Net exposure')
          await hand.see('Beta-weighted delta')
        },
        async (hand) => {
          const panel = page.getByRole('region', { name: new RegExp(`^${hand.label('A move of SPY')}`) })
          await panel.getByText('-10%').first().click()
        },
      ],
      'Bring the account back to its targets': [
        async (hand) => {
          await hand.open('Allocation')
          await hand.press('Set targets')
        },
        async (hand) => {
          await hand.press('Save targets')
        },
        async (hand) => {
          await hand.choose('Proposal')
          await hand.press('Propose orders')
          await expect(page.getByRole('heading', { name: 'Drift before and after' })).toBeVisible()
        },
      ],
      'Make a report': [
        async (hand) => {
          await hand.open('Static Report')
          await hand.press('Open positions')
          await expect(page.getByRole('table', { name: 'Open positions' }).locator('tbody tr').first()).toBeVisible()
        },
        async (hand) => {
          await hand.press('Actions')
          for (const name of ['Excel', 'Send by email', 'Schedule'])
            await expect(page.getByRole('menuitem', { name: hand.label(name) })).toBeVisible()
          const download = page.waitForEvent('download')
          await page.getByRole('menuitem', { name: hand.label('PDF'), exact: true }).click()
          await download
        },
      ],
      'Keep a record of why': [
        async (hand) => {
          await hand.open('Journal')
          await hand.press('Worst trade')
        },
        async (hand) => {
          await hand.fill('Note', 'Sold too early.', dialog)
          await hand.press('Save', dialog)
          await expect(page.getByText(/saved/i).first()).toBeVisible()
        },
      ],
    })
  })
})

test.describe('for treasurers', () => {
  test.use({ role: 'manager' })

  test('every step works as it is written', async ({ page, product, person, another, openAs }) => {
    const dialog = page.getByRole('dialog')
    const approver = await another('member', { firstName: 'Paul', lastName: 'Vale' })
    const his = await openAs(approver)
    await moveAtBrokerage(person, { direction: 'DEPOSIT', amount: '41.00' })
    await readAccounts(person)
    await page.goto(`${product.origin}/dashboard`)
    await walkGuide(page, 'treasurer', {
      'Add a member and invite them': [
        async (hand) => {
          await hand.open('Members')
          await hand.press('Add member')
        },
        async (hand) => {
          await hand.fill('First name', 'Ann', dialog)
          await hand.fill('Last name', 'Keller', dialog)
          await hand.fill('Email', 'ann@example.test', dialog)
          await hand.fill('Phone', '2125550141', dialog)
          await hand.press('Save', dialog)
          await expect(page.getByText('Ann Keller is now a member.')).toBeVisible()
        },
        async (hand) => {
          await page.getByRole('button', { name: 'Edit Ann Keller' }).click()
          await hand.press('Send invitation')
          await expect(page.getByText(/^Invited on .* by Maria Keller/)).toBeVisible()
        },
      ],
      'Record a contribution': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('New Participation')
        },
        async (hand) => {
          await hand.fill('Member', 'lin', dialog)
          await page.getByRole('option', { name: 'Lind, Nora' }).click()
        },
        async (hand) => {
          await expect(dialog.getByText(hand.label('Contrib'), { exact: true })).toBeVisible()
          await hand.fill('Amount', '250', dialog)
          await hand.fill('Description', 'For March', dialog)
        },
        async (hand) => {
          await hand.press('Create', dialog)
          await expect(page.getByText('Contribution recorded.')).toBeVisible()
        },
      ],
      'Pay a withdrawal out': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('New Participation')
        },
        async (hand) => {
          await hand.fill('Member', 'lin', dialog)
          await page.getByRole('option', { name: 'Lind, Nora' }).click()
          await hand.choose('Retrib', dialog)
        },
        async (hand) => {
          await hand.fill('Amount', '100', dialog)
          await hand.fill('Description', 'A present', dialog)
          await hand.press('Create', dialog)
          await expect(page.getByText('Retribution recorded.')).toBeVisible()
        },
      ],
      'Match the books with the account': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('Books')
          await hand.choose('Matching', dialog)
        },
        async (hand) => {
          await page.getByRole('button', { name: new RegExp(`^${hand.label('Explain')} \\+\\$41\\.00`) }).click()
          await dialog.getByPlaceholder('Contribution of a member').click()
          await page.getByRole('option', { name: /Keller/ }).click()
          await hand.press('Record contribution', dialog)
          await expect(page.getByRole('button', { name: /^Explain \+\$41\.00/ })).toHaveCount(0)
        },
        async (hand) => {
          await hand.choose('Check', dialog)
        },
      ],
      'Record an expense': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('Books')
          await hand.choose('Expenses', dialog)
        },
        async (hand) => {
          await hand.fill('Amount', '12.50', dialog)
          await hand.fill('Description', 'Postage', dialog)
          await hand.press('Record expense', dialog)
          await expect(page.getByText('Expense recorded.')).toBeVisible()
        },
      ],
      'Set a fee': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('Books')
          await hand.choose('Fees', dialog)
        },
        async (hand) => {
          await hand.press('Set a management fee')
          await hand.fill('Rate a year', '1', page.getByRole('dialog', { name: 'Management fee' }))
        },
        async (hand) => {
          const form = page.getByRole('dialog', { name: 'Management fee' })
          await hand.press('Set the fee', form)
          await expect(form).toBeHidden()
          await hand.see('Fees', dialog)
        },
      ],
      'Pay a distribution': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('Books')
          await hand.choose('Distributions', dialog)
        },
        async (hand) => {
          await hand.fill('Amount for all holders', '500', dialog)
          await hand.fill('Description', 'Profit of the winter', dialog)
        },
        async (hand) => {
          await hand.see('Leaves it in', dialog)
          await dialog.getByRole('checkbox', { name: 'Nora Lind leaves it in' }).check()
        },
        async (hand) => {
          await expect(dialog.getByRole('button', { name: /^Book \$/ })).toBeEnabled()
          await hand.press('Book', dialog)
          await expect(page.getByText(/^Distribution/).last()).toBeVisible()
        },
      ],
      'Close a month': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('Books')
          await hand.choose('Settings', dialog)
        },
        async (hand) => {
          await hand.press('Up to', dialog)
          await page.locator('[data-direction="previous"]').last().click()
          await page.getByRole('button', { name: '28 February 2026', exact: true }).click()
        },
        async (hand) => {
          await hand.press('Close the books', dialog)
          const question = page.getByRole('dialog', { name: /close the books/i })
          await question.getByRole('button', { name: 'Close the books' }).click()
          await expect(page.getByText(/^The books are closed up to/)).toBeVisible()
        },
      ],
      'Send the statements': [
        async (hand) => {
          await hand.open('Account Mapping')
          await page.getByRole('button', { name: hand.label('Statements'), exact: true }).click()
          await expect(dialog.getByText('Closing balance')).toBeVisible()
        },
        async (hand) => {
          const download = page.waitForEvent('download')
          await hand.press('Download PDF', dialog)
          await download
        },
        async (hand) => {
          await hand.press('Mail to all members', dialog)
          await page.getByRole('button', { name: hand.label('Mail to all'), exact: true }).click()
          await expect(dialog.getByRole('button', { name: /as it was mailed$/ }).first()).toBeVisible()
        },
      ],
      'Make the pack of a year': [
        async (hand) => {
          await hand.open('Year')
          await page.getByRole('combobox', { name: 'Year' }).click()
          await page.getByRole('option').last().click()
          for (const name of ['Allocation', 'Basis']) await hand.see(name, page.getByRole('main'))
        },
        async (hand) => {
          await hand.press('Make pack')
        },
        async (hand) => {
          const download = page.waitForEvent('download')
          const button = page.getByRole('button', { name: hand.label('Download pack') })
          await expect(async () => {
            await page.clock.fastForward(5_000)
            await expect(button).toBeVisible({ timeout: 2_000 })
          }).toPass({ timeout: 60_000 })
          await button.click()
          await download
        },
      ],
      'Ask for a second person': [
        async (hand) => {
          await hand.open('Account Mapping')
          await hand.press('People')
          await hand.choose('Roles', dialog)
        },
        async (hand) => {
          await hand.fill('E-mail', approver.email, dialog)
          await dialog.getByRole('combobox', { name: hand.label('Role'), exact: true }).click()
          await page.getByRole('option', { name: 'Approver' }).click()
          await hand.press('Send invitation', dialog)
          await his.goto(await readRoleInvitation(product, approver.email))
          await his.getByRole('button', { name: hand.label('Accept the role') }).click()
          await expect(his.getByRole('heading', { level: 1, name: 'Account Mapping' })).toBeVisible()
        },
        async (hand) => {
          await hand.choose('Second person', dialog)
          await dialog.getByRole('switch', { name: hand.label('Ask for a second person') }).check()
          await hand.press('Save', dialog)
          await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
        },
        async (hand) => {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: 'Books' }).click()
          await dialog.getByText('Expenses', { exact: true }).click()
          await dialog.getByLabel('Amount').fill('7.50')
          await dialog.getByLabel('Description').fill('Stamps')
          await dialog.getByRole('button', { name: 'Record expense' }).click()
          await his.reload()
          await his.getByRole('link', { name: hand.label('Account Mapping') }).click()
          await his.getByRole('button', { name: hand.label('People') }).click()
          await his.getByText(hand.label('Waiting for approval'), { exact: true }).click()
          await his
            .getByRole('article')
            .getByRole('button', { name: hand.label('Approve') })
            .click()
          await his
            .getByRole('dialog', { name: /approve this/ })
            .getByRole('button', { name: 'Approve' })
            .click()
          await expect(his.getByRole('article')).toHaveCount(0)
        },
      ],
    })
  })
})

test.describe('for members', () => {
  test.use({ role: 'member' })

  test('every step works as it is written', async ({ page, product, home, another, openAs }) => {
    const dialog = page.getByRole('dialog')
    const manager = await home.demonstrationPerson('manager')
    const [account] = await manager.client.account.viewMyAccount({ params: { userId: manager.id } })
    // An invitation of her own, for the beginning; the other procedures need the demonstration's figures.
    const ann = await another('member', { firstName: 'Ann', lastName: 'Keller' })
    const { id } = await manager.client.member.create({
      body: { firstName: 'Ann', lastName: 'Keller', email: ann.email, phone: '2125550141' },
    })
    await manager.client.member.inviteMember({ body: { id, accountId: account!.id } })
    const hers = await openAs(ann)
    await page.goto(`${product.origin}/dashboard`)
    await walkGuide(page, 'member', {
      Join: [
        async () => {
          await hers.goto(await readMemberInvitation(product, ann.email))
        },
        async (hand) => {
          await hers.getByRole('button', { name: new RegExp(`^${hand.label('Accept')} as`) }).click()
          await expect(hers.getByRole('heading', { level: 1, name: hand.label('My funds') })).toBeVisible()
        },
      ],
      'Read your share': [
        async (hand) => {
          await hand.open('My funds')
        },
        async (hand) => {
          await hand.see('Value over time')
          await hand.see('My entries')
        },
        async (hand) => {
          await hand.press('Statement')
          const download = page.waitForEvent('download')
          await hand.press('Download PDF', dialog)
          await download
        },
      ],
      'Ask to pay in or take out': [
        async (hand) => {
          await hand.open('My funds')
          await hand.press('Pay in or take out')
        },
        async (hand) => {
          await hand.fill('Amount', '50', dialog)
          await hand.fill('Comment', 'My birthday money', dialog)
          await hand.press('Send request', dialog)
          await expect(dialog).toHaveCount(0)
        },
        async (hand) => {
          await expect(page.getByRole('region', { name: hand.label('My requests') })).toContainText('My birthday money')
        },
      ],
      Vote: [
        async (hand) => {
          await hand.open('My funds')
        },
        async (hand) => {
          const vote = page.getByRole('article').filter({ has: page.getByRole('radio') })
          await vote.getByRole('radio').first().check()
          await hand.press('Vote', vote)
          await expect(vote.getByText(/^You have voted\./)).toBeVisible()
        },
      ],
      'Read documents and announcements': [
        async (hand) => {
          await hand.open('My funds')
          await hand.see('Announcements')
        },
        async (hand) => {
          const download = page.waitForEvent('download')
          await hand.press('Download', page.getByRole('list', { name: 'Documents' }))
          await download
        },
      ],
      'See what earned your money': [
        async (hand) => {
          await hand.open('Performance')
          await expect(page.getByRole('table', { name: 'What earned the money' })).toBeVisible()
        },
        async (hand) => {
          await hand.open('Income')
          await hand.open('Year')
        },
      ],
      'Sign in with an authenticator app': [
        async (hand) => {
          await page.getByRole('button', { name: /^User menu/ }).click()
          await page.getByRole('menuitem', { name: hand.label('User Profile') }).click()
          await hand.press('Add authenticator app')
        },
        async (hand) => {
          await hand.fill('Name', 'My phone', dialog)
          await hand.fill('Your password', demonstrationPassword, dialog)
          await hand.press('Continue', dialog)
        },
        async (hand) => {
          await expect(dialog.getByLabel('QR code for the authenticator app')).toBeVisible()
          const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
          await page.getByLabel('Digit 1 of 6').click()
          await page.keyboard.type(codeOfApp(key, Date.parse(product.now)))
          await hand.press('Confirm', dialog)
        },
        async (hand) => {
          await hand.press('I have saved them')
          await expect(page.getByRole('table', { name: 'Sign-in methods' }).getByText('My phone')).toBeVisible()
        },
      ],
      'Change your password': [
        async (hand) => {
          await page.getByRole('button', { name: /^User menu/ }).click()
          await page.getByRole('menuitem', { name: hand.label('User Profile') }).click()
        },
        async (hand) => {
          await page.getByLabel(hand.label('Current password')).fill(demonstrationPassword)
          await page.getByLabel(hand.label('New password'), { exact: true }).fill('harbour lights on')
        },
        async (hand) => {
          await hand.press('Change password')
          await expect(page.getByLabel('Current password')).toHaveValue('')
        },
      ],
    })
  })
})

test.describe('for administrators', () => {
  test.use({ role: 'administrator' })

  test('every step works as it is written', async ({ page, product, browser }) => {
    const dialog = page.getByRole('dialog')
    const screen = administrationScreen(page)
    const newcomer = await (await browser.newContext()).newPage()
    await startBrowserClock(newcomer.context(), product.now)
    await page.goto(`${product.origin}/dashboard`)
    await walkGuide(page, 'administrator', {
      'Become the first administrator': [
        async (hand) => {
          await newcomer.goto(await inviteOnServer(product, 'you@example.com'))
          await newcomer.getByLabel(hand.label('First name')).fill('Ida')
          await newcomer.getByLabel(hand.label('Last name')).fill('Holm')
          await newcomer.getByLabel(hand.label('Phone number')).fill('+1 212 555 0177')
          await newcomer.getByRole('textbox', { name: hand.label('Password') }).fill('harbour lights on')
        },
        async (hand) => {
          await newcomer.getByRole('button', { name: hand.label('Accept') }).click()
          await expect(newcomer.getByText('Code received')).toBeVisible()
          await newcomer.keyboard.type(await readCodeAt(product, '+12125550177'))
          await newcomer.getByRole('button', { name: hand.label('Confirm') }).click()
          await expect(newcomer.getByRole('button', { name: /^User menu, Ida Holm/ })).toBeVisible()
        },
      ],
      'Add a user': [
        async (hand) => {
          await hand.open('Users')
          await hand.press('New user')
        },
        async (hand) => {
          await hand.fill('First name', 'Otto', dialog)
          await hand.fill('Last name', 'Brandt', dialog)
          await hand.fill('Email', 'otto@example.com', dialog)
          await hand.fill('Phone number', '+1 212 555 0178', dialog)
        },
        async (hand) => {
          await expect(dialog.getByRole('radio', { name: hand.label('Invitation by e-mail') })).toBeChecked()
          await dialog.getByRole('checkbox', { name: 'Managers' }).check()
          await hand.press('Create', dialog)
          await expect(screen.rowOf(screen.users, 'Otto')).toContainText('Confirmation')
        },
      ],
      'Change what a group may do': [
        async (hand) => {
          await hand.open('Groups')
          await hand.press('Add group')
        },
        async (hand) => {
          await hand.fill('Name of the new group', 'Auditors')
          await hand.fill('Name key of the new group', 'AUDITORS')
          await page.getByRole('button', { name: hand.label('Add'), exact: true }).click()
        },
        async (hand) => {
          await hand.see('Permission')
          await page.getByRole('button', { name: 'Permissions of Auditors' }).click()
          await hand.fill('Search permission', 'groups', dialog)
        },
        async () => {
          await dialog.getByRole('switch', { name: 'View groups' }).click()
          await expect(dialog.getByText('1 of 22 on. Each change is saved at once.')).toBeVisible()
        },
      ],
      'Require a passkey or an authenticator app': [
        async (hand) => {
          await hand.open('Groups')
          await hand.see('Permission')
          await page.getByRole('button', { name: 'Permissions of Auditors' }).click()
        },
        async (hand) => {
          const required = dialog.getByRole('switch', { name: hand.label('Require a passkey or an authenticator app') })
          await required.click()
          await expect(required).toBeChecked()
        },
      ],
      'Import prices': [
        async (hand) => {
          await hand.open('Market Data')
          await page.locator('input[type="file"]').setInputFiles({
            name: 'prices.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('Date,Open,High,Low,Close,Volume\n2026-03-02,10,11,9,10.5,1000\nnonsense\n'),
          })
        },
        async (hand) => {
          await hand.press('Upload and import')
          await hand.fill('Symbol', 'SPY', dialog)
          await hand.press('Import', dialog)
        },
        async (hand) => {
          await expect(page.getByRole('region', { name: hand.label('Imports') })).toContainText('prices.csv')
        },
      ],
      'See whether it is well': [
        async () => {
          expect((await page.request.get(`${product.origin}/health`)).status()).toBe(200)
        },
        async (hand) => {
          await hand.open('Tasks')
          await expect(page.getByRole('table', { name: 'Tasks' })).toBeVisible()
        },
        async (hand) => {
          await hand.open('Account Mapping')
          await expect(page.getByText(new RegExp(`^${hand.label('Nightly check of all funds')}`))).toBeVisible()
        },
      ],
    })
    await newcomer.context().close()
  })
})

/** Runs the command of the guide on the server, and returns the link that it prints. */
async function inviteOnServer(product: Product, email: string): Promise<string> {
  const program = fileURLToPath(new URL('../../packages/server/dist/admin.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'invite', email], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(product.ports[0]),
      CLUBFOLIO_DATA: product.dataDirectory,
      CLUBFOLIO_NOW: product.now,
      ...(product.databaseUrl === undefined ? {} : { DATABASE_URL: product.databaseUrl }),
    },
  })
  return /http\S+/.exec(stdout)![0]
}
