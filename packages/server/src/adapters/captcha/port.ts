// A captcha that keeps programs from registering: a challenge to solve or show, and the check of its answer.
// Configuration chooses the implementation.
import type { CaptchaOffer } from '@clubfolio/contract'

/** `unavailable`: the checking service could not be reached, so nothing is known about the answer. */
export type CaptchaOutcome = 'right' | 'wrong' | 'unavailable'

export interface CaptchaPort {
  offer(): Promise<CaptchaOffer>
  /** Judges an answer once: the same answer again is wrong. */
  check(answer: string, address: string): Promise<CaptchaOutcome>
  /** What the page's policy must allow in addition to its own origin; empty for our own captcha. */
  readonly policy: { readonly scripts: readonly string[]; readonly frames: readonly string[] }
}
