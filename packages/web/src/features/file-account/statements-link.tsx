// The way from an account to its statement files.
import type { Account } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function StatementsLink({ account }: { readonly account: Pick<Account, 'id' | 'number'> }) {
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
