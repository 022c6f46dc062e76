// Every column that holds a sealed secret, and what its values are bound to: the list that key rotation works through.
// A test compares it with the columns of the database.

export const sealedColumns = [
  { table: 'broker_login', column: 'access_token', part: 'access_token' },
  { table: 'broker_login', column: 'refresh_token', part: 'refresh_token' },
  { table: 'bank_account', column: 'number_sealed', part: 'number' },
  { table: 'fund_approval', column: 'body_sealed', part: 'body' },
  { table: 'fund_vote_key', column: 'key_sealed', part: 'key' },
  { table: 'bank_account', column: 'routing_sealed', part: 'routing' },
  { table: 'sign_in_factor', column: 'secret_sealed', part: 'secret' },
  { table: 'webhook', column: 'secret_sealed', part: 'secret' },
  { table: 'webhook', column: 'old_secret_sealed', part: 'old-secret' },
  { table: 'web_push_key', column: 'private_sealed', part: 'private' },
  { table: 'web_push_device', column: 'subscription_sealed', part: 'subscription' },
] as const

export type SealedColumn = (typeof sealedColumns)[number]

/**
 * `sealedFor('bank_account', '018f...', 'number')` is `bank_account:018f...:number`: opens in that row and nowhere
 * else.
 */
export const sealedFor = <T extends SealedColumn['table']>(
  table: T,
  id: string,
  part: Extract<SealedColumn, { table: T }>['part'],
): string => boundTo({ table, part }, id)

/** What a value of any of these columns is bound to, such as `bank_account:018f...:number`. */
export const boundTo = ({ table, part }: Pick<SealedColumn, 'table' | 'part'>, id: string): string =>
  `${table}:${id}:${part}`
