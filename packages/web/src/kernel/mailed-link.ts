// One-use links received by mail or passed on by hand: `/auth#reset=...`. The part after the # never leaves the
// browser.

const purposes = ['reset', 'email', 'invite'] as const
export type MailedLinkPurpose = (typeof purposes)[number]

export interface MailedLink {
  readonly purpose: MailedLinkPurpose
  readonly token: string
}

/**
 * Parses the hash: `readLink('#reset=abc')` is `{ purpose: 'reset', token: 'abc' }`; returns undefined for anything
 * else.
 */
export function readLink(hash: string): MailedLink | undefined {
  const [word, token] = hash.replace(/^#/, '').split('=', 2)
  const purpose = purposes.find((known) => known === word)
  return purpose && token ? { purpose, token } : undefined
}
