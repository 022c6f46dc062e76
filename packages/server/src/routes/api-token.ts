// Binds the calls of API tokens to their use cases.
import type { GroupHandlers } from '../kernel/handler.ts'
import { createToken } from '../features/api-token/create-token.ts'
import { findMyTokens, findThisToken } from '../features/api-token/find-my-tokens.ts'
import { revokeToken } from '../features/api-token/revoke-token.ts'

export const apiTokenHandlers: GroupHandlers<'apiToken'> = {
  findMyTokens: ({ services, session }) => findMyTokens(services, session.userId),
  createToken: ({ services, body, session, caller }) => createToken(services, caller, session, body),
  revokeToken: async ({ services, body, session, caller }) => {
    await revokeToken(services, caller, session.userId, body.id)
    return { message: 'The API token was revoked.' }
  },
  // oxlint-disable-next-line typescript/require-await -- a refusal that it throws becomes a rejection
  findThisToken: async ({ session }) => findThisToken(session),
}
