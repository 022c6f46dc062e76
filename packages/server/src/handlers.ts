// All handlers, one group per feature. The compiler reports a missing group or handler.
import type { Handlers } from './kernel/handler.ts'
import { accountHandlers } from './routes/account.ts'
import { alertHandlers } from './routes/alert.ts'
import { alertRuleHandlers } from './routes/alert-rule.ts'
import { apiTokenHandlers } from './routes/api-token.ts'
import { webhookHandlers } from './routes/webhook.ts'
import { calculatorHandlers } from './routes/calculator.ts'
import { clubHandlers } from './routes/club.ts'
import { currencyHandlers } from './routes/currency.ts'
import { documentHandlers } from './routes/document.ts'
import { fileAccountHandlers } from './routes/file-account.ts'
import { memberHandlers } from './routes/member.ts'
import { fundHandlers } from './routes/fund.ts'
import { groupHandlers, permissionHandlers } from './routes/group.ts'
import { journalHandlers } from './routes/journal.ts'
import { marketHandlers } from './routes/market.ts'
import { webPushHandlers } from './routes/web-push.ts'
import { notificationChoiceHandlers, notificationHandlers } from './routes/notification.ts'
import { opportunityHandlers } from './routes/opportunity.ts'
import { operationHandlers } from './routes/operation.ts'
import { optionHandlers } from './routes/option.ts'
import { orderHandlers } from './routes/order.ts'
import { positionActionHandlers } from './routes/position-action.ts'
import { profileHandlers } from './routes/profile.ts'
import { pushHandlers } from './routes/push.ts'
import { quoteHandlers } from './routes/quote.ts'
import { ownReportHandlers } from './routes/own-report.ts'
import { reportDeliveryHandlers } from './routes/report-delivery.ts'
import { reportHandlers } from './routes/report.ts'
import { requestHandlers } from './routes/request.ts'
import { riskHandlers } from './routes/risk.ts'
import { screenerHandlers } from './routes/screener.ts'
import { securityHandlers } from './routes/security.ts'
import { oidcSignInHandlers } from './routes/oidc-sign-in.ts'
import { signInMethodHandlers } from './routes/sign-in-method.ts'
import { stockHandlers } from './routes/stock.ts'
import { targetHandlers } from './routes/target.ts'
import { taskHandlers } from './routes/task.ts'
import { transactionHandlers } from './routes/transaction.ts'
import { userAdminHandlers } from './routes/user-admin.ts'
import { userHandlers } from './routes/user.ts'
import { walletHandlers } from './routes/wallet.ts'
import { watchlistHandlers } from './routes/watchlist.ts'

export const handlers: Handlers = {
  security: securityHandlers,
  apiToken: apiTokenHandlers,
  webhook: webhookHandlers,
  signInMethod: signInMethodHandlers,
  oidcSignIn: oidcSignInHandlers,
  request: requestHandlers,
  profile: profileHandlers,
  user: userHandlers,
  userAdmin: userAdminHandlers,
  group: groupHandlers,
  permission: permissionHandlers,
  market: marketHandlers,
  stock: stockHandlers,
  account: accountHandlers,
  fileAccount: fileAccountHandlers,
  order: orderHandlers,
  positionAction: positionActionHandlers,
  target: targetHandlers,
  currency: currencyHandlers,
  wallet: walletHandlers,
  transaction: transactionHandlers,
  option: optionHandlers,
  operation: operationHandlers,
  risk: riskHandlers,
  journal: journalHandlers,
  task: taskHandlers,
  notification: notificationHandlers,
  notificationChoice: notificationChoiceHandlers,
  webPush: webPushHandlers,
  alert: alertHandlers,
  push: pushHandlers,
  alertRule: alertRuleHandlers,
  quote: quoteHandlers,
  opportunity: opportunityHandlers,
  calculator: calculatorHandlers,
  watchlist: watchlistHandlers,
  screener: screenerHandlers,
  report: reportHandlers,
  ownReport: ownReportHandlers,
  reportDelivery: reportDeliveryHandlers,
  member: memberHandlers,
  fund: fundHandlers,
  club: clubHandlers,
  document: documentHandlers,
}
