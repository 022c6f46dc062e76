/** Returns true when the answer to a change says that it takes effect once a second person approves it. */
export const waitsForApproval = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && 'waitingId' in reply && typeof reply.waitingId === 'string'
