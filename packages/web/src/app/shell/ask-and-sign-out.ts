// Logout, as a person asks for it: unsaved work asks first.
import { signOut } from '../../kernel/sign-out.ts'
import { mayLeave } from '../../ui/unsaved-work.ts'

export async function askAndSignOut(): Promise<void> {
  if (await mayLeave()) signOut()
}
