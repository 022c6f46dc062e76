// What is wrong with a new password while it is typed: the rules of the server, the most common passwords among them.
// Their list is loaded with the first form that asks for a new password; until then the server refuses them alone.
import { password, refusals } from '@clubfolio/contract'
import { useQuery } from '@tanstack/react-query'

/** Returns the fault under its field, or nothing: a field without one keeps the message of its schema. */
export const passwordError = (fault: string | undefined): { readonly password?: string } =>
  fault === undefined ? {} : { password: fault }

/**
 * Returns the check: `commonPasswordFault('password1')` is the refusal's text. `isWanted` is false on a page that may
 * never ask for a password.
 */
export function useCommonPasswordFault(isWanted = true): (text: string) => string | undefined {
  const { data: common } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: async (): Promise<ReadonlySet<string>> => {
      const { dictionary } = await import('@zxcvbn-ts/language-common')
      return new Set(dictionary['passwords-common'])
    },
    enabled: isWanted,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // A short one has the message about its length.
  const isCommon = (text: string) => password.safeParse(text).success && common?.has(text.toLowerCase())
  return (text) => (isCommon(text) ? refusals.commonPassword.text : undefined)
}
