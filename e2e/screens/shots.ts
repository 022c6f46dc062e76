// Every screen of the product and every state of one worth showing, by who sees it: its address, and how to get there.
// `screenshots.ts` takes pictures of these, `check-screens.ts` runs axe over them, and `bench/every-screen.ts` runs
// Lighthouse over their addresses.
import type { Page } from '@playwright/test'
import { openBrokerageChoice, openImportFund, openKeyPair } from './prepare-accounts.ts'
import { openNewAlert } from './prepare-alert.ts'
import { openGalleryGraph, openGraph, openHeldChart, openOpportunity, openTrade, showCharts } from './prepare-chart.ts'
import { openNewVote, openVote, postAnnouncement, showVoteResults } from './prepare-club.ts'
import {
  openBankFields,
  openBooks,
  openDetail,
  openExport,
  openFeeForm,
  openFundMove,
  openFundMoveQuestion,
  openMatching,
  openNewDocument,
  openStatementMail,
  openStatementRecipients,
  showFees,
} from './prepare-fund.ts'
import { openOwnStatement, showFundLeft, showInvitation, showMyFund, showSeveralFunds } from './prepare-member.ts'
import {
  openByKey,
  openGuardRails,
  openPositionAction,
  openPresetTicket,
  openStoppedTicket,
  openTicket,
  openTrailingTicket,
  showFilledPart,
  typeOrderLine,
} from './prepare-order.ts'
import { openAction, openComposer, openHistory, openOwnReport, openRecipients, openRuns } from './prepare-report.ts'
import { askForCode, askForPassword } from './prepare-sign-in.ts'
import { openFileAccount, openStatement } from './statement-files-screen.ts'
import type { Shot } from './shot.ts'

export const managerShots: readonly Shot[] = [
  { name: 'dashboard', path: '/dashboard', prepare: (page) => page.locator('canvas').first().waitFor() },
  { name: 'chart', path: '/chart/SPY/_D', prepare: (page) => showCharts(page, 'One chart') },
  { name: 'chart-trades', path: '/operation', prepare: openHeldChart },
  { name: 'chart-layout', path: '/chart/SPY/_D', prepare: (page) => showCharts(page, 'Four charts') },
  { name: 'wallet', path: '/wallet' },
  { name: 'accounts', path: '/account' },
  { name: 'brokerage-choice', path: '/account', prepare: openBrokerageChoice },
  { name: 'key-pair', path: '/account', prepare: openKeyPair },
  { name: 'import-fund', path: '/account', prepare: openImportFund },
  { name: 'statement-files', path: '/account/statement-files' },
  {
    name: 'new-file-account',
    path: '/account/statement-files',
    prepare: (page) => page.getByRole('button', { name: 'New account from files' }).click(),
  },
  { name: 'comparator', path: '/instrument-comparator', prepare: (page) => page.locator('canvas').first().waitFor() },
  { name: 'members', path: '/member' },
  { name: 'account-mapping', path: '/account-mapping', prepare: openDetail },
  {
    name: 'new-participation',
    path: '/account-mapping',
    prepare: (page) => page.getByRole('button', { name: 'New Participation' }).first().click(),
  },
  {
    name: 'new-participation-bank',
    path: '/account-mapping',
    height: [1_000, 1_250],
    prepare: (page) => openBankFields(page, 'New Bank Account'),
  },
  {
    name: 'new-participation-saved-bank',
    path: '/account-mapping',
    height: [1_000, 1_250],
    prepare: (page) => openBankFields(page, 'Exist Bank Account'),
  },
  { name: 'statement-mail', path: '/account-mapping', height: [1_100, 1_500], prepare: openStatementMail },
  { name: 'books-matching', path: '/account-mapping', prepare: openMatching },
  { name: 'books-fees', path: '/account-mapping?part=fees', height: [900, 1_000], prepare: showFees },
  ...(['Distributions', 'Dues', 'History', 'Requests', 'Documents', 'Settings'] as const).map((part) => ({
    name: `books-${part.toLowerCase()}`,
    path: '/account-mapping',
    prepare: (page: Page) => openBooks(page, part),
  })),
  { name: 'new-document', path: '/account-mapping', prepare: openNewDocument },
  { name: 'books-export', path: '/account-mapping', prepare: openExport },
  { name: 'statement-recipients', path: '/account-mapping', prepare: openStatementRecipients },
  { name: 'fee-form', path: '/account-mapping?part=fees', height: [900, 1_300], prepare: openFeeForm },
  { name: 'people-roles', path: '/account-mapping?part=roles' },
  { name: 'people-announcements', path: '/account-mapping?part=announcements', prepare: showAnnouncements },
  { name: 'new-vote', path: '/account-mapping?part=votes', height: [900, 1_100], prepare: openNewVote },
  { name: 'people-votes', path: '/account-mapping?part=votes', prepare: showVotes },
  { name: 'vote-results', path: '/account-mapping?part=votes', height: [900, 1_300], prepare: showVoteResults },
  { name: 'people-approvals', path: '/account-mapping?part=approvals' },
  { name: 'performance', path: '/performance', height: [1_100, 1_500] },
  { name: 'fund-year', path: '/fund-year', height: [1_300, 2_000] },
  { name: 'returns', path: '/returns', height: [1_200, 1_900] },
  { name: 'fund-invitation', path: '/fund-invitation' },
  { name: 'member-invitation', path: '/member-invitation' },
  {
    name: 'new-member',
    path: '/member',
    prepare: (page) => page.getByRole('button', { name: 'Add member' }).first().click(),
  },
  {
    name: 'edit-member',
    path: '/member',
    prepare: (page) => page.getByRole('button', { name: 'Edit Nora Lind' }).first().click(),
  },
  { name: 'opportunity-seeker', path: '/opportunity-seeker?capital=50000&risk=1&asked=true' },
  { name: 'opportunity-graph', path: '/opportunity-seeker?capital=50000&risk=1&asked=true', prepare: openOpportunity },
  {
    name: 'calculator',
    path: '/stock-calculator-advance?ticket=SPY&capital=50000&risk=1',
    prepare: (page) => page.locator('canvas').first().waitFor(),
  },
  { name: 'tools', path: '/tools' },
  { name: 'journal', path: '/journal' },
  { name: 'journal-statistics', path: '/journal?view=statistics', height: [1_300, 1_900] },
  { name: 'journal-calendar', path: '/journal?view=calendar' },
  { name: 'journal-trade', path: '/journal', height: [1_300, 1_900], prepare: openTrade },
  { name: 'watchlist', path: '/watchlist' },
  { name: 'screener', path: '/screener' },
  { name: 'heat-map', path: '/heat-map?timing=MONTH' },
  { name: 'heat-map-table', path: '/heat-map?timing=MONTH&view=table' },
  { name: 'user-profile', path: '/profile' },
  { name: 'static-reports', path: '/static-report' },
  {
    name: 'static-report',
    path: '/static-report?report=fund-unit-values',
    prepare: (page) => page.getByRole('table', { name: 'Fund unit values' }).getByText(/^20/).first().waitFor(),
  },
  {
    name: 'static-report-movers',
    path: '/static-report?report=market-movers',
    prepare: (page) =>
      page
        .getByRole('table', { name: 'Market movers' })
        .getByRole('button', { name: /^Graph of/ })
        .first()
        .waitFor(),
  },
  { name: 'static-report-recipients', path: '/static-report?report=account-performance', prepare: openRecipients },
  {
    name: 'static-report-schedule',
    path: '/static-report?report=account-performance',
    prepare: (page) => openAction(page, 'Schedule'),
  },
  { name: 'static-report-history', path: '/static-report', prepare: openHistory },
  { name: 'static-report-runs', path: '/static-report?report=account-performance', prepare: openRuns },
  { name: 'dynamic-reports', path: '/dynamic-report' },
  { name: 'dynamic-report', path: '/dynamic-report', prepare: openOwnReport },
  { name: 'composer', path: '/dynamic-report', prepare: openComposer },
  { name: 'page-not-found', path: '/page-not-found' },
  { name: 'welcome', path: '/welcome' },
  { name: 'chart-modal', path: '/dashboard', prepare: openGraph },
  { name: 'alerts', path: '/alert' },
  { name: 'alert-history', path: '/alert?tab=history' },
  { name: 'new-alert', path: '/alert', prepare: openNewAlert },
  { name: 'notifications', path: '/notification' },
  {
    name: 'notification-ways',
    path: '/notification?ways=1',
    prepare: (page) => page.getByRole('table', { name: 'What reaches me' }).waitFor(),
  },
  {
    name: 'messages',
    path: '/wallet',
    isDesktopOnly: true,
    prepare: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
  {
    name: 'command-palette',
    isDesktopOnly: true,
    path: '/wallet',
    prepare: (page) => openByKey(page, 'ControlOrMeta+k'),
  },
  { name: 'order-line', path: '/chart/SPY/_D', prepare: typeOrderLine },
  { name: 'help', path: '/account-mapping', prepare: (page) => openByKey(page, '?') },
]

export const administratorShots: readonly Shot[] = [
  { name: 'market-data', path: '/market' },
  { name: 'tasks', path: '/task', prepare: (page) => page.getByRole('table', { name: 'Tasks' }).waitFor() },
  {
    name: 'nightly-check',
    path: '/account-mapping',
    prepare: (page) => page.getByText(/^Nightly check of all funds/).waitFor(),
  },
  { name: 'users', path: '/user' },
  {
    name: 'new-user',
    path: '/user',
    prepare: (page) => page.getByRole('button', { name: 'New User' }).first().click(),
  },
  { name: 'groups', path: '/group' },
  {
    name: 'group-permissions',
    path: '/group',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Permissions of/ })
        .first()
        .click(),
  },
]

/** What a person sees who takes part in a club and manages none. */
export const memberShots: readonly Shot[] = [
  { name: 'my-funds', path: '/my-funds', height: [2_100, 3_000], prepare: showMyFund },
  { name: 'my-funds-several', path: '/my-funds', height: [2_200, 3_200], prepare: showSeveralFunds },
  { name: 'my-funds-left', path: '/my-funds', height: [2_000, 2_900], prepare: showFundLeft },
  { name: 'my-funds-invited', path: '/my-funds', prepare: showInvitation },
  { name: 'my-dashboard', path: '/dashboard', prepare: showMyFund },
  { name: 'not-for-members', path: '/order', prepare: (page) => page.getByText(/^Orders is for people/).waitFor() },
  { name: 'my-statement', path: '/my-funds', prepare: openOwnStatement },
  { name: 'my-year', path: '/fund-year' },
  { name: 'my-returns', path: '/returns' },
  { name: 'my-performance', path: '/performance' },
]

/** With the brokerage's demonstration account, which has a year of trades. */
export const tradingShots: readonly Shot[] = [
  {
    name: 'operations',
    path: '/operation',
    prepare: (page) => page.getByRole('table', { name: 'Operations' }).locator('tfoot').waitFor(),
  },
  { name: 'operations-filled-part', path: '/operation', prepare: showFilledPart },
  { name: 'position-action', path: '/operation', prepare: openPositionAction },
  {
    name: 'close-everything',
    path: '/operation',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Close everything' }).click()
      await page.getByRole('list', { name: 'Orders that will be sent' }).waitFor()
    },
  },
  {
    name: 'risk',
    path: '/risk',
    height: [1_560, 3_000],
    prepare: (page) => page.getByRole('table', { name: 'Correlation of holdings' }).waitFor(),
  },
  {
    name: 'option-management',
    path: '/option-management?code=SPY',
    prepare: (page) =>
      page
        .getByRole('group', { name: 'Option chain' })
        .getByText(/\.\d\d/)
        .first()
        .waitFor(),
  },
  {
    name: 'option-strategy',
    path: '/option-management?code=SPY',
    height: [1_000, 844],
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Sell \d+ put/ })
        .first()
        .waitFor()
      const strategy = page.getByRole('combobox', { name: 'Strategy' })
      if (await strategy.isVisible()) await strategy.selectOption('IRON_CONDOR')
      else await page.getByText('Iron condor', { exact: true }).click()
      await page.getByRole('slider', { name: /^Payoff/ }).waitFor()
    },
  },
  {
    name: 'option-activity',
    path: '/option-management?code=SPY&view=activity',
    prepare: (page) => page.getByRole('img', { name: /^Volume/ }).waitFor(),
  },
  {
    name: 'open-options',
    path: '/option-management?code=SPY&view=positions',
    prepare: (page) => page.getByLabel('Greeks of the account').waitFor(),
  },
  { name: 'orders', path: '/order' },
  { name: 'order-ticket', path: '/order', prepare: openTicket },
  { name: 'order-ticket-trailing', path: '/order', prepare: openTrailingTicket },
  { name: 'guard-rails', path: '/order', height: [1_500, 1_800], prepare: openGuardRails },
  { name: 'stopped-day', path: '/order', prepare: openStoppedTicket },
  { name: 'transactions', path: '/transaction' },
  { name: 'transactions-timeline', path: '/transaction?mode=timeline' },
  // After the other tickets, which would begin with the preset.
  { name: 'order-ticket-preset', path: '/chart/SPY/_D', prepare: openPresetTicket },
  {
    name: 'order-preset',
    path: '/chart/SPY/_D',
    prepare: async (page) => {
      await openPresetTicket(page)
      await page.getByRole('button', { name: 'Edit preset' }).click()
      await page.getByRole('dialog', { name: /^Preset/ }).waitFor()
    },
  },
]

/** After the others, because they give the manager an account from files. */
export const fileShots: readonly Shot[] = [
  { name: 'file-account', path: '/account/statement-files', prepare: openFileAccount },
  {
    name: 'mapping-wizard',
    path: '/account/statement-files',
    height: [1_700, 3_200],
    prepare: (page) => openStatement(page, 'own-table.csv'),
  },
  {
    name: 'statement-preview',
    path: '/account/statement-files',
    height: [1_300, 2_200],
    prepare: (page) => openStatement(page, 'history.csv'),
  },
  { name: 'fund-move', path: '/account/statement-files', prepare: openFundMove },
  { name: 'fund-move-confirm', path: '/account/statement-files', prepare: openFundMoveQuestion },
]

/** The development page of the widgets works without a server. */
export const galleryShots: readonly Shot[] = [
  {
    name: 'gallery',
    path: '',
    height: [2_900, 5_100],
    isShellAbsent: true,
    isAlwaysBusy: true,
    prepare: (page) => page.locator('svg.cf-pie').waitFor(),
  },
  { name: 'gallery-chart-modal', path: '', isShellAbsent: true, isAlwaysBusy: true, prepare: openGalleryGraph },
]

export const publicShots: readonly Shot[] = [
  { name: 'sign-in', path: '/auth', isShellAbsent: true },
  { name: 'sign-in-code', path: '/auth', isShellAbsent: true, prepare: askForCode },
  { name: 'forgot-password', path: '/auth', isShellAbsent: true, prepare: askForPassword },
  { name: 'register', path: '/register', isShellAbsent: true },
  {
    name: 'register-form',
    path: '/auth?form=register',
    isShellAbsent: true,
    prepare: (page) => page.getByText('Verified', { exact: true }).waitFor(),
  },
]

async function openBrokerageChoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link an account' }).first().click()
  await page.getByRole('dialog', { name: 'Link an account' }).getByText('From files').waitFor()
}

async function openKeyPair(page: Page): Promise<void> {
  await openBrokerageChoice(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Alpaca/ })
    .click()
  await page.getByRole('dialog').getByLabel('Key ID').waitFor()
}

async function openImportFund(page: Page): Promise<void> {
  await openBrokerageChoice(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Exported fund/ })
    .click()
  await page.getByRole('dialog', { name: 'Import a fund' }).getByLabel('Exported fund').waitFor()
}

/** The choice of the new account, with what the move would do. The account to move to is opened the first time. */
async function openFundMove(page: Page): Promise<void> {
  await openFileAccount(page)
  const inView = page.getByTitle(/^The account in view/)
  const own = page.getByRole('menuitemradio').filter({ hasNotText: 'Read only' })
  await inView.click()
  await own.first().waitFor()
  if ((await own.count()) < 2) {
    await page.keyboard.press('Escape')
    await page.goto(new URL('/wallet', page.url()).href)
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByText(/is open and linked\.$/).waitFor()
    await inView.click()
  }
  await own.filter({ hasText: 'default' }).click()
  // The menu of a phone is closed.
  await page.goto(new URL('/account-mapping', page.url()).href)
  await booksScreen(page).open('Settings')
  await page.getByRole('button', { name: 'Move the fund to another account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the fund to another account' })
  await dialog.getByPlaceholder('Choose an account').click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('region', { name: 'What the move does' }).waitFor()
}

/** The question before a result is booked: nothing of the fund has arrived in the new account. */
async function openFundMoveQuestion(page: Page): Promise<void> {
  await openFundMove(page)
  const dialog = page.getByRole('dialog', { name: 'Move the fund to another account' })
  await dialog.getByRole('combobox', { name: 'Everything has arrived' }).click()
  await page.getByRole('option', { name: /the new account held it all then$/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog', { name: /^Book a result/ }).waitFor()
}

function openRecipients(page: Page): Promise<void> {
  return openAction(page, 'Send by email')
}

async function openNewAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New alert' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^New alert/ })
  await dialog.getByRole('textbox', { name: 'Instrument' }).fill('SPY')
  await page.getByRole('option', { name: /^SPY/ }).click()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('900')
  await dialog.getByText(/^SPY at or above/).waitFor()
}

async function openAction(page: Page, action: string): Promise<void> {
  await page.getByRole('table', { name: 'Account performance by month' }).getByText(/^20/).first().waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

/** A schedule of the demonstration, run once now. */
async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedules' }).click()
  const schedule = page.getByRole('dialog').locator('section').first()
  await schedule.getByRole('button', { name: 'History' }).click()
  // The first picture creates the run that all of them show.
  await schedule
    .getByText(/Last 20|It has not run yet/)
    .first()
    .waitFor()
  if (await schedule.getByText('It has not run yet.').isVisible())
    await schedule.getByRole('button', { name: 'Run now' }).click()
  await page.clock.resume()
  await schedule.getByRole('list').getByText('Done').first().waitFor()
}

async function openRuns(page: Page): Promise<void> {
  await openAction(page, 'Prepare in the background')
  await page.getByRole('button', { name: 'Prepare', exact: true }).click()
  const runs = page.getByRole('dialog', { name: 'Runs' })
  await runs.waitFor()
  await page.clock.runFor(5_000)
  await runs
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor()
}

async function openOwnReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Result by company/ }).click()
  await page.getByRole('table', { name: 'Result by company' }).getByText(/\$/).first().waitFor()
}

async function openComposer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Result by company' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('table', { name: 'Preview' }).getByText(/\$/).first().waitFor()
}

async function openTicket(page: Page): Promise<void> {
  await ordersScreen(page).type({ code: 'SPY', quantity: '20', price: '360', stopLoss: '345', cancelPrice: '348' })
}

async function openTrailingTicket(page: Page): Promise<void> {
  await ordersScreen(page).type({ code: 'SPY', quantity: '20', type: 'Trailing stop', side: 'Sell', trail: '4' })
}

/** A bracket on the chart from the preset of the account, which is saved the first time. */
async function openPresetTicket(page: Page): Promise<void> {
  await showCharts(page, 'One chart')
  await page.keyboard.press('b')
  const save = page.getByRole('button', { name: 'Save as preset' })
  const note = page.getByRole('note', { name: 'Preset' })
  await save.or(note).waitFor()
  if (await save.isVisible()) {
    await save.click()
    const dialog = page.getByRole('dialog', { name: /^Preset/ })
    await dialog.getByLabel('Qty', { exact: true }).fill('100')
    await dialog.getByLabel('Stop distance').fill('3')
    await dialog.getByLabel('Target distance').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await note.waitFor()
  await page.getByRole('region', { name: 'What the order does' }).waitFor()
}

/** A part of an entry whose rest waits, and another one whose order is being divided. */
async function showFilledPart(page: Page): Promise<void> {
  const part = { orderId: '1007', code: 'SPY', filled: 24, left: 76, dividesAt: '2026-03-04T15:10:00Z', hasStop: false }
  await page.route('**/find-protection-by-account/**', async (route) => {
    const answer = await route.fetch()
    const protection: object = await answer.json()
    const filledParts = [part, { ...part, orderId: '1011', code: 'QQQ', dividesAt: null }]
    await route.fulfill({ response: answer, json: { ...protection, filledParts } })
  })
  await page.reload()
  await page.getByText('the order is divided').first().waitFor()
}

/** Limits with their use, as of an account that has lost as much as it may today. */
async function showLimits(page: Page): Promise<void> {
  const uses = [
    { measure: 'dailyLoss', used: 1_012.4, limit: 1_000, after: null, code: null },
    { measure: 'openHeat', used: 1_240, limit: 2_000, after: null, code: null },
    { measure: 'largestPositionPercent', used: 18.4, limit: 20, after: null, code: 'SPY' },
    { measure: 'openPositions', used: 6, limit: 8, after: null, code: null },
  ]
  const stopped = {
    loss: 1_012.4,
    limit: 1_000,
    reachedAt: '2026-03-04T14:58:00Z',
    until: '2026-03-05T14:30:00Z',
    workingEntries: ['1001', '1002'],
  }
  await page.route('**/find-limit-state/**', (route) =>
    route.fulfill({ json: { uses, stopped, reached: ['dailyLoss'] } }),
  )
  const rails = {
    largestOrder: 10_000,
    largestPosition: null,
    largestPositionPercent: 20,
    dailyLoss: 1_000,
    openHeat: 2_000,
    openHeatPercent: null,
    heatWithoutStop: 25,
    openPositions: 8,
    symbolRule: 'BLOCK',
    symbols: ['AMC', 'GME'],
    priceDistance: 8,
    cancelsEntries: false,
  }
  await page.route('**/find-guard-rails/**', (route) => route.fulfill({ json: rails }))
  await page.reload()
  await page.getByText('The daily loss is reached').first().waitFor()
}

async function openGuardRails(page: Page): Promise<void> {
  await showLimits(page)
  await page.getByRole('button', { name: 'Guard rails' }).click()
  await page.getByRole('meter').first().waitFor()
  await page.getByLabel('Daily loss').first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
}

async function openStoppedTicket(page: Page): Promise<void> {
  await showLimits(page)
  await page.getByRole('button', { name: 'Put order' }).first().click()
  await page.getByText('this account takes no new entries').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
}

async function askForCode(page: Page): Promise<void> {
  await enterPassword(page, people.member)
  await page.getByText('Code received').waitFor()
}

async function askForPassword(page: Page): Promise<void> {
  await page.getByText('Forgot password?').click()
  await page.getByRole('form', { name: 'Forgot password' }).waitFor()
}

async function openByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

async function typeOrderLine(page: Page): Promise<void> {
  await openByKey(page, 'ControlOrMeta+k')
  await page.keyboard.type('buy 100 stop 3% target 2r')
  await page.getByRole('option', { name: /^Review order/ }).waitFor()
}

async function openGalleryGraph(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chart modal' }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

async function openGraph(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Graph of/ })
    .first()
    .click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

async function openTrade(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Worst trade/ }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

async function openDetail(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Participations' }).getByText('Nora Lind').click()
  const detail = page.getByRole('region', { name: 'Detail of Nora Lind' })
  await detail.getByRole('switch').first().waitFor()
  await detail.locator('canvas').first().waitFor()
}

async function openBankFields(page: Page, kind: 'New Bank Account' | 'Exist Bank Account'): Promise<void> {
  await page.getByRole('button', { name: 'New Participation' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Member').fill('lin')
  await page.getByRole('option', { name: 'Lind, Nora' }).click()
  await dialog.getByLabel('Amount').fill('2500')
  await dialog.getByRole('switch', { name: 'Bank details' }).check()
  await dialog.getByText(kind, { exact: true }).click()
}

async function openStatementMail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Statements', exact: true }).click()
  const mail = page.getByRole('dialog').getByRole('region', { name: 'By mail' })
  const mailed = mail.getByRole('button', { name: /as it was mailed$/ })
  await mail.getByText('Nothing was mailed').or(mailed.first()).waitFor()
  if ((await mailed.count()) === 0) await mail.getByRole('button', { name: /^Mail to Ruth/ }).click()
  await mailed.first().waitFor()
}

async function showMyFund(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'My entries' }).locator('tbody tr').first().waitFor()
  await page.getByRole('region', { name: 'Value over time' }).locator('canvas').first().waitFor()
}

const otherMemberIds = ['2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e02', '2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e03'] as const

/** Shows the member's part as `change` has it, and others beside it. */
async function answerParticipations(
  page: Page,
  change: (own: Record<string, unknown>) => readonly Record<string, unknown>[],
): Promise<void> {
  // Asked once, so that no answer is awaited when the page closes.
  let changed: readonly Record<string, unknown>[] | undefined
  await page.route('**/find-my-participations', async (route) => {
    if (changed === undefined) {
      const response = await route.fetch()
      const [own]: Record<string, unknown>[] = await response.json()
      changed = change(own ?? {})
    }
    await route.fulfill({ json: changed })
  })
  await page.reload()
}

async function showSeveralFunds(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [
    own,
    { ...own, memberId: otherMemberIds[0], fund: 'Harbour Investment Club', since: '2026-01-12' },
    { ...own, memberId: otherMemberIds[1], fund: 'Fund of Jon Vale', isNew: true, since: null },
  ])
  await page.getByRole('button', { name: /^Harbour Investment Club/ }).waitFor()
  await showMyFund(page)
}

async function showFundLeft(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [
    { ...own, value: '0.00', amount: '-2769.89', units: '0.00000000', participationPercent: 0, until: own['asOf'] },
  ])
  await page.getByText(/these are your final figures/).waitFor()
  await showMyFund(page)
}

async function showInvitation(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [{ ...own, isNew: true, since: null }])
  await page.getByText(/Ask to pay in below/).waitFor()
}

async function openOwnStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Statement' }).first().click()
  await page.getByRole('dialog').getByText('Closing balance').waitFor()
}

async function openMatching(page: Page): Promise<void> {
  await booksScreen(page).open('Matching')
}

/** On a phone the parts of the books are a list to choose from. */
async function openBooks(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: 'Books' }).click()
  const dialog = page.getByRole('dialog')
  const list = dialog.getByRole('combobox', { name: 'Part of the books' })
  await dialog.getByText('Matching', { exact: true }).or(list).first().waitFor()
  if (await list.isVisible()) {
    await list.click()
    await page.getByRole('option', { name: part }).click()
  } else await dialog.getByText(part, { exact: true }).click()
}

async function openNewDocument(page: Page): Promise<void> {
  await openBooks(page, 'Documents')
  await page.getByRole('button', { name: 'Upload a document' }).click()
  const form = page.getByRole('region', { name: 'Upload a document' })
  await form.getByText('Minutes', { exact: true }).click()
  await form.getByLabel(/^Day of the meeting/).waitFor()
}

async function openExport(page: Page): Promise<void> {
  await openBooks(page, 'Settings')
  await page.getByRole('region', { name: 'Export' }).scrollIntoViewIfNeeded()
}

/** Yearly statements with allocations, which some members have opened and one has not received. */
async function openStatementRecipients(page: Page): Promise<void> {
  const [from, to] = ['2025-01-01', '2025-12-31']
  const run = { from, to, at: '2026-01-05T13:00:00Z', sent: 2, opened: 1, waiting: 0, failed: 1, notes: [] }
  const statements = {
    timing: { frequency: 'YEARLY', monthDay: 5, hour: 8 },
    nextAt: '2027-01-05T13:00:00Z',
    held: null,
    runs: [
      { ...run, notes: ['Jon Vale: the address was refused by their mail server'] },
      { ...run, from: '2024-03-01', to: '2024-12-31', at: '2025-01-05T13:00:00Z', sent: 3, failed: 0 },
    ],
  }
  const mailed = [
    { holder: 'Nora Lind', recipient: 'nora.lind@example.com', openedAt: '2026-01-06T15:00:00Z' },
    { holder: 'Ruth Okafor-Lindqvist', recipient: 'ruth.okafor-lindqvist@harbour-club.example', openedAt: null },
    { holder: 'Jon Vale', recipient: 'jon@example.com', state: 'failed', sentAt: null, openedAt: null },
  ].map((one, index) => ({
    id: otherMemberIds[0].replace(/2$/, String(index)),
    memberId: otherMemberIds[1].replace(/3$/, String(index)),
    from,
    to,
    state: 'sent',
    reason: null,
    requestedAt: run.at,
    sentAt: run.at,
    hasAllocation: true,
    ...one,
  }))
  let books: object | undefined
  await page.route('**/find-books/**', async (route) => {
    books ??= await (await route.fetch()).json()
    await route.fulfill({ json: { ...books, statements } })
  })
  await page.route('**/find-mailed-statements/**', (route) => route.fulfill({ json: mailed }))
  await page.reload()
  await openBooks(page, 'Settings')
  const setting = page.getByRole('region', { name: 'Statements by mail' })
  await setting.getByRole('button', { name: /^Members, 2025-01/ }).click()
  const list = setting.getByRole('table').getByText('Nora Lind')
  await list.scrollIntoViewIfNeeded()
}

/** The demonstration's. */
async function showAnnouncements(page: Page): Promise<void> {
  await page.getByRole('article', { name: /^Annual meeting on/ }).waitFor()
}

async function openNewVote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New vote' }).click()
  const form = page.getByRole('dialog', { name: /^New vote/ })
  await form.getByLabel(/^Question/).fill('Shall the club keep a fifth of its money in cash?')
  await form.getByLabel(/^Details/).fill('The treasurer proposes it until the end of the year.')
  await form.getByLabel(/^Choices/).fill('Yes\nNo\nAbstain')
}

/** The demonstration's: an open one and one that has ended. */
async function showVotes(page: Page): Promise<void> {
  await page.getByRole('article', { name: /^Shall the club hold/ }).waitFor()
}

/** An open vote with a recorded ballot, a secret one, a named one by units, and one that nobody needed any more. */
async function showVoteResults(page: Page): Promise<void> {
  const choices = (...shares: readonly (readonly [string, number, string | null])[]) =>
    shares.map(([label, votes, units], index) => ({
      id: otherMemberIds[0].replace(/2$/, String(index)),
      label,
      votes,
      units,
      percent: (100 * votes) / shares.reduce((sum, [, one]) => sum + one, 0),
      isGreatest: index === 0,
    }))
  const ended = {
    id: otherMemberIds[0],
    question: 'Shall the club keep a fifth of its money in cash?',
    details: 'The treasurer proposes it until the end of the year.',
    choices: choices(['Yes', 9, null], ['No', 5, null], ['Abstain', 2, null]),
    isSecret: true,
    byUnits: false,
    recordDay: '2026-01-30',
    lastDay: '2026-02-13',
    openedAt: '2026-01-30T15:00:00Z',
    state: 'ENDED',
    endedAt: '2026-02-14T05:00:00Z',
    reason: null,
    voters: 20,
    cast: 16,
    castPercent: null,
    isWithheld: false,
    ballots: [],
    roll: [],
  }
  const named = choices(['Nora Lind', 3, '1200.00000000'], ['Jon Vale', 1, '400.00000000'])
  const votes = [
    {
      ...ended,
      id: otherMemberIds[0].replace(/2$/, '8'),
      question: 'Who keeps the minutes?',
      details: '',
      isSecret: false,
      state: 'OPEN',
      lastDay: '2026-03-20',
      endedAt: null,
      voters: 4,
      cast: 2,
      choices: named.map((one) => ({ ...one, votes: null, units: null, percent: null, isGreatest: false })),
      roll: ['Ada Moss', 'Ben Hale', 'Jon Vale', 'Nora Lind'].map((name, index) => ({
        memberId: otherMemberIds[0].replace(/2$/, String(index)),
        name,
        hasUser: index % 2 === 0,
        hasVoted: index < 2,
        recordedBy: index === 1 ? 'Maria Keller' : null,
      })),
    },
    ended,
    {
      ...ended,
      id: otherMemberIds[1],
      question: 'Who checks the accounts of 2026?',
      details: '',
      choices: named,
      isSecret: false,
      byUnits: true,
      cast: 4,
      castPercent: 64.25,
      ballots: ['Ada Moss', 'Ben Hale', 'Nora Lind', 'Jon Vale'].map((name, index) => ({
        name,
        choiceId: named[index === 3 ? 1 : 0]?.id,
        units: '400.00000000',
        recordedBy: index === 1 ? 'Maria Keller' : null,
      })),
    },
    {
      ...ended,
      id: otherMemberIds[0].replace(/2$/, '9'),
      question: 'Shall we meet in April?',
      state: 'CANCELLED',
      reason: 'The hall is booked.',
      details: '',
    },
  ]
  await page.route('**/find-votes/**', (route) => route.fulfill({ json: votes }))
  await page.reload()
  await page.getByText('The hall is booked.').waitFor()
}

async function showFees(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Performance fee' }).waitFor()
}

async function openFeeForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set a|Change the) performance fee$/ }).click()
  const form = page.getByRole('dialog', { name: 'Performance fee' })
  await form.getByLabel(/^Rate of the gain/).fill('20')
  await form.getByLabel(/^Hurdle a year/).fill('5')
  await form.getByRole('button', { name: 'Add a member' }).click()
}

async function openOpportunity(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Show the graph of/ })
    .nth(2)
    .click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

/** The unanswered requests of watched pages. */
const unanswered = new WeakMap<Page, Set<Request>>()

/** Watches a page from now on, so that `settle` knows when its last request is answered. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => {
    // What the page before still waited for is given up.
    if (request.isNavigationRequest()) open.clear()
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Resolves once no request is in progress and the answers are painted: they may have led to another request. */
async function awaitAnswers(page: Page): Promise<void> {
  const open = unanswered.get(page)
  if (open === undefined) return page.waitForLoadState('networkidle')
  let isQuiet = false
  while (!isQuiet) {
    const isAnswered = open.size === 0
    await page.evaluate(paintThreeFrames)
    isQuiet = isAnswered && open.size === 0
  }
}

const paintThreeFrames = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
})`

/** Chooses how many charts are in view; the choice is the user's, so a shot before may have left another one. */
async function showCharts(page: Page, arrangement: string): Promise<void> {
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: /^Layout/ }).click()
  await page.getByRole('menuitemradio', { name: arrangement }).click()
  await page.keyboard.press('Escape')
  await page.locator('canvas').first().waitFor()
}

/** The chart of the first position, with the labels of its lines. */
async function openHeldChart(page: Page): Promise<void> {
  const code = page
    .getByRole('table', { name: 'Operations' })
    .getByRole('button', { name: /^Graph of/ })
    .first()
  await page.goto(new URL(`/chart/${(await code.innerText()).trim()}/_D`, page.url()).href)
  await showCharts(page, 'One chart')
  await page.locator('.cf-handle').first().waitFor()
}

/** No request is in progress, no table or chart is loading, the fonts are loaded. */
export async function settle(page: Page, isAlwaysBusy = false): Promise<void> {
  await awaitAnswers(page)
  if (!isAlwaysBusy)
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Close half of the first position: a menu on desktops, a sheet on phones. */
async function openPositionAction(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Act on/ })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: 'Close half' })
    .or(page.getByRole('button', { name: 'Close half' }))
    .click()
  await page.getByRole('list', { name: 'Orders that will be sent' }).waitFor()
}
