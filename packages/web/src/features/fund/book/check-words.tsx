// Whether a check passed or failed, by shape and word.
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Chip } from '../../../ui/chip.tsx'

export const StatusWords = ({ isHeld }: { readonly isHeld: boolean }) =>
  isHeld ? (
    <Chip tone="profit" icon={IconCheck}>
      Held
    </Chip>
  ) : (
    <Chip tone="loss" icon={IconAlertTriangle}>
      Broken
    </Chip>
  )
