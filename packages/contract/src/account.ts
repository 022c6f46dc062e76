// Brokerage accounts: the list, changes by the owner, and linking and renewing access through the broker's own page.
// Source: docs/rules/accounts.md, "Accounts screen"; docs/rules/brokerage.md, "Linking".
import { extendedSessions } from '@clubfolio/domain'
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { brokerRefusals } from './broker-refusals.ts'
import { id, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { day, dollars, flagText, instant } from './wire.ts'

export const accountRefusals = {
  linkAttemptOver: {
    status: 400,
    text: 'This linking attempt is over or was not started here. Start again from the Accounts screen.',
  },
  authorisationRefused: {
    status: 400,
    text:
      'The brokerage did not accept the authorisation: its code was already used or is older than 30 seconds. ' +
      'Start again.',
  },
  authorisationMissing: {
    status: 400,
    text: 'Bring either the code of the page of the brokerage or a key pair. Start again from the Accounts screen.',
  },
  keyPairRefused: {
    status: 400,
    text: '{broker} does not accept this key pair. Check both parts, and that the keys belong to this environment.',
  },
  keyPairNotOffered: { status: 400, text: '{broker} is linked on its own page, not by a key pair.' },
  authorisationEmpty: {
    status: 400,
    text: 'The authorisation covers no account. Choose at least one account on the page of the brokerage.',
  },
  authorisationLacksAccount: {
    status: 400,
    text: 'The authorisation does not cover account {number}. Choose it on the page of the brokerage.',
  },
  accountLinkedElsewhere: {
    status: 409,
    text:
      'The account that ends in {ending} is already linked by another user. Leave it out on the page of the ' +
      'brokerage.',
  },
  accountLapsed: { status: 409, text: 'The access to account {number} has lapsed. Renew it on the Accounts screen.' },
  accountDisabled: { status: 409, text: 'Account {number} is disabled. Enable it on the Accounts screen.' },
  accountReadOnly: {
    status: 409,
    text: 'Account {number} is read only: nothing can be sent from here. Place and cancel its orders at its broker.',
  },
  accountNumberShared: {
    status: 409,
    text:
      'Two of your accounts have the number {number}, so it is not clear which one is meant. Disable one of them on ' +
      'the Accounts screen.',
  },
  differenceOver: { status: 409, text: 'This difference has changed or is over. Look at the account again.' },
  accountArchived: {
    status: 409,
    text:
      'Account {number} holds the past of an imported fund and is never read from a brokerage. Link the account that ' +
      'holds the money now, and move the fund to it under Books, Settings.',
  },
  accountFromFiles: {
    status: 409,
    text: 'Account {number} comes from files, so there is no access to renew. Import its next statement instead.',
  },
  fundingUnavailable: {
    status: 409,
    text: 'The linked brokerage opens no accounts from here. Open one on its own pages and link it.',
  },
  fundingNotLinked: {
    status: 409,
    text: 'No login of the paper brokerage is linked yet. Link one; its page opens the first account.',
  },
  symbolUnknown: {
    status: 404,
    text: 'The brokerage of the account lists nothing under {code}. Check the code, or search for the company.',
  },
  brokerRefused: { status: 502, text: 'The brokerage refused: {reason}' },
  brokerUnavailable: {
    status: 503,
    text: 'The brokerage does not answer right now. Nothing was changed here; try again in a minute.',
  },
  brokerNonsense: {
    status: 502,
    text: 'The brokerage gave an answer that could not be read. Nothing was changed here; try again in a minute.',
  },
  brokerNotConfigured: {
    status: 409,
    text:
      'This installation is no longer connected to the brokerage of this account. Ask the administrator to ' +
      'configure it again.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** Cause of an account's stale figures: the access, the brokerage, its responses, or our own configuration. */
export const syncFailures = ['LAPSED', 'REFUSED', 'UNAVAILABLE', 'NONSENSE', 'UNCONFIGURED'] as const
export type SyncFailure = (typeof syncFailures)[number]

/** A figure in which our own record of an account and its brokerage disagree. */
export const AccountDifference = z
  .object({
    id,
    /** Null for cash; then both figures are dollars. */
    symbol: z.string().nullable(),
    /** Exact decimal text: a signed quantity, or dollars. */
    ours: z.string(),
    theirs: z.string(),
    /** The session at whose end it was first found. */
    since: day,
    /** One sentence for the user. */
    explanation: z.string(),
  })
  .meta({ id: 'AccountDifference' })
export type AccountDifference = z.output<typeof AccountDifference>

export const Account = z
  .object({
    id,
    number: z.string(),
    /** The brokerage that holds it: `paper`, `schwab`, `alpaca`, `files`. */
    broker: z.string(),
    /** Its name for the user: `Charles Schwab`. */
    brokerName: z.string(),
    /** Whether it holds practice money. */
    isPaper: flagText,
    /** Whether no orders can be sent to it. */
    isReadOnly: flagText,
    /** ISO code of the currency of its amounts. */
    currency: z.string(),
    type: z.enum(['MARGIN', 'CASH']),
    /** The hours outside the regular session for which its brokerage takes orders; absent where it takes none. */
    sessions: z.array(z.enum(extendedSessions)).optional(),
    initialBalance: dollars,
    floatValue: dollars,
    realValue: dollars,
    buyingPower: dollars,
    /** Change since the last official close, without deposits and withdrawals; null before the first close. */
    todayChange: dollars.nullable(),
    isDefault: flagText,
    /** When the owner's authorisation at the broker expires; renewing extends it. Null when it does not expire. */
    accessExpirationDate: instant.nullable(),
    isActive: flagText,
    /** Time of the values; `--` until the first reading. */
    syncedAt: instant.nullable(),
    /** Why the values are stale, and since when; null while they are current. */
    syncFailure: z.enum(syncFailures).nullable(),
    syncFailedAt: instant.nullable(),
    /**
     * Cash that the transactions did not explain at the last official close; zero when they balance, null before the
     * first check.
     */
    unexplainedCash: dollars.nullable(),
    /**
     * Differences between our own record (every transaction since the first reading) and the brokerage; empty when they
     * agree.
     */
    differences: z.array(AccountDifference),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

/** How long the return from the broker's page is awaited. */
export const linkAttemptLifeMs = 10 * 60_000

/** Everything a browser needs to open the broker's page: it never assembles an address itself. */
export const BrokerAuthorisation = z
  .object({
    appKey: z.string(),
    redirectUrl: z.string(),
    /** OAuth state of this attempt: single use, valid for 10 minutes, for this session only. */
    token: z.string(),
    authoriseUrl: z.string(),
    expiresInSeconds: z.number().int(),
  })
  .meta({ id: 'BrokerAuthorisation' })
export type BrokerAuthorisation = z.output<typeof BrokerAuthorisation>

/** How an account is linked: on the page of its brokerage, or by keys that the owner creates there. */
export const linkWays = ['popup', 'keyPair'] as const
export type LinkWay = (typeof linkWays)[number]

/** A brokerage at which accounts can be linked. */
export const Brokerage = z
  .object({
    /** As `broker` of an account: `paper`. */
    name: z.string(),
    /** For the user: `Charles Schwab`. */
    title: z.string(),
    isPaper: z.boolean(),
    ways: z.array(z.enum(linkWays)),
    /** One sentence on what the owner needs. */
    needs: z.string(),
  })
  .meta({ id: 'Brokerage' })
export type Brokerage = z.output<typeof Brokerage>

const createsAccounts = featureAccess.accountLink
const editsAccounts = access.key('EMA')
const code = z.string().min(1, 'The code of the brokerage is missing.').max(2_000)
const keyText = (part: string) =>
  z.string().regex(/^[\x21-\x7e]{8,200}$/, `Enter the ${part} as the brokerage shows it, without spaces.`)
/** What the owner enters where a brokerage is linked by keys instead of its own page. */
export const BrokerKeyPair = z
  .object({ keyId: keyText('key ID'), secret: keyText('secret key') })
  .meta({ id: 'BrokerKeyPair' })
export type BrokerKeyPair = z.output<typeof BrokerKeyPair>
const state = z.string().min(1).max(200)
/** One of the two. */
const proof = { code: code.optional(), keyPair: BrokerKeyPair.optional() }
const linkingRefusals = [
  'linkAttemptOver',
  'authorisationMissing',
  'keyPairRefused',
  'keyPairNotOffered',
  'authorisationRefused',
  'authorisationEmpty',
  'accountLinkedElsewhere',
  'brokerRefused',
  'brokerUnavailable',
  'brokerNonsense',
  'brokerNotConfigured',
  'notFound',
] as const

export const accountRoutes = {
  viewMyAccount: route({
    method: 'GET',
    path: '/v1/api/account/view-my-account/{userId}',
    summary: 'The accounts of the session user, by number.',
    access: featureAccess.accountList,
    owns: [{ object: 'user', at: 'params.userId' }],
    params: z.object({ userId: id }),
    reply: z.array(Account),
    refusals: ['notFound'],
  }),
  viewMyDefaultAccount: route({
    method: 'GET',
    path: '/v1/api/account/view-my-default-account/{userId}',
    summary: 'The default account of the session user, or null.',
    access: access.session,
    owns: [{ object: 'user', at: 'params.userId' }],
    params: z.object({ userId: id }),
    reply: Account.nullable(),
    refusals: ['notFound'],
  }),
  updateInitialBalance: route({
    method: 'POST',
    path: '/v1/api/account/update-initial-balance',
    summary: 'Change what the account is said to have started with; the books of the fund do not read it.',
    access: editsAccounts,
    owns: [{ object: 'account', at: 'body.id' }],
    body: z.object({
      id,
      initialBalance: dollars.refine((cents) => cents >= 0n, 'Enter an initial balance of 0.00 or more.'),
    }),
    reply: messageReply,
    refusals: ['notFound'],
    effect: true,
  }),
  getAmtTk: route({
    method: 'GET',
    path: '/v1/api/account/get-amt-tk',
    summary:
      'Start linking at a brokerage, by default the first: a new state and the address of its page that asks for ' +
      'consent.',
    access: createsAccounts,
    query: z.object({ broker: z.string().min(1).max(40).optional() }),
    reply: BrokerAuthorisation,
    refusals: ['brokerNotConfigured'],
  }),
  findBrokerages: route({
    method: 'GET',
    path: '/v1/api/account/find-brokerages',
    summary: 'The brokerages at which accounts can be linked, and what each needs.',
    access: createsAccounts,
    reply: z.array(Brokerage),
  }),
  createMy: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    uncertain: ['brokerUnavailable', 'brokerNonsense'],
    method: 'POST',
    path: '/v1/api/account/create-my',
    summary: 'Finish linking by the code of the broker page, or by a key pair: link every account it covers.',
    access: createsAccounts,
    owns: [{ object: 'user', at: 'body.ownerId' }],
    body: z.object({ ...proof, token: state, isActive: flagText.optional(), ownerId: id }),
    reply: messageReply,
    refusals: linkingRefusals,
  }),
  getAccessByAccount: route({
    method: 'GET',
    path: '/v1/api/account/get-access-by-account/{accountId}',
    summary: 'Start renewing the access to one account; the first item holds the address of the broker page.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    reply: z.array(BrokerAuthorisation),
    refusals: ['notFound', 'brokerNotConfigured', 'accountFromFiles', 'accountArchived'],
  }),
  renewAccount: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    uncertain: ['brokerUnavailable', 'brokerNonsense'],
    method: 'POST',
    path: '/v1/api/account/renew-account',
    summary: 'Finish renewing by a code or a key pair; every linked account it covers gets the new access.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, ...proof, token: state.optional() }),
    reply: messageReply,
    refusals: [...linkingRefusals, 'authorisationLacksAccount', 'accountFromFiles', 'accountArchived'],
  }),
  toggleDefault: route({
    method: 'POST',
    path: '/v1/api/account/toggle-default',
    summary: 'Make an account the default, which takes the flag from the others, or take its flag.',
    access: editsAccounts,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, isDefault: flagText }),
    reply: messageReply,
    refusals: ['notFound'],
    effect: true,
  }),
  enableDisableAccount: route({
    method: 'POST',
    path: '/v1/api/account/enable-disable-account',
    summary: 'Enable or disable an account; a disabled one is not read and not traded, its history stays.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, isActive: flagText }),
    reply: messageReply,
    refusals: ['notFound'],
    effect: true,
  }),
  acceptDifference: route({
    method: 'POST',
    path: '/v1/api/account/accept-difference',
    summary:
      "Take the brokerage's figure where it differs from our own record; values and the books of the fund stay " +
      'as they are.',
    access: editsAccounts,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id, differenceId: id }),
    reply: messageReply,
    refusals: ['notFound', 'differenceOver'],
    effect: true,
  }),
  syncNow: route({
    method: 'POST',
    path: '/v1/api/account/sync-now',
    summary: 'Read an account at the broker now instead of at its next turn.',
    access: access.session,
    owns: [{ object: 'account', at: 'body.accountId' }],
    body: z.object({ accountId: id }),
    reply: Account,
    refusals: brokerRefusals,
  }),
} as const
