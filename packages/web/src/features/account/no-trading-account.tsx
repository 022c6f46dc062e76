// Placeholder for a list while there is no account to show. Source: docs/rules/accounts.md, "Accounts screen".
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ChosenAccount } from '../../kernel/chosen-account.ts'
import { useCan } from '../../kernel/session.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'

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
  const canLink = can('CA') || can('CMA')
  const toAccounts = <Button renderRoot={(props) => <Link to="/account" {...props} />}>Go to the accounts</Button>
  if (chosen.choices && chosen.choices.length > 0)
    return (
      <EmptyState
        title="Select an account"
        words={`${purpose} Select the account in the top bar.`}
        actions={toAccounts}
      />
    )
  return (
    <EmptyState
      title="No account"
      words={
        canLink
          ? `${purpose} Link an account first.`
          : `${purpose} Linking an account needs the permission "Create my account"; an administrator can grant it.`
      }
      actions={canLink ? toAccounts : undefined}
    />
  )
}
