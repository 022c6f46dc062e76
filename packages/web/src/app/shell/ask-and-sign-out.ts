// Logout requested by the user: asks first when there is unsaved work.
import { signOut } from '../../kernel/sign-out.ts'
import { confirmLeave } from '../../ui/unsaved-work.ts'

export async function askAndSignOut(): Promise<void> {
  if (await confirmLeave()) signOut()
}
