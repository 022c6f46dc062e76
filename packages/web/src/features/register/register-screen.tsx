// The unguarded register route: shows only that registration works, and opens the Register form of the sign-in page.
// Source: docs/rules/access.md, "Registration".
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { CenteredCard } from '../../ui/centered-card.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

export function RegisterScreen() {
  useDocumentTitle('Register')
  const navigate = useNavigate()
  return (
    <CenteredCard title="Registration works">
      <Button fullWidth size="md" onClick={() => void navigate({ to: '/auth', search: () => ({ form: 'register' }) })}>
        Register
      </Button>
    </CenteredCard>
  )
}
