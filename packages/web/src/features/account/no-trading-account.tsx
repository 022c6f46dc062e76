// Placeholder for a list while there is no account to show. Source: docs/rules/accounts.md, "Accounts screen".
import { allows, featureAccess } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ChosenAccount } from '../../kernel/chosen-account.ts'
import { useCan } from '../../kernel/session.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'

/** `purpose` describes what the screen is for. */
export function NoTradingAccount({ chosen, purpose }: { readonly chosen: ChosenAccount; readonly purpose: string }) {
  const can = useCan()
  if (chosen.failure)
    return (
      <FailedState
        title="The accounts could not be loaded"
        why={chosen.failure.message}
        onRetry={chosen.retry}
        isRetrying={chosen.isRetrying}
      />
    )
  const canLink = allows(featureAccess.accountLink, can)
  const toAccounts = <Button renderRoot={(props) => <Link to="/account" {...props} />}>Go to the accounts</Button>
  if (chosen.choices && chosen.choices.length > 0)
    return (
      <EmptyState
        title="Select an account"
        words={`${purpose} Select the account in the top bar.`}
        actions={toAccounts}
      />
    )
  const listRule = featureAccess.accountList
  if (!allows(listRule, can)) return <MissingPermission rule={listRule} purpose="see your accounts" about={purpose} />
  if (!canLink) return <MissingPermission rule={featureAccess.accountLink} purpose="link an account" about={purpose} />
  return <EmptyState title="No account" words={`${purpose} Link an account first.`} actions={toAccounts} />
}
