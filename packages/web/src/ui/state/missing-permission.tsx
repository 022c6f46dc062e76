// The notice in a place that the user's groups do not allow, the same on every screen: which permission is missing and
// who can grant it. Trying again cannot help, so it offers no button.
import type { AccessRule } from '@clubfolio/contract'
import { useCan } from '../../kernel/session.ts'
import { EmptyState } from './empty-state.tsx'
import { describePermission, namePermission } from './permission-words.ts'

export interface MissingPermissionProps {
  readonly rule: AccessRule
  /** Completes "To ...": "see your accounts". */
  readonly purpose: string
  /** A sentence before it: what the place is for. */
  readonly about?: string | undefined
}

export function MissingPermission({ rule, purpose, about }: MissingPermissionProps) {
  const can = useCan()
  const words = describePermission(rule, can, purpose)
  return (
    <EmptyState
      title={`Permission needed: ${namePermission(rule, can)}`}
      words={about === undefined ? words : `${about} ${words}`}
    />
  )
}
