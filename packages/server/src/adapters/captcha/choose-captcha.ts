// Selects the captcha of the Register form: Google's where the configuration names its keys, otherwise our own.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'
import type { SecretBox } from '../../kernel/secret.ts'
import { createAltcha } from './altcha.ts'
import type { CaptchaPort } from './port.ts'
import { createRecaptcha } from './recaptcha.ts'

export function chooseCaptcha({
  config,
  db,
  clock,
  secrets,
  log,
}: {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly log: Log
}): CaptchaPort {
  if (config.recaptcha) return createRecaptcha(config.recaptcha, log)
  const [newest, ...older] = secrets.fingerprints('proof of work', 'captcha').map((secret) => secret.toString('hex'))
  return createAltcha(db, clock, [newest!, ...older])
}
