// One-use links that came by mail or by hand: `/auth#reset=...`. What stands behind the # never leaves the browser.

const purposes = ['reset', 'email', 'invite'] as const
export type LinkPurpose = (typeof purposes)[number]

export interface MailedLink {
  readonly purpose: LinkPurpose
  readonly token: string
}

/** `readLink('#reset=abc')` is `{ purpose: 'reset', token: 'abc' }`; anything else is no link. */
export function readLink(hash: string): MailedLink | undefined {
  const [word, token] = hash.replace(/^#/, '').split('=', 2)
  const purpose = purposes.find((known) => known === word)
  return purpose && token ? { purpose, token } : undefined
}
