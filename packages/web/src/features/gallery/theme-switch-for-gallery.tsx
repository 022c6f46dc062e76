// The gallery is outside the shell, so it renders its own theme switch.
import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'

const schemes: { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function ThemeSwitchForGallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <SegmentedControl aria-label="Theme" data={schemes} value={colorScheme} onChange={setColorScheme} />
}
