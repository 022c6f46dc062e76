// All handlers, one group per feature. The compiler reports a missing group or handler.
import type { Handlers } from './kernel/handler.ts'
import { accountHandlers } from './features/account/routes.ts'
import { alertHandlers } from './features/alert/routes.ts'
import { alertRuleHandlers } from './features/alert/rule-routes.ts'
import { calculatorHandlers } from './features/calculator/routes.ts'
import { currencyHandlers } from './features/currency/routes.ts'
import { memberHandlers } from './features/participation/routes.ts'
import { fundHandlers } from './features/fund/routes.ts'
import { groupHandlers, permissionHandlers } from './features/group/routes.ts'
import { marketHandlers } from './features/market/routes.ts'
import { notificationChoiceHandlers, notificationHandlers } from './features/notification/routes.ts'
import { opportunityHandlers } from './features/opportunity/routes.ts'
import { operationHandlers } from './features/operation/routes.ts'
import { optionHandlers } from './features/option/routes.ts'
import { orderHandlers } from './features/order/routes.ts'
import { profileHandlers } from './features/profile/routes.ts'
import { pushHandlers } from './features/push/routes.ts'
import { quoteHandlers } from './features/quote/routes.ts'
import { ownReportHandlers } from './features/report/own-report-routes.ts'
import { reportDeliveryHandlers } from './features/report-delivery/routes.ts'
import { reportHandlers } from './features/report/routes.ts'
import { requestHandlers } from './features/request/routes.ts'
import { screenerHandlers } from './features/screener/routes.ts'
import { securityHandlers } from './features/security/routes.ts'
import { stockHandlers } from './features/stock/routes.ts'
import { taskHandlers } from './features/task/routes.ts'
import { transactionHandlers } from './features/transaction/routes.ts'
import { userAdminHandlers } from './features/user-admin/routes.ts'
import { userHandlers } from './features/user/routes.ts'
import { walletHandlers } from './features/wallet/routes.ts'
import { watchlistHandlers } from './features/watchlist/routes.ts'

export const handlers: Handlers = {
  security: securityHandlers,
  request: requestHandlers,
  profile: profileHandlers,
  user: userHandlers,
  userAdmin: userAdminHandlers,
  group: groupHandlers,
  permission: permissionHandlers,
  market: marketHandlers,
  stock: stockHandlers,
  account: accountHandlers,
  order: orderHandlers,
  currency: currencyHandlers,
  wallet: walletHandlers,
  transaction: transactionHandlers,
  option: optionHandlers,
  operation: operationHandlers,
  task: taskHandlers,
  notification: notificationHandlers,
  notificationChoice: notificationChoiceHandlers,
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
}
