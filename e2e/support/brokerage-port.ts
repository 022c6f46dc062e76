// The current port of the paper brokerage behind a public address. The system chooses its port at each start, and the
// product reports it as soon as the brokerage runs; a proxy between the two looks it up here.

interface Whereabouts {
  readonly port: Promise<number>
  readonly resolve: (port: number) => void
}

const whereabouts = new Map<string, Whereabouts>()

/** Announces that a product is starting whose brokerage answers under this address. */
export function awaitBrokerage(publicUrl: string): void {
  let resolve: (port: number) => void = () => undefined
  const port = new Promise<number>((settle) => (resolve = settle))
  whereabouts.set(publicUrl, { port, resolve })
}

export function reportBrokerage(publicUrl: string, port: number): void {
  whereabouts.get(publicUrl)?.resolve(port)
}

/** Waits while a start is in progress. */
export function brokeragePort(publicUrl: string): Promise<number> {
  const known = whereabouts.get(publicUrl)
  if (known === undefined) throw new Error(`No product was started with a brokerage at ${publicUrl}.`)
  return known.port
}
