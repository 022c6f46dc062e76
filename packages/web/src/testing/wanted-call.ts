// What the journey about the lost line asks of mutation-page.ts, without the page's modules.

/** A call to make, in wire form. */
export interface WantedCall {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface MutationPage {
  /** Names of all calls that change something: `order.putOrder`. */
  readonly changes: readonly string[]
  /** Loads the definitions of all calls, as a page that was open for a while has. */
  readonly warmUp: () => Promise<void>
  /** Mutates as a screen does; resolves to what the user would read, or to `waits` while no answer is there. */
  readonly mutate: (call: WantedCall) => Promise<string>
}
