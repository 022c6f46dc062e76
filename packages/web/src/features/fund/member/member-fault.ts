// Validates a member's form field by field, with the contract's messages.
import { memberRoutes } from '@clubfolio/contract'
import type { MemberForm } from './api.ts'

/**
 * `memberFaults({ ..., phone: 'abc' })` is `{ phone: 'A phone number has 4 to 15 digits, ...' }`; empty when all are
 * valid.
 */
export function memberFaults({ status: _status, ...fields }: MemberForm): Partial<Record<keyof MemberForm, string>> {
  const parsed = memberRoutes.create.body.safeParse(fields)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
