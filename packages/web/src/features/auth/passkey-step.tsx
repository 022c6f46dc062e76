// The passkey as the step after the password. Source: docs/rules/access.md, "Sign-in methods".
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePasskeySignIn } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'

export interface PasskeyStepProps {
  readonly email: string
  readonly onLogin: () => void
  readonly onSignedIn: () => void
  readonly others: ReactNode
}

export function PasskeyStep({ email, onLogin, onSignedIn, others }: PasskeyStepProps) {
  const passkey = usePasskeySignIn({ email, onSignedIn })
  return (
    <>
      <p className={`${classes['hint']} ${classes['method']}`}>
        Your device or security key asks you to confirm it's you.
      </p>
      <Button
        size="md"
        fullWidth
        data-autofocus
        autoFocus
        leftSection={<IconFingerprint size={16} stroke={1.6} aria-hidden />}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        Use passkey
      </Button>
      {others}
      <FormLinks links={[['Login', onLogin]]} />
    </>
  )
}
