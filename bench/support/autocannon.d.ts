// The part of autocannon that the benchmarks use; the package has no types.
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    readonly connections: number
    /** Seconds. */
    readonly duration: number
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number }
    readonly non2xx: number
    readonly errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
