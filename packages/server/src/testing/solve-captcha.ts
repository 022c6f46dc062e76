// Solves the Register form's proof of work as the page's worker does.
import type { Client } from '@clubfolio/contract'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

export async function solveCaptcha(client: Client): Promise<string> {
  const offer = await client.security.findCaptcha()
  if (offer.kind !== 'ALTCHA') throw new Error('The captcha is not our own.')
  const challenge = offer.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
