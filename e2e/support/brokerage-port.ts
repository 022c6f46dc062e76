// Where the paper brokerage behind a public address listens at the moment. The system chooses its port at each start, and the product
// says which as soon as the brokerage runs; somebody who stands between the two learns it here.

interface Whereabouts {
  readonly port: Promise<number>
  readonly resolve: (port: number) => void
}

const whereabouts = new Map<string, Whereabouts>()

/** A product is being started whose brokerage answers under this address. */
export function awaitBrokerage(publicUrl: string): void {
  let resolve: (port: number) => void = () => undefined
  const port = new Promise<number>((settle) => (resolve = settle))
  whereabouts.set(publicUrl, { port, resolve })
}

export function reportBrokerage(publicUrl: string, port: number): void {
  whereabouts.get(publicUrl)?.resolve(port)
}

/** Waits while a start is under way. */
export function brokeragePort(publicUrl: string): Promise<number> {
  const known = whereabouts.get(publicUrl)
  if (known === undefined) throw new Error(`No product was started with a brokerage at ${publicUrl}.`)
  return known.port
}
