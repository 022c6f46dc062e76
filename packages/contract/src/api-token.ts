// API tokens: made in the profile, sent as `Authorization: Bearer`, limited to permission keys, accounts and a time.
// All calls of this page are ours. Source: docs/rules/access.md, "API tokens".
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply, onlyId } from './field.ts'
import { permissionKey, type PermissionKey } from './permission.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** Tokens of one user that are neither revoked nor expired. */
export const apiTokenLimit = 50
/** Calls of one token within a minute. */
export const apiTokenCallsPerMinute = 120
export const longestTokenDays = 365
export const apiTokenNameLength = 60

/** What every token begins with. */
export const apiTokenPrefix = 'clf_'

/**
 * The keys that a token can carry: those that open a call which a token may make. The others open only screens, or
 * calls that no token makes.
 */
export const tokenKeys = [
  'VMA',
  'CA',
  'CMA',
  'EMA',
  'VW',
  'VCH',
  'VS',
  'VOS',
  'VSC',
  'VR',
  'VA',
  'VN',
  'VT',
  'VAd',
] as const satisfies readonly PermissionKey[]

export const ApiToken = z
  .object({
    id,
    name: z.string(),
    /** What it was given; what it may do is this and what its holder may do now. */
    keys: z.array(permissionKey),
    /** It only asks, and changes nothing. */
    isReadOnly: z.boolean(),
    /** Null: all accounts of its holder, also later ones. */
    accounts: z.array(z.object({ id, number: z.string() })).nullable(),
    createdAt: instant,
    /** It is refused from this instant on. */
    expiresAt: instant,
    isExpired: z.boolean(),
    /** To the minute; null before its first use. */
    lastUsedAt: instant.nullable(),
    lastAddress: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.output<typeof ApiToken>

/** What a token may do at the moment, for the program that holds it. */
export const ThisToken = z
  .object({
    id,
    name: z.string(),
    userId: id,
    /** What it was given, as far as its holder has it now. */
    keys: z.array(permissionKey),
    isReadOnly: z.boolean(),
    /** Null: all accounts of its holder. */
    accountIds: z.array(id).nullable(),
    expiresAt: instant,
  })
  .meta({ id: 'ThisToken' })
export type ThisToken = z.output<typeof ThisToken>

export const apiTokenRefusals = {
  apiTokenCount: {
    status: 409,
    text: 'You have reached the limit of {limit} API tokens. Revoke one that you no longer need.',
  },
  apiTokenName: {
    status: 409,
    text: 'An API token named {name} already exists. Choose another name.',
    field: 'name',
  },
  apiTokenKeys: {
    status: 403,
    text: 'You do not hold {keys} yourself, so a token cannot have it. Reload the page and choose again.',
    field: 'keys',
  },
} as const satisfies Record<string, RefusalDefinition>

export const apiTokenRoutes = {
  findMyTokens: route({
    method: 'GET',
    path: '/v1/api/token/find-my-tokens',
    summary: 'The API tokens of the session user that are not revoked, newest first; never their secrets.',
    access: access.session,
    reply: z.array(ApiToken),
  }),
  createToken: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/token/create-token',
    summary: 'Make an API token; the answer has it for the only time, and its holder gets a mail.',
    access: access.session,
    body: z.object({
      name: line(apiTokenNameLength, 'Name'),
      keys: z.array(z.enum(tokenKeys)).max(tokenKeys.length, 'Each permission only once.'),
      isReadOnly: z.boolean(),
      /** Null: all accounts, also later ones. */
      accountIds: z.array(id).min(1, 'Choose at least one account.').max(50, 'At most 50 accounts.').nullable(),
      days: z
        .number()
        .int('Enter whole days.')
        .min(1, 'A token lasts at least one day.')
        .max(longestTokenDays, 'A token lasts at most one year.'),
      password: z.string().min(1, 'Your password is required.').max(128),
    }),
    reply: z.object({ id, token: z.string(), expiresAt: instant }),
    refusals: ['wrongPassword', 'signInPaused', 'apiTokenCount', 'apiTokenName', 'apiTokenKeys', 'notFound'],
  }),
  revokeToken: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/token/revoke-token',
    summary: 'Revoke an API token of the session user; its next call is refused.',
    access: access.session,
    owns: [{ object: 'apiToken', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  findThisToken: route({
    method: 'GET',
    path: '/v1/api/token/find-this-token',
    summary: 'What the API token of this call may do at the moment; a session has none.',
    access: access.session,
    reply: ThisToken,
    refusals: ['notFound'],
  }),
} as const
