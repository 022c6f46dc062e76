// The interface to a broker that delivers messages to browsers in our place.

export interface Publication {
  readonly destination: string
  readonly body: string
}

export interface PushPublisher {
  /** Resolves when the broker has accepted all of them, in this order; rejects when it may not have. */
  publish(publications: readonly Publication[]): Promise<void>
  stop(): Promise<void>
}
