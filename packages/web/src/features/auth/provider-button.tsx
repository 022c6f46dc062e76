// "Sign in with <name>", where a provider is configured.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useOidcProvider, useStartOidc } from './oidc-api.ts'

export function ProviderButton() {
  const { data } = useOidcProvider()
  const start = useStartOidc()
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
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={start.isPending || start.isSuccess}
      // As for the links: leaving an empty field would show its error and move the button from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => start.mutate()}
    >
      Sign in with {data.provider.name}
    </Button>
  )
}
