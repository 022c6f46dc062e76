// "Sign in with <name>", on the page of an invitation "Continue with <name>", where a provider is configured.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { useOidcProvider, useStartOidc, type ProviderInvitation } from './oidc-api.ts'

export interface ProviderButtonProps {
  /** Accepted by the sign-in there. */
  readonly invitation?: ProviderInvitation
  /** Why it cannot be pressed yet. */
  readonly reason?: string | undefined
}

export function ProviderButton({ invitation, reason }: ProviderButtonProps) {
  const { data } = useOidcProvider()
  const start = useStartOidc(invitation)
  const { reset } = start
  // Back from the provider the browser may show this page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  if (!data?.provider) return null
  return (
    <DisabledReason reason={reason}>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={start.isPending || start.isSuccess}
        // As for the links: leaving an empty field would show its error and move the button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => start.mutate()}
      >
        {invitation ? 'Continue' : 'Sign in'} with {data.provider.name}
      </Button>
    </DisabledReason>
  )
}
