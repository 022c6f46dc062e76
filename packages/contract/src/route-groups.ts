// The groups of the route table, each loaded with the first of its calls, so that a page loads the calls it makes and
// not the whole table. The type checks that no group is missing, a test that none differs.
import type { Routes } from './routes.ts'

export const routeGroups = {
  security: async () => (await import('./security.ts')).securityRoutes,
  apiToken: async () => (await import('./api-token.ts')).apiTokenRoutes,
  webhook: async () => (await import('./webhook.ts')).webhookRoutes,
  signInMethod: async () => (await import('./sign-in-method.ts')).signInMethodRoutes,
  oidcSignIn: async () => (await import('./oidc-sign-in.ts')).oidcSignInRoutes,
  request: async () => (await import('./request.ts')).requestRoutes,
  profile: async () => (await import('./profile.ts')).profileRoutes,
  user: async () => (await import('./user.ts')).userRoutes,
  userAdmin: async () => (await import('./user-admin.ts')).userAdminRoutes,
  group: async () => (await import('./group.ts')).groupRoutes,
  permission: async () => (await import('./group.ts')).permissionRoutes,
  market: async () => (await import('./market.ts')).marketRoutes,
  stock: async () => {
    const [{ stockRoutes }, { labelRoutes }] = await Promise.all([
      import('./stock.ts'),
      import('./instrument-label.ts'),
    ])
    return { ...stockRoutes, ...labelRoutes }
  },
  account: async () => (await import('./account.ts')).accountRoutes,
  fileAccount: async () => (await import('./file-account.ts')).fileAccountRoutes,
  order: async () => (await import('./order.ts')).orderRoutes,
  positionAction: async () => (await import('./position-action.ts')).positionActionRoutes,
  currency: async () => (await import('./currency.ts')).currencyRoutes,
  wallet: async () => (await import('./wallet.ts')).walletRoutes,
  transaction: async () => (await import('./transaction.ts')).transactionRoutes,
  option: async () => (await import('./option.ts')).optionRoutes,
  operation: async () => (await import('./operation.ts')).operationRoutes,
  risk: async () => (await import('./risk.ts')).riskRoutes,
  target: async () => (await import('./target.ts')).targetRoutes,
  journal: async () => (await import('./journal.ts')).journalRoutes,
  task: async () => (await import('./task.ts')).taskRoutes,
  notification: async () => (await import('./notification.ts')).notificationRoutes,
  notificationChoice: async () => (await import('./notification-choice.ts')).notificationChoiceRoutes,
  webPush: async () => (await import('./web-push.ts')).webPushRoutes,
  alert: async () => (await import('./alert.ts')).alertRoutes,
  push: async () => (await import('./push.ts')).pushRoutes,
  alertRule: async () => (await import('./alert-rule.ts')).alertRuleRoutes,
  quote: async () => (await import('./quote.ts')).quoteRoutes,
  opportunity: async () => (await import('./opportunity.ts')).opportunityRoutes,
  calculator: async () => (await import('./calculator.ts')).calculatorRoutes,
  watchlist: async () => (await import('./watchlist.ts')).watchlistRoutes,
  screener: async () => (await import('./screener.ts')).screenerRoutes,
  report: async () => {
    const [{ reportRoutes }, { savedFilterRoutes }] = await Promise.all([
      import('./report.ts'),
      import('./report-filter.ts'),
    ])
    return { ...reportRoutes, ...savedFilterRoutes }
  },
  ownReport: async () => (await import('./own-report.ts')).ownReportRoutes,
  reportDelivery: async () => (await import('./report-delivery.ts')).reportDeliveryRoutes,
  member: async () => {
    const [{ memberRoutes }, { memberInvitationRoutes }] = await Promise.all([
      import('./fund/member.ts'),
      import('./fund/member-invitation.ts'),
    ])
    return { ...memberRoutes, ...memberInvitationRoutes }
  },
  fund: async () => {
    const [fund, books, fees, office, requests, history, statements, roles, approvals] = await Promise.all([
      import('./fund/fund.ts'),
      import('./fund/fund-books.ts'),
      import('./fund/fund-fees.ts'),
      import('./fund/fund-office.ts'),
      import('./fund/fund-request.ts'),
      import('./fund/fund-history.ts'),
      import('./fund/fund-statement.ts'),
      import('./fund/fund-role.ts'),
      import('./fund/fund-approval.ts'),
    ])
    const [home, returns, announcements, votes, years, archive, attribution, income] = await Promise.all([
      import('./fund/fund-home.ts'),
      import('./fund/fund-returns.ts'),
      import('./fund/fund-announcement.ts'),
      import('./fund/fund-vote.ts'),
      import('./fund/fund-year.ts'),
      import('./fund/fund-archive.ts'),
      import('./fund/fund-attribution.ts'),
      import('./fund/fund-income.ts'),
    ])
    return {
      ...fund.fundRoutes,
      ...books.fundBookRoutes,
      ...fees.fundFeeRoutes,
      ...office.fundOfficeRoutes,
      ...requests.fundRequestRoutes,
      ...history.historyRoutes,
      ...statements.statementRoutes,
      ...roles.fundRoleRoutes,
      ...approvals.approvalRoutes,
      ...home.fundHomeRoutes,
      ...returns.fundReturnRoutes,
      ...announcements.fundAnnouncementRoutes,
      ...votes.fundVoteRoutes,
      ...years.fundYearRoutes,
      ...archive.archiveRoutes,
      ...attribution.attributionRoutes,
      ...income.incomeRoutes,
    }
  },
  club: async () => (await import('./fund/fund-club.ts')).clubRoutes,
  document: async () => (await import('./fund/fund-document.ts')).documentRoutes,
} as const satisfies { readonly [G in keyof Routes]: () => Promise<Routes[G]> }
