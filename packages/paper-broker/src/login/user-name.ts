// The format of a paper login's name.

const USER_NAME = /^[a-z0-9][a-z0-9._@+-]{2,63}$/

export const USER_NAME_RULE = 'A user name has 3 to 64 letters, digits, dots, dashes, underscores or @ signs.'

/** Returns the name as stored (trimmed, lower case), or null when it is invalid. */
export function userNameOf(text: string): string | null {
  const name = text.trim().toLowerCase()
  return USER_NAME.test(name) ? name : null
}
