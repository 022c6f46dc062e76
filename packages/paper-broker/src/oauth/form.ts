// Form fields shared by the authorise popup and the console, with their validation messages.

import { z } from 'zod'

export const credentials = z.object({ name: z.string().max(200), password: z.string().max(1000) })
export const newLogin = credentials.extend({ accountType: z.enum(['MARGIN', 'CASH']) })
export const newAccount = z.object({
  accountType: z.enum(['MARGIN', 'CASH']),
  nickName: z.string().trim().max(40).default(''),
})

export const WRONG_FORM = 'This page was open for too long or came from another browser. Please try again.'
export const REFUSED_SIGN_IN = 'User name or password is wrong.'
export const TOO_MANY_TRIES = 'Too many tries. Wait 15 minutes and try again.'
