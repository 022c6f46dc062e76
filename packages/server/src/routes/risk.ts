// Binds the call for the risk of a portfolio to its use case.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findPortfolioRisk } from '../features/risk/find-portfolio-risk.ts'

export const riskHandlers: GroupHandlers<'risk'> = {
  findPortfolioRisk: ({ services, body, session }) => findPortfolioRisk(services, session.userId, body),
}
