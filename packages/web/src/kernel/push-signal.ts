// Reads what a server or a broker sent.
import { PushSignal } from '@clubfolio/contract'

/** Undefined for what this page does not know: a server may be newer than it. */
export function readSignal(text: string): PushSignal | undefined {
  try {
    return PushSignal.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
