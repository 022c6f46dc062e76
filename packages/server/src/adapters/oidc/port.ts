// What signing in needs of an OpenID Connect provider.

/** What the browser keeps secret during one sign-in: nothing of it is stored here. */
export interface OidcSecrets {
  readonly nonce: string
  /** Of PKCE. */
  readonly codeVerifier: string
}

export interface OidcReturn {
  readonly code: string
  readonly state: string
  /** The issuer as the redirect names it. */
  readonly issuer: string | undefined
}

export interface OidcIdentity {
  readonly issuer: string
  /** Stable for the person at this issuer; the e-mail is not. */
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  /** Whether the provider proved a second factor in a way that the configuration trusts. */
  readonly isSecondFactorProved: boolean
}

export interface OidcPort {
  /** As the button shows it. */
  readonly name: string
  readonly issuer: string
  /** Returns the address that the browser opens. Throws OidcUnreachable. */
  authoriseUrl(state: string, secrets: OidcSecrets): Promise<string>
  /** Exchanges the code and checks the ID token. Throws OidcUnreachable or OidcRejected. */
  redeem(returned: OidcReturn, secrets: OidcSecrets): Promise<OidcIdentity>
}

export class OidcUnreachable extends Error {}

/** The provider refused the code, or its answer failed a check. */
export class OidcRejected extends Error {}
