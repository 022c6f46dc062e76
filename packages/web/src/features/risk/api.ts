// The call for the risk of accounts, repeated every minute as prices move. While other settings load, the figures of
// the earlier ones stay; those of other accounts do not.
import type { RiskStep, RiskWindow } from '@clubfolio/contract'
import { hashKey, useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'

const riskPollMs = 60_000

export interface RiskSettings {
  readonly window: RiskWindow
  readonly step: RiskStep
  /** Points added to the volatility of every option. */
  readonly volatilityShift: number
}

/** What the screen starts with, and what other screens show. */
export const usualRisk: RiskSettings = { window: 252, step: 5, volatilityShift: 0 }

export function usePortfolioRisk(accountIds: readonly string[], settings: RiskSettings) {
  return useQuery({
    queryKey: ['risk', accountIds, settings],
    queryFn: (context) =>
      api.risk.findPortfolioRisk(
        { body: { accountIds: [...accountIds], ...settings } },
        { ...refreshOptions(context), ownMessage: true },
      ),
    enabled: accountIds.length > 0,
    refetchInterval: riskPollMs,
    placeholderData: (before, query) => (hashKey([query?.queryKey[1]]) === hashKey([accountIds]) ? before : undefined),
  })
}
