// The setup of a round: a manager with an account at the paper brokerage, a member in its fund, and the type of a
// requested effect.
import type { TestBrokerage } from '../paper-brokerage.ts'
import type { TestUser } from '../test-app.ts'
import type { LossyBrowser } from './lossy-browser.ts'

export interface Ground {
  readonly app: TestBrokerage
  readonly owner: TestUser
  readonly account: {
    readonly id: string
    readonly number: string
    readonly hash_value: string
    readonly broker_login_id: string | null
  }
  readonly memberId: string
  /** The current market day. */
  readonly day: string
}

type Ask = (client: LossyBrowser['client'], options: { readonly timeoutMs: number }) => Promise<unknown>

export interface Intent {
  readonly ask: Ask
  /** How often each part of it happened: all of them once, or none. */
  readonly count: () => Promise<readonly number[]>
}
