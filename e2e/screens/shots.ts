// Every screen of the product and every state of one worth showing, by who sees it: its address, and how to get there.
// `screenshots.ts` takes pictures of these, `check-screens.ts` runs axe over them, and `bench/every-screen.ts` runs
// Lighthouse over their addresses.
import type { Page } from '@playwright/test'
import { openBrokerageChoice, openImportFund, openKeyPair } from './prepare-accounts.ts'
import { openLabel } from './prepare-label.ts'
import { openNewAlert } from './prepare-alert.ts'
import { openGalleryGraph, openGraph, openHeldChart, openOpportunity, openTrade, showCharts } from './prepare-chart.ts'
import { openNewVote, showAnnouncements, showVoteResults, showVotes } from './prepare-club.ts'
import {
  openBankFields,
  openBooks,
  openDetail,
  openExport,
  openFeeForm,
  openFundMove,
  openFundMoveQuestion,
  openLineDerivation,
  openMatching,
  openNewDocument,
  openStatementMail,
  openStatementRecipients,
  openTotalDerivation,
  showFees,
} from './prepare-fund.ts'
import { showExpectedIncome } from './prepare-income.ts'
import {
  openOwnEarnings,
  openOwnStatement,
  showFundLeft,
  showInvitation,
  showMyFund,
  showSeveralFunds,
} from './prepare-member.ts'
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
import { askForMethod, askToConfirm, showAuthenticator, showLinkedSignIns } from './prepare-factor.ts'
import { loseLine, showDevices } from './prepare-notification.ts'
import { askForCode, askForPassword, showAdministratorInvitation, showUserInvitation } from './prepare-sign-in.ts'
import { openNewWebhook, openWebhookLog, showWebhooks } from './prepare-webhook.ts'
import { makeToken, openNewToken, showTokens } from './prepare-token.ts'
import { editTargets, showAllocation, showProposal } from './prepare-target.ts'
import { openFileAccount, openStatement } from './statement-files-screen.ts'
import type { Shot } from './shot.ts'

export const managerShots: readonly Shot[] = [
  { name: 'dashboard', path: '/dashboard', prepare: (page) => page.locator('canvas').first().waitFor() },
  {
    name: 'first-steps',
    path: '/dashboard',
    prepare: (page) => page.getByRole('button', { name: /^First steps/ }).click(),
  },
  { name: 'chart', path: '/chart/SPY/_D', prepare: (page) => showCharts(page, 'One chart') },
  { name: 'chart-label', path: '/chart/SPY/_D', prepare: openLabel },
  { name: 'chart-trades', path: '/operation', prepare: openHeldChart },
  { name: 'chart-layout', path: '/chart/SPY/_D', prepare: (page) => showCharts(page, 'Four charts') },
  { name: 'wallet', path: '/wallet' },
  { name: 'offline', path: '/wallet', prepare: loseLine },
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
  { name: 'performance', path: '/performance?benchmark=SPY', height: [1_100, 1_900] },
  { name: 'performance-bars', path: '/performance?picture=bars', height: [1_100, 1_900] },
  { name: 'performance-label', path: '/performance', height: [1_100, 1_900], prepare: openLabel },
  { name: 'performance-derivation', path: '/performance', prepare: openLineDerivation },
  { name: 'performance-total', path: '/performance?closed=joined', prepare: openTotalDerivation },
  { name: 'income', path: '/income', height: [1_650, 2_600] },
  { name: 'income-expected', path: '/income', height: [1_700, 2_900], prepare: showExpectedIncome },
  { name: 'fund-year', path: '/fund-year', height: [1_300, 2_000] },
  { name: 'returns', path: '/returns', height: [1_200, 1_900] },
  { name: 'allocation', path: '/allocation', height: [900, 1_200], prepare: showAllocation },
  { name: 'allocation-edit', path: '/allocation', height: [1_200, 2_400], prepare: editTargets },
  { name: 'allocation-proposal', path: '/allocation', height: [1_200, 2_000], prepare: showProposal },
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
  { name: 'api-tokens', path: '/profile', height: [1_500, 2_600], prepare: showTokens },
  { name: 'confirm-factor', path: '/profile', prepare: askToConfirm },
  { name: 'add-required-method', path: '/profile', prepare: askForMethod },
  { name: 'linked-sign-ins', path: '/profile', height: [1_500, 2_600], prepare: showLinkedSignIns },
  { name: 'new-authenticator', path: '/profile', prepare: showAuthenticator },
  { name: 'new-api-token', path: '/profile', prepare: openNewToken },
  { name: 'made-api-token', path: '/profile', prepare: makeToken },
  { name: 'webhooks', path: '/profile', height: [1_800, 2_900], prepare: showWebhooks },
  { name: 'new-webhook', path: '/profile', prepare: openNewWebhook },
  { name: 'webhook-log', path: '/profile', prepare: openWebhookLog },
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
    height: [1_250, 1_750],
    prepare: showDevices,
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
  { name: 'my-statement-earned', path: '/my-funds', height: [1_700, 1_700], prepare: openOwnEarnings },
  { name: 'my-year', path: '/fund-year' },
  { name: 'my-returns', path: '/returns' },
  { name: 'my-performance', path: '/performance' },
  { name: 'my-performance-total', path: '/performance', prepare: openTotalDerivation },
  { name: 'my-income', path: '/income', height: [1_650, 2_600] },
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
  { name: 'invitation-user', path: '/auth', isShellAbsent: true, prepare: showUserInvitation },
  { name: 'invitation-administrator', path: '/auth', isShellAbsent: true, prepare: showAdministratorInvitation },
  { name: 'register', path: '/register', isShellAbsent: true },
  {
    name: 'register-form',
    path: '/auth?form=register',
    isShellAbsent: true,
    prepare: (page) => page.getByText('Verified', { exact: true }).waitFor(),
  },
]
