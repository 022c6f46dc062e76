// Switches between light, dark and system theme.
import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react'

const choices: readonly { readonly scheme: MantineColorScheme; readonly label: string; readonly icon: Icon }[] = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'System', icon: IconDeviceDesktop },
]

export function ThemeSwitch() {
  const computed = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const Mark = computed === 'dark' ? IconMoon : IconSun
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Theme" style={{ '--cf-icon': 'var(--cf-text)' }}>
          <Mark size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Renders the three choices as menu items; the user menu shows them on phones. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return choices.map((choice) => (
    <Menu.RadioItem
      key={choice.scheme}
      value={choice.scheme}
      checked={colorScheme === choice.scheme}
      closeMenuOnClick
      rightSection={<choice.icon size={16} stroke={1.6} />}
      onChange={() => setColorScheme(choice.scheme)}
    >
      {choice.label}
    </Menu.RadioItem>
  ))
}
