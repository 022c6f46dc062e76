// Text messages by the only Twilio call that we need: POST Accounts/{sid}/Messages.json, form-encoded, HTTP basic
// authentication.
import { z } from 'zod'
import { MessageFailure } from './message-failure.ts'
import type { TextMessagePort } from './port.ts'

const timeoutMs = 10_000

export interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164 or the SID of a messaging service (`MG...`). */
  readonly from: string
  /** `https://api.twilio.com` */
  readonly url: string
}

/** Twilio's answer to a refused request; `message` may quote the recipient and is therefore not passed on. */
const Fault = z.object({ code: z.number().optional() })

export function createTwilio(settings: TwilioSettings, waitMs = timeoutMs): TextMessagePort {
  const { accountSid, authToken, from, url } = settings
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send(phoneNumber, text) {
      const response = await post(
        address,
        authorization,
        new URLSearchParams({ To: phoneNumber, ...sender, Body: text }),
        waitMs,
      )
      const body: unknown = await response.json().catch(() => undefined)
      if (response.ok) return
      const fault = Fault.safeParse(body)
      const detail =
        'Twilio answered ' +
        `${response.status}${fault.success && fault.data.code ? ` with error ${fault.data.code}` : ''}`
      if (response.status === 401 || response.status === 403)
        throw new MessageFailure('credentials', `${detail}: check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.`)
      throw new MessageFailure(
        response.status < 500 && response.status !== 429 ? 'refused' : 'unavailable',
        `${detail}.`,
      )
    },
  }
}

async function post(address: string, authorization: string, body: URLSearchParams, waitMs: number): Promise<Response> {
  try {
    // A redirect would carry the key elsewhere.
    return await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new MessageFailure('timeout', `Twilio did not answer within ${waitMs / 1000} seconds.`)
    throw new MessageFailure('unavailable', 'Twilio could not be reached.')
  }
}
