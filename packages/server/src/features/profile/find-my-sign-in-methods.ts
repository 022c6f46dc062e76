// A user's own sign-in methods, the oldest first.
import type { SignInMethods } from '@clubfolio/contract'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { readMethodState } from '../sign-in-method/read-methods.ts'

export async function findMySignInMethods({ db }: Services, session: Session): Promise<SignInMethods> {
  const rows = await db
    .selectFrom('sign_in_factor')
    .select(['id', 'kind', 'name', 'confirmed_at', 'last_used_at'])
    .where('user_id', '=', session.userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  const { recoveryCodesLeft, isSmsOn, isStrongFactorRequired } = await readMethodState(db, session.userId)
  return {
    methods: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      addedAt: row.confirmed_at!.getTime(),
      lastUsedAt: row.last_used_at?.getTime() ?? null,
    })),
    recoveryCodesLeft,
    isSmsOn,
    isStrongFactorRequired,
  }
}
