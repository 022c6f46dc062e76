// Signs a user in for a component test. A page serves one user for its whole life, so every test has the same one.
import { permissionKeys, type PermissionKey } from '@clubfolio/contract'
import { act } from '@testing-library/react'
import { session } from '../kernel/session.ts'

export const userId = '5f0c7b52-0d55-4c5e-9d1e-1f0f3a6d2b11'

/** Signs in with every permission, or only with the given ones. */
export function signIn(permissions: readonly PermissionKey[] = permissionKeys): void {
  act(() =>
    session.open({
      id: userId,
      firstName: 'Mara',
      lastName: 'Voss',
      email: 'mara@example.com',
      isSystem: false,
      token: 'token-of-mara',
      tokenExpire: Date.now() + 3_600_000,
      permissions: permissions.map((nameKey) => ({ nameKey })),
    }),
  )
}
