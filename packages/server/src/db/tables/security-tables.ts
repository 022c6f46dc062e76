// Tables of sign-in and rights: users, groups and their permissions, pending codes, sessions, known browsers.
import type { PermissionKey, SessionFactor, UserPreference } from '@clubfolio/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export type PasskeyChallengePurpose = 'REGISTER' | 'SIGN_IN' | 'STEP' | 'CONFIRM'

export type UserStatus = 'ACTIVE' | 'INACTIVE' | 'CONFIRMATION'

export interface SecurityTables {
  app_user: {
    id: string
    first_name: string
    last_name: string
    email: string
    phone_number: string
    password_hash: string
    status: UserStatus
    is_system: boolean
    /** When the first correct code was entered; null: the identity was never verified. */
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Timestamp
    updated_at: Timestamp
    /**
     * The number at which a correct code was received; differs from `phone_number` until that has happened for the new
     * number.
     */
    confirmed_phone: Generated<string | null>
    /** Whether a code by text message opens a session; only users with another sign-in method switch it off. */
    takes_sms: Generated<boolean>
    /** The newest 30-second step of which a code of an authenticator app was accepted. */
    totp_step: Generated<number>
    /** What passkeys call the user: random bytes, made with the first one. */
    passkey_handle: Generated<Buffer | null>
  }
  user_preference: { user_id: string; preference: ColumnType<UserPreference, string, string>; updated_at: Timestamp }
  user_group: {
    id: string
    name: string
    name_key: string
    system_group: boolean
    status: 'ACTIVE' | 'INACTIVE'
    created_at: Timestamp
    /** Sessions of its members need more than a text message. */
    requires_strong_factor: Generated<boolean>
  }
  permission: { id: string; name_key: PermissionKey; name: string; category: string; position: number }
  group_permission: { group_id: string; permission_id: string }
  user_group_member: { user_id: string; group_id: string }
  sign_in_challenge: {
    id: string
    user_id: string
    /** Null: no text message was asked for. */
    code_hash: Buffer | null
    created_at: Timestamp
    expires_at: Timestamp
    last_sent_at: Timestamp
    tries: number
    sends: number
    attempt_hash: Buffer | null
    stranger_tries: Generated<number>
    /** Until when another sign-in method may answer; null: the user has text messages only. */
    methods_until: Timestamp | null
  }
  sign_in_factor: {
    id: string
    user_id: string
    kind: 'AUTHENTICATOR' | 'PASSKEY'
    name: string
    /** Of an authenticator app: its secret in base 32. */
    secret_sealed: Buffer | null
    created_at: Timestamp
    /** Null: set up and not confirmed by a code yet, so it opens nothing. */
    confirmed_at: Timestamp | null
    last_used_at: Timestamp | null
    credential_id: Generated<Buffer | null>
    /** As COSE. */
    public_key: Generated<Buffer | null>
    /** The highest count of signatures that the device stated; 0 for devices that do not count. */
    counter: Generated<bigint>
    transports: Generated<string[]>
  }
  passkey_challenge: {
    id: string
    purpose: PasskeyChallengePurpose
    challenge: string
    /** Null: signing in by the passkey alone, before anybody is known. */
    user_id: string | null
    expires_at: Timestamp
  }
  oidc_link: {
    id: string
    user_id: string
    issuer: string
    subject: string
    /** At the provider, at the last use. */
    email: string | null
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  oidc_attempt: {
    state_hash: Buffer
    attempt_hash: Buffer
    /** Of a link from the profile; null for a sign-in. */
    session_id: string | null
    /** Of a sign-in: known from the return on. */
    user_id: string | null
    provider: string
    issuer: string
    /** To be linked once the second step is right. */
    subject: string | null
    email: string | null
    expires_at: Timestamp
    used_at: Timestamp | null
    /** Of an invitation that is accepted with a sign-in there; what a new administrator entered stands next to it. */
    invitation_hash: Generated<Buffer | null>
    first_name: Generated<string | null>
    last_name: Generated<string | null>
    phone_number: Generated<string | null>
  }
  recovery_code: { id: string; user_id: string; code_hash: Buffer; created_at: Timestamp; used_at: Timestamp | null }
  session: {
    id: string
    user_id: string
    token_hash: Buffer
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Timestamp
    ended_at: Timestamp | null
    address: string
    user_agent: string
    factor: Generated<SessionFactor>
    /** When the factor was last proved. */
    factor_at: Timestamp | null
    /** The provider that took the place of the password. */
    provider: Generated<string | null>
    /** The known browser that it was opened in. */
    device_id: Generated<string | null>
  }
  /** A code by text message that confirms a live session. */
  session_code: {
    session_id: string
    id: string
    code_hash: Buffer
    last_sent_at: Timestamp
    expires_at: Timestamp
    tries: number
  }
  api_token: {
    id: string
    owner_id: string
    name: string
    token_hash: Buffer
    keys: PermissionKey[]
    is_read_only: boolean
    is_for_all_accounts: boolean
    created_at: Timestamp
    expires_at: Timestamp
    revoked_at: Timestamp | null
    last_used_at: Timestamp | null
    last_address: string | null
    /** What the session was opened or last confirmed with that made it. */
    factor: Generated<SessionFactor>
  }
  api_token_account: { token_id: string; account_id: string }
  /** Browsers that signed in before. */
  device: {
    id: string
    user_id: string
    token_hash: Buffer
    created_at: Timestamp
    expires_at: Timestamp
    user_agent: Generated<string>
    /** Of the last sign-in. */
    address: Generated<string | null>
    last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    forgotten_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  registration: { user_id: string; created_at: Timestamp }
  registration_decoy: {
    email: string
    phone_number: string
    last_sent_at: Timestamp
    expires_at: Timestamp
    tries: number
    sends: number
    attempt_hash: Buffer | null
    stranger_tries: Generated<number>
  }
  one_use_link: {
    id: string
    purpose: 'PASSWORD_RESET' | 'EMAIL_CHANGE' | 'INVITATION' | 'USER_INVITATION'
    token_hash: Buffer
    user_id: string | null
    email: string
    created_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
  }
  phone_change: {
    user_id: string
    id: string
    phone_number: string
    code_hash: Buffer
    last_sent_at: Timestamp
    expires_at: Timestamp
    tries: number
  }
  captcha_answer: { nonce: string; expires_at: Timestamp }
}
