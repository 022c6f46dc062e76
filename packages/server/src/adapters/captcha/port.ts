// What keeps programs from registering: something to solve or to show, and the check of its answer. Configuration chooses.
import type { CaptchaOffer } from '@clubfolio/contract'

/** `unavailable`: whoever checks could not be asked, so nothing is known about the answer. */
export type CaptchaOutcome = 'right' | 'wrong' | 'unavailable'

export interface CaptchaPort {
  offer(): Promise<CaptchaOffer>
  /** Judges an answer once: the same answer again is wrong. */
  check(answer: string, address: string): Promise<CaptchaOutcome>
  /** What the page's policy must allow beside its own origin; empty for a check of our own. */
  readonly policy: { readonly scripts: readonly string[]; readonly frames: readonly string[] }
}
