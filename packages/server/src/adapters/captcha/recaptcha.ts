// Google reCAPTCHA (version 2, the checkbox) in place of our own captcha, where the configuration names its keys.
import { z } from 'zod'
import type { Log } from '../../kernel/log.ts'
import type { CaptchaPort } from './port.ts'

const timeoutMs = 8_000

export interface RecaptchaSettings {
  readonly siteKey: string
  readonly secret: string
  /** `https://www.google.com`, or `https://www.recaptcha.net` where that is unreachable. */
  readonly origin: string
}

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** These mean that our keys are wrong, not that the person failed. */
const ourFaults = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

export function createRecaptcha(settings: RecaptchaSettings, log: Log, waitMs = timeoutMs): CaptchaPort {
  const { siteKey, secret, origin } = settings
  return {
    policy: {
      scripts: [`${origin}/recaptcha/`, 'https://www.gstatic.com/recaptcha/'],
      frames: [`${origin}/recaptcha/`],
    },
    offer: () =>
      Promise.resolve({ kind: 'RECAPTCHA', siteKey, scriptUrl: `${origin}/recaptcha/api.js?render=explicit` }),
    async check(answer, address) {
      try {
        const response = await fetch(`${origin}/recaptcha/api/siteverify`, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: answer, remoteip: address }),
          // A redirect would carry the secret elsewhere.
          redirect: 'error',
          signal: AbortSignal.timeout(waitMs),
        })
        if (!response.ok) throw new Error(`the service answered ${response.status}`)
        const verdict = Verdict.parse(await response.json())
        const faults = (verdict['error-codes'] ?? []).filter((code) => ourFaults.has(code))
        if (faults.length > 0)
          throw new Error(
            `the service refused our keys (${faults.join(', ')}): check RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET`,
          )
        return verdict.success ? 'right' : 'wrong'
      } catch (error) {
        log.error({ reason: reasonOf(error, waitMs) }, 'reCAPTCHA could not be asked')
        return 'unavailable'
      }
    },
  }
}

function reasonOf(error: unknown, waitMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `the service did not answer within ${waitMs / 1000} seconds`
  return error instanceof Error ? error.message : 'unknown'
}
