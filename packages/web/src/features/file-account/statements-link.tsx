// The way from an account to its statement files, for users who may upload them.
import { type Account, allows, featureAccess } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'

export function StatementsLink({ account }: { readonly account: Pick<Account, 'id' | 'number'> }) {
  const can = useCan()
  if (!allows(featureAccess.accountLink, can)) return null
  return (
    <Button
      variant="subtle"
      size="xs"
      aria-label={`Statements of ${account.number}`}
      renderRoot={(props) => <Link to="/account/statement-files" search={() => ({ account: account.id })} {...props} />}
    >
      Statements
    </Button>
  )
}
