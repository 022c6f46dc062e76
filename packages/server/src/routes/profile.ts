// Binds the calls of a person's own profile.
import type { GroupHandlers } from '../kernel/handler.ts'
import { changeMyEmail } from '../features/profile/change-my-email.ts'
import { changeMyPhone } from '../features/profile/change-my-phone.ts'
import { confirmMyEmail } from '../features/profile/confirm-my-email.ts'
import { confirmMyPhone } from '../features/profile/confirm-my-phone.ts'
import { findMyFirstSteps } from '../features/profile/find-my-first-steps.ts'
import { findMyProfile } from '../features/profile/find-my-profile.ts'
import { updateMyNames } from '../features/profile/update-my-names.ts'

export const profileHandlers: GroupHandlers<'profile'> = {
  findMyFirstSteps: ({ services, session }) => findMyFirstSteps(services, session),
  findMyProfile: ({ services, session }) => findMyProfile(services, session),
  updateMyNames: async ({ services, body, session, caller }) => {
    await updateMyNames(services, caller, session, body)
    return { message: 'Your names were changed.' }
  },
  changeMyEmail: async ({ services, body, session, caller }) => {
    await changeMyEmail(services, caller, { session, email: body.email, password: body.password })
    return {
      message: `A mail with a link went to ${body.email}. Your address changes when you open it, within 30 minutes.`,
    }
  },
  confirmMyEmail: async ({ services, body, caller }) => {
    const email = await confirmMyEmail(services, caller, body.token)
    return { message: 'Your e-mail address was changed. Please sign in with the new one.', email }
  },
  changeMyPhone: ({ services, body, session, caller }) =>
    changeMyPhone(services, caller, { session, phoneNumber: body.phoneNumber, password: body.password }),
  confirmMyPhone: async ({ services, body, session, caller }) => {
    await confirmMyPhone(services, caller, session, body.code)
    return { message: 'Your phone number was changed. Please sign in again.' }
  },
}
