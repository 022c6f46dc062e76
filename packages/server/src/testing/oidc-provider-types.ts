// oidc-provider, as far as the tests use it; the package has no types.
import type { IncomingMessage, ServerResponse } from 'node:http'

interface ProviderContext {
  readonly oidc: {
    readonly provider: {
      readonly Grant: new (of: { clientId: string; accountId: string }) => {
        addOIDCScope(scope: string): void
        save(): Promise<string>
      }
    }
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}

interface ProviderSettings {
  readonly findAccount: (
    context: ProviderContext,
    subject: string,
  ) => { readonly accountId: string; readonly claims: () => Record<string, unknown> }
  readonly loadExistingGrant: (context: ProviderContext) => Promise<unknown>
  readonly interactions: { readonly url: (context: ProviderContext, of: { readonly uid: string }) => string }
  readonly [name: string]: unknown
}

interface ProviderOfTests {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>
}

// @ts-expect-error The package has no types.
const { Provider: untyped } = (await import('oidc-provider')) as { readonly Provider: unknown }
export const Provider = untyped as new (issuer: string, settings: ProviderSettings) => ProviderOfTests
