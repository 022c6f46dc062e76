// Binds the calls of a fund's club to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { findClub } from '../features/fund/club/find-club.ts'
import { saveClub } from '../features/fund/club/save-club.ts'
import { uploadLogo } from '../features/fund/club/upload-logo.ts'

export const clubHandlers: GroupHandlers<'club'> = {
  findClub: ({ services, session, params }) => findClub(services, session.userId, params.accountId),
  saveClub: async ({ services, trx, session, caller, body: { accountId, ...fields } }) => {
    await saveClub({ services, trx, session, caller, accountId }, fields)
    return { message: 'Papers and mails carry this from now on.' }
  },
  uploadLogo: ({ services, session, params, file, caller }) =>
    uploadLogo(services, session, { accountId: params.accountId, file }, caller),
}
