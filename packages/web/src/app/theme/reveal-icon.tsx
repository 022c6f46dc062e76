// The eye of a password field. Mantine's own is not hidden from assistive technology.
import { IconEye, IconEyeOff } from '@tabler/icons-react'

export function RevealIcon({ reveal }: { readonly reveal: boolean }) {
  const Eye = reveal ? IconEyeOff : IconEye
  return <Eye size={16} stroke={1.6} />
}
