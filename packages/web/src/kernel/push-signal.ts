// Parses messages from the server or a broker.
import { PushSignal } from '@clubfolio/contract'

/** Returns undefined for a message unknown to this page: the server may be newer than the page. */
export function readSignal(text: string): PushSignal | undefined {
  try {
    return PushSignal.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
