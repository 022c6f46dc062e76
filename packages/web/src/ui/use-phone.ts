// Returns true below 48em, where the menu is a drawer and the top bar is 52 px high.
import { useMediaQuery } from '@mantine/hooks'

export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
}
