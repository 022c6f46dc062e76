// Every screen of the product: path, title, place in the menu, access rule, and its code where it exists. A screen
// without `load` has not been built: it has no menu item, and its path shows page-not-found.
// Source: docs/rules/accounts.md, "Routes"; docs/rules/access.md, "Permission keys".
import { access, type AccessRule, allows, featureAccess, type PermissionKey, permissionKeys } from '@clubfolio/contract'
import {
  IconArrowsExchange,
  IconBell,
  IconBinaryTree,
  IconBriefcase,
  IconBuildingBank,
  IconCalculator,
  IconCalendarStats,
  IconChartBar,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconChartTreemap,
  IconChartPie2,
  IconCoins,
  IconDatabaseImport,
  IconDoorEnter,
  IconEye,
  IconFileAnalytics,
  IconFileImport,
  IconFileText,
  IconFilter,
  IconGauge,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconNotebook,
  IconPigMoney,
  IconReceipt,
  IconScale,
  IconTargetArrow,
  IconTools,
  IconUserCircle,
  IconUserCog,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { noMember, type Standing } from '../kernel/member-standing.ts'

export const menuGroups = ['Overview', 'Trading', 'Research', 'Fund', 'Reports', 'Administration'] as const
export type MenuGroup = (typeof menuGroups)[number]

export interface Screen {
  /** The word of the specification's route; also the key of its count in the menu. */
  readonly name: string
  /** Paths in router form, the menu's path first. */
  readonly paths: readonly [`/${string}`, ...`/${string}`[]]
  readonly title: string
  readonly icon: Icon
  /** Absent: no menu item. */
  readonly group?: MenuGroup
  /** Who is offered the screen: those who may make its calls; without a rule, every signed-in user. */
  readonly access?: AccessRule
  /**
   * Whose screen it is, where it has nothing for others: one of managers is not offered to a user who is a member of
   * somebody's fund and manages nothing, one of members only to members.
   */
  readonly audience?: 'managers' | 'members'
  /** Loads the screen's code on first use. */
  readonly load?: () => Promise<ComponentType>
}

export const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    paths: ['/dashboard'],
    title: 'Dashboard',
    icon: IconLayoutDashboard,
    group: 'Overview',
    access: access.key('VD'),
    load: () => import('../features/dashboard/dashboard-screen.tsx').then((module) => module.DashboardScreen),
  },
  {
    name: 'watchlist',
    paths: ['/watchlist'],
    title: 'Watchlist',
    icon: IconEye,
    group: 'Overview',
    access: featureAccess.watchlist,
    load: () => import('../features/watchlist/watchlist-screen.tsx').then((module) => module.WatchlistScreen),
  },
  {
    name: 'alert',
    paths: ['/alert'],
    title: 'Alerts',
    icon: IconBell,
    group: 'Overview',
    access: featureAccess.alert,
    load: () => import('../features/alert/alert-screen.tsx').then((module) => module.AlertScreen),
  },
  {
    name: 'notification',
    paths: ['/notification'],
    title: 'Notifications',
    icon: IconInbox,
    group: 'Overview',
    access: featureAccess.notification,
    load: () => import('../features/notification/notification-screen.tsx').then((module) => module.NotificationScreen),
  },
  {
    name: 'task',
    paths: ['/task'],
    title: 'Tasks',
    icon: IconListCheck,
    group: 'Overview',
    access: featureAccess.task,
    load: () => import('../features/task/task-screen.tsx').then((module) => module.TaskScreen),
  },
  {
    name: 'chart',
    paths: ['/chart', '/chart/$symbol', '/chart/$symbol/$timing'],
    title: 'Chart',
    icon: IconChartLine,
    group: 'Trading',
    access: access.key('VCH'),
    load: () => import('../features/chart/chart-screen.tsx').then((module) => module.ChartScreen),
  },
  {
    name: 'wallet',
    paths: ['/wallet'],
    title: 'Wallet',
    icon: IconWallet,
    group: 'Trading',
    audience: 'managers',
    access: access.key('VMWt'),
    load: () => import('../features/wallet/wallet-screen.tsx').then((module) => module.WalletScreen),
  },
  {
    name: 'account',
    paths: ['/account'],
    title: 'Accounts',
    icon: IconBuildingBank,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/account/account-screen.tsx').then((module) => module.AccountScreen),
  },
  {
    name: 'account-activate',
    paths: ['/account/activate'],
    title: 'Activate Accounts',
    icon: IconBuildingBank,
    load: () => import('../features/account/activate-screen.tsx').then((module) => module.ActivateScreen),
  },
  {
    name: 'account-statement-files',
    paths: ['/account/statement-files'],
    title: 'Statement Files',
    icon: IconFileImport,
    access: featureAccess.accountLink,
    load: () =>
      import('../features/file-account/statement-files-screen.tsx').then((module) => module.StatementFilesScreen),
  },
  {
    name: 'order',
    paths: ['/order'],
    title: 'Orders',
    icon: IconArrowsExchange,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/order/order-screen.tsx').then((module) => module.OrderScreen),
  },
  {
    name: 'operation',
    paths: ['/operation'],
    title: 'Operations',
    icon: IconBriefcase,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/operation/operation-screen.tsx').then((module) => module.OperationScreen),
  },
  {
    name: 'risk',
    paths: ['/risk'],
    title: 'Risk',
    icon: IconGauge,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/risk/risk-screen.tsx').then((module) => module.RiskScreen),
  },
  {
    name: 'transaction',
    paths: ['/transaction'],
    title: 'Transactions',
    icon: IconReceipt,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/transaction/transaction-screen.tsx').then((module) => module.TransactionScreen),
  },
  {
    name: 'journal',
    paths: ['/journal'],
    title: 'Journal',
    icon: IconNotebook,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/journal/journal-screen.tsx').then((module) => module.JournalScreen),
  },
  {
    name: 'option-management',
    paths: ['/option-management'],
    title: 'Option Management',
    icon: IconBinaryTree,
    group: 'Trading',
    audience: 'managers',
    load: () => import('../features/option/option-screen.tsx').then((module) => module.OptionScreen),
  },
  {
    name: 'screener',
    paths: ['/screener'],
    title: 'Screener',
    icon: IconFilter,
    group: 'Research',
    access: featureAccess.screener,
    load: () => import('../features/screener/screener-screen.tsx').then((module) => module.ScreenerScreen),
  },
  {
    name: 'heat-map',
    paths: ['/heat-map'],
    title: 'Heat Map',
    icon: IconChartTreemap,
    group: 'Research',
    load: () => import('../features/heat-map/heat-map-screen.tsx').then((module) => module.HeatMapScreen),
  },
  {
    name: 'opportunity-seeker',
    paths: ['/opportunity-seeker'],
    title: 'Opportunity Seeker',
    icon: IconTargetArrow,
    group: 'Research',
    access: featureAccess.opportunity,
    load: () => import('../features/opportunity/opportunity-screen.tsx').then((module) => module.OpportunityScreen),
  },
  {
    name: 'instrument-comparator',
    paths: ['/instrument-comparator'],
    title: 'Comparator',
    icon: IconScale,
    group: 'Research',
    load: () => import('../features/comparator/comparator-screen.tsx').then((module) => module.ComparatorScreen),
  },
  {
    name: 'stock-calculator-advance',
    paths: ['/stock-calculator-advance'],
    title: 'Calculator',
    icon: IconCalculator,
    group: 'Research',
    access: featureAccess.calculator,
    load: () => import('../features/calculator/advance-screen.tsx').then((module) => module.AdvanceScreen),
  },
  {
    name: 'tools',
    paths: ['/tools'],
    title: 'Tools',
    icon: IconTools,
    group: 'Research',
    access: access.key('VTs'),
    load: () => import('../features/calculator/tools-screen.tsx').then((module) => module.ToolsScreen),
  },
  {
    name: 'member',
    paths: ['/member'],
    title: 'Members',
    icon: IconUsers,
    group: 'Fund',
    audience: 'managers',
    load: async () => (await import('../features/fund/member-screen.tsx')).MemberScreen,
  },
  {
    name: 'account-mapping',
    paths: ['/account-mapping'],
    title: 'Account Mapping',
    icon: IconChartPie2,
    group: 'Fund',
    audience: 'managers',
    load: async () => (await import('../features/fund/account-mapping-screen.tsx')).AccountMappingScreen,
  },
  {
    name: 'my-funds',
    paths: ['/my-funds'],
    title: 'My funds',
    icon: IconPigMoney,
    group: 'Fund',
    audience: 'members',
    load: async () => (await import('../features/fund/home/my-funds-screen.tsx')).MyFundsScreen,
  },
  {
    name: 'performance',
    paths: ['/performance'],
    title: 'Performance',
    icon: IconChartBar,
    group: 'Fund',
    load: async () => (await import('../features/fund/attribution/performance-screen.tsx')).PerformanceScreen,
  },
  {
    name: 'income',
    paths: ['/income'],
    title: 'Income',
    icon: IconCoins,
    group: 'Fund',
    load: async () => (await import('../features/fund/income/income-screen.tsx')).IncomeScreen,
  },
  {
    name: 'fund-year',
    paths: ['/fund-year'],
    title: 'Year',
    icon: IconCalendarStats,
    group: 'Fund',
    load: async () => (await import('../features/fund/year/year-screen.tsx')).YearScreen,
  },
  {
    name: 'returns',
    paths: ['/returns'],
    title: 'Returns and Risk',
    icon: IconChartHistogram,
    group: 'Fund',
    load: async () => (await import('../features/fund/returns/returns-screen.tsx')).ReturnsScreen,
  },
  {
    name: 'allocation',
    paths: ['/allocation'],
    title: 'Allocation',
    icon: IconChartDonut,
    group: 'Fund',
    audience: 'managers',
    load: async () => (await import('../features/target/allocation-screen.tsx')).AllocationScreen,
  },
  {
    name: 'fund-invitation',
    paths: ['/fund-invitation'],
    title: 'Fund invitation',
    icon: IconUserPlus,
    load: async () => (await import('../features/fund/office/fund-invitation-screen.tsx')).FundInvitationScreen,
  },
  {
    name: 'member-invitation',
    paths: ['/member-invitation'],
    title: 'Member invitation',
    icon: IconUserPlus,
    load: async () => (await import('../features/fund/member/member-invitation-screen.tsx')).MemberInvitationScreen,
  },
  {
    name: 'static-report',
    paths: ['/static-report'],
    title: 'Static Report',
    icon: IconFileText,
    group: 'Reports',
    access: featureAccess.report,
    load: () => import('../features/report/static-report-screen.tsx').then((module) => module.StaticReportScreen),
  },
  {
    name: 'dynamic-report',
    paths: ['/dynamic-report'],
    title: 'Dynamic Report',
    icon: IconFileAnalytics,
    group: 'Reports',
    access: featureAccess.report,
    load: () => import('../features/own-report/dynamic-report-screen.tsx').then((module) => module.DynamicReportScreen),
  },
  {
    name: 'welcome',
    paths: ['/welcome'],
    title: 'Welcome',
    icon: IconDoorEnter,
    load: () => import('../features/welcome/welcome-screen.tsx').then((module) => module.WelcomeScreen),
  },
  {
    name: 'profile',
    paths: ['/profile'],
    title: 'User Profile',
    icon: IconUserCircle,
    load: () => import('../features/profile/profile-screen.tsx').then((module) => module.ProfileScreen),
  },
  {
    name: 'user',
    paths: ['/user'],
    title: 'Users',
    icon: IconUserCog,
    group: 'Administration',
    access: featureAccess.user,
    load: () => import('../features/user-admin/user-screen.tsx').then((module) => module.UserScreen),
  },
  {
    name: 'market',
    paths: ['/market'],
    title: 'Market Data',
    icon: IconDatabaseImport,
    group: 'Administration',
    access: featureAccess.market,
    load: () => import('../features/market/market-screen.tsx').then((module) => module.MarketScreen),
  },
  {
    name: 'group',
    paths: ['/group'],
    title: 'Groups',
    icon: IconUsersGroup,
    group: 'Administration',
    access: featureAccess.group,
    load: () => import('../features/group/group-screen.tsx').then((module) => module.GroupScreen),
  },
]

/** Returns whether this user is offered the screen. */
export const isAllowed = (screen: Screen, can: (key: PermissionKey) => boolean): boolean =>
  allows(screen.access ?? access.session, can)

/**
 * Returns whether the screen has nothing for this user, because it is about what managers have. Accounts has something
 * for somebody who may link one.
 */
export const isForOthers = (
  { audience, name }: Screen,
  { isMemberOnly }: Standing,
  can: (key: PermissionKey) => boolean,
): boolean => audience === 'managers' && isMemberOnly && !(name === 'account' && allows(featureAccess.accountLink, can))

export interface OfferOptions {
  readonly standing?: Standing
  readonly table?: readonly Screen[]
}

/** Returns the screens in this user's menu and palette, in menu order. */
export function offeredScreens(
  can: (key: PermissionKey) => boolean,
  { standing = noMember, table = screens }: OfferOptions = {},
): readonly Screen[] {
  return table.filter(
    (screen) =>
      screen.load &&
      screen.group &&
      isAllowed(screen, can) &&
      !isForOthers(screen, standing, can) &&
      (screen.audience !== 'members' || standing.isMember),
  )
}

/**
 * Returns the target of the brand link and of a completed sign-in: the dashboard, else for a member who manages nothing
 * their funds, else the first screen available to this user; for a user without any permission the page that explains
 * it.
 */
export function homePath(can: (key: PermissionKey) => boolean, options: OfferOptions = {}): string {
  const offered = offeredScreens(can, options)
  const named = (name: string) => offered.find((screen) => screen.name === name)
  const own = options.standing?.isMemberOnly ? named('my-funds') : undefined
  if (!permissionKeys.some(can)) return own?.paths[0] ?? '/welcome'
  return (named('dashboard') ?? own ?? offered[0])?.paths[0] ?? '/page-not-found'
}
