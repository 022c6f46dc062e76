// THE route table. Server handlers, the browser's client, openapi.json, the access matrix and the comparison with the
// specification's calls are all derived from it.
import { accountRoutes } from './account.ts'
import { apiTokenRoutes } from './api-token.ts'
import { alertRoutes } from './alert.ts'
import { alertRuleRoutes } from './alert-rule.ts'
import { calculatorRoutes } from './calculator.ts'
import { currencyRoutes } from './currency.ts'
import { fileAccountRoutes } from './file-account.ts'
import { fundAnnouncementRoutes } from './fund/fund-announcement.ts'
import { fundRoutes } from './fund/fund.ts'
import { clubRoutes } from './fund/fund-club.ts'
import { documentRoutes } from './fund/fund-document.ts'
import { fundBookRoutes } from './fund/fund-books.ts'
import { historyRoutes } from './fund/fund-history.ts'
import { fundHomeRoutes } from './fund/fund-home.ts'
import { fundReturnRoutes } from './fund/fund-returns.ts'
import { fundRequestRoutes } from './fund/fund-request.ts'
import { fundVoteRoutes } from './fund/fund-vote.ts'
import { fundOfficeRoutes } from './fund/fund-office.ts'
import { approvalRoutes } from './fund/fund-approval.ts'
import { fundRoleRoutes } from './fund/fund-role.ts'
import { fundFeeRoutes } from './fund/fund-fees.ts'
import { archiveRoutes } from './fund/fund-archive.ts'
import { statementRoutes } from './fund/fund-statement.ts'
import { fundYearRoutes } from './fund/fund-year.ts'
import { attributionRoutes } from './fund/fund-attribution.ts'
import { incomeRoutes } from './fund/fund-income.ts'
import { groupRoutes, permissionRoutes } from './group.ts'
import { journalRoutes } from './journal.ts'
import { marketRoutes } from './market.ts'
import { memberRoutes } from './fund/member.ts'
import { memberInvitationRoutes } from './fund/member-invitation.ts'
import { notificationRoutes } from './notification.ts'
import { notificationChoiceRoutes } from './notification-choice.ts'
import { webPushRoutes } from './web-push.ts'
import { opportunityRoutes } from './opportunity.ts'
import { operationRoutes } from './operation.ts'
import { optionRoutes } from './option.ts'
import { orderRoutes } from './order.ts'
import { positionActionRoutes } from './position-action.ts'
import { profileRoutes } from './profile.ts'
import { pushRoutes } from './push.ts'
import { quoteRoutes } from './quote.ts'
import { ownReportRoutes } from './own-report.ts'
import { reportDeliveryRoutes } from './report-delivery.ts'
import { reportRoutes } from './report.ts'
import { savedFilterRoutes } from './report-filter.ts'
import { requestRoutes } from './request.ts'
import type { RefusalName } from './refusals.ts'
import { riskRoutes } from './risk.ts'
import type { Route, RouteBody, RouteParams } from './route.ts'
import { screenerRoutes } from './screener.ts'
import { securityRoutes } from './security.ts'
import { oidcSignInRoutes } from './oidc-sign-in.ts'
import { signInMethodRoutes } from './sign-in-method.ts'
import { labelRoutes } from './instrument-label.ts'
import { stockRoutes } from './stock.ts'
import { targetRoutes } from './target.ts'
import { taskRoutes } from './task.ts'
import { transactionRoutes } from './transaction.ts'
import { userAdminRoutes } from './user-admin.ts'
import { userRoutes } from './user.ts'
import { walletRoutes } from './wallet.ts'
import { webhookRoutes } from './webhook.ts'
import { watchlistRoutes } from './watchlist.ts'

export const routes = {
  security: securityRoutes,
  apiToken: apiTokenRoutes,
  webhook: webhookRoutes,
  signInMethod: signInMethodRoutes,
  oidcSignIn: oidcSignInRoutes,
  request: requestRoutes,
  profile: profileRoutes,
  user: userRoutes,
  userAdmin: userAdminRoutes,
  group: groupRoutes,
  permission: permissionRoutes,
  market: marketRoutes,
  stock: { ...stockRoutes, ...labelRoutes },
  account: accountRoutes,
  fileAccount: fileAccountRoutes,
  order: orderRoutes,
  positionAction: positionActionRoutes,
  currency: currencyRoutes,
  wallet: walletRoutes,
  transaction: transactionRoutes,
  option: optionRoutes,
  operation: operationRoutes,
  risk: riskRoutes,
  target: targetRoutes,
  journal: journalRoutes,
  task: taskRoutes,
  notification: notificationRoutes,
  notificationChoice: notificationChoiceRoutes,
  webPush: webPushRoutes,
  alert: alertRoutes,
  push: pushRoutes,
  alertRule: alertRuleRoutes,
  quote: quoteRoutes,
  opportunity: opportunityRoutes,
  calculator: calculatorRoutes,
  watchlist: watchlistRoutes,
  screener: screenerRoutes,
  report: { ...reportRoutes, ...savedFilterRoutes },
  ownReport: ownReportRoutes,
  reportDelivery: reportDeliveryRoutes,
  member: { ...memberRoutes, ...memberInvitationRoutes },
  fund: {
    ...fundRoutes,
    ...fundBookRoutes,
    ...fundFeeRoutes,
    ...fundOfficeRoutes,
    ...fundRequestRoutes,
    ...fundHomeRoutes,
    ...fundReturnRoutes,
    ...fundAnnouncementRoutes,
    ...fundVoteRoutes,
    ...historyRoutes,
    ...statementRoutes,
    ...archiveRoutes,
    ...fundRoleRoutes,
    ...approvalRoutes,
    ...fundYearRoutes,
    ...attributionRoutes,
    ...incomeRoutes,
  },
  club: clubRoutes,
  document: documentRoutes,
} as const satisfies Record<string, Record<string, Route<RefusalName>>>

export type Routes = typeof routes
export type RouteGroup = keyof Routes

/**
 * The body of a call as its handler receives it and the browser passes it: `BodyOf<'member', 'create'>`. Use cases and
 * forms take their types from here, so that a new field of a call reaches them.
 */
export type BodyOf<G extends RouteGroup, N extends keyof Routes[G]> = Routes[G][N] extends Route
  ? Readonly<RouteBody<Routes[G][N]>>
  : never

/** The parts of a call's path, likewise: `ParamsOf<'task', 'find'>`. */
export type ParamsOf<G extends RouteGroup, N extends keyof Routes[G]> = Routes[G][N] extends Route
  ? Readonly<RouteParams<Routes[G][N]>>
  : never

/** The same with every optional field given, for a form that asks for all of them. */
export type WholeBody<G extends RouteGroup, N extends keyof Routes[G]> = {
  readonly [F in keyof BodyOf<G, N>]-?: Exclude<BodyOf<G, N>[F], undefined>
}

/** The same with every field named, for a body that is put together field by field; undefined leaves one out. */
export type NamedBody<G extends RouteGroup, N extends keyof Routes[G]> = {
  readonly [F in keyof Required<BodyOf<G, N>>]: BodyOf<G, N>[F]
}

export interface NamedRoute {
  readonly group: string
  readonly name: string
  readonly route: Route<RefusalName>
}

/** The table as a list: `[{ group: 'security', name: 'login', route }, ...]`. */
export const routeList: readonly NamedRoute[] = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Route<RefusalName>>).map(([name, route]) => ({ group, name, route })),
)
